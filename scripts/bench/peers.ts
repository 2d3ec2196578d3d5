import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { freePort } from '../../spec/free-port.ts';
import { projectRoot, runTool } from '../terminal/run-tool.ts';
import { inFolder } from './contestants.ts';
import { type Figure, figureOf, ratios, type Samples } from './figure.ts';
import { type Load, throughput } from './load.ts';
import { answering, contestantNode } from './server-process.ts';

/** Another mock server: its package on npm, the command that starts it, and the file that makes it answer with the page of users. */
type Peer = {
  title: string;
  install: string;
  command: string;
  words: (port: string, folder: string) => string[];
  file: readonly [name: string, content: (page: string) => object];
};

const headers = { 'Content-Type': 'application/json' };

const peers: Readonly<Record<string, Peer>> = {
  wiremock: {
    title: 'WireMock',
    install: 'wiremock@3.13.2',
    command: 'wiremock',
    words: (port, folder) => [
      '--port',
      port,
      '--root-dir',
      folder,
      '--no-request-journal',
      '--disable-banner',
    ],
    file: [
      'mappings/users.json',
      (body) => ({ request: { method: 'GET', urlPath: '/users' }, response: { status: 200, body, headers } }),
    ],
  },
  mockoon: {
    title: 'Mockoon',
    install: '@mockoon/cli@9.9.0',
    command: 'mockoon-cli',
    words: (port, folder) => {
      const quiet = ['--disable-log-to-file', '--disable-admin-api', '--max-transaction-logs', '0'];
      return ['start', '--data', join(folder, 'users.json'), '--port', port, '--repair', ...quiet];
    },
    file: [
      'users.json',
      (body) => {
        const listed = Object.entries(headers).map(([key, value]) => ({ key, value }));
        const response = { body, statusCode: 200, headers: listed, disableTemplating: true, default: true };
        const route = { type: 'http', method: 'get', endpoint: 'users', responses: [response] };
        return { name: 'bench', routes: [route] };
      },
    ],
  },
};

/** Beside the project's own packages, which do not depend on them. */
const folder = join(projectRoot, 'node_modules/.cache/payrig-bench-peers');
const commandOf = ({ command }: Peer): string => join(folder, 'node_modules/.bin', command);

/** Whether a peer is there, or npm could install it: not without a network, and WireMock starts with Java alone. */
async function isInstalled(peer: Peer): Promise<boolean> {
  const words = ['install', '--prefix', folder, '--no-audit', '--no-fund', '--ignore-scripts', peer.install];
  if (!existsSync(commandOf(peer))) await runTool('npm', words);
  if (peer.command !== 'wiremock') return existsSync(commandOf(peer));
  const java = await runTool('java', ['-version']).catch(() => undefined);
  return existsSync(commandOf(peer)) && java?.code === 0;
}

/** Pages a second of each other mock server that can be had, and how many times that is the sandbox. */
export async function peerFigures(page: string, load: Load, sandbox: Samples, seconds: number) {
  const figures: Figure[] = [];
  // Neither npm nor Debian has it.
  const absent = ['MockServer'];
  for (const [name, peer] of Object.entries(peers)) {
    if (!(await isInstalled(peer))) {
      absent.push(peer.title);
      continue;
    }
    const rates = await ratesOf(peer, page, load, sandbox.length, seconds);
    const words = 'a page of 10 users: ';
    figures.push(
      figureOf(
        `serving.list.memory-to-${name}`,
        `${words}sandbox in memory to ${peer.title}`,
        'times',
        ratios(sandbox, rates),
      ),
      figureOf(`serving.list.${name}`, `${words}${peer.title}`, 'a second', rates),
    );
  }
  return { figures, absent: absent.join(' and ') };
}

const ratesOf = (peer: Peer, page: string, load: Load, rounds: number, seconds: number) =>
  inFolder(async (folder) => {
    const { words, file } = peer;
    const [name, content] = file;
    await mkdir(join(folder, 'mappings'));
    await writeFile(join(folder, name), JSON.stringify(content(page)));
    const port = await freePort();
    // A group of its own: the command of WireMock is a script that starts Java.
    const path = `${dirname(contestantNode().path)}${delimiter}${process.env['PATH']}`;
    const env = { ...process.env, PATH: path };
    const child = spawn(commandOf(peer), words(String(port), folder), {
      stdio: 'ignore',
      detached: true,
      env,
    });
    const server = await answering(child, `http://127.0.0.1:${port}`, '/users', {});
    try {
      for (let time = 0; time < WARM_UPS; time += 1) await throughput(server, load, seconds);
      const rates: number[] = [];
      while (rates.length < rounds) rates.push((await throughput(server, load, seconds)).rate);
      return rates;
    } finally {
      process.kill(-server.pid);
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    }
  });

/** Java compiles for longer than Node before it is at its best. */
const WARM_UPS = 20;
