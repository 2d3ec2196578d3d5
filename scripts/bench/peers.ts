import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { freePort } from '../../spec/free-port.ts';
import { inFolder } from './contestants.ts';
import { type Figure, figureOf, ratios, type Samples } from './figure.ts';
import { type Load, throughput } from './load.ts';
import { answering } from './server-process.ts';

/** Another mock server: the command that starts it, and the file that makes it answer with the page of users. */
type Peer = {
  title: string;
  command: string;
  words: (port: string, folder: string) => string[];
  file: readonly [name: string, content: (page: string) => object];
};

const headers = { 'Content-Type': 'application/json' };

const peers: Readonly<Record<string, Peer>> = {
  wiremock: {
    title: 'WireMock',
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

const isInstalled = (command: string): boolean =>
  (process.env['PATH'] ?? '').split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, command), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });

/** Pages a second of each other mock server that this machine has, and how many times that is the sandbox. */
export async function peerFigures(page: string, load: Load, sandbox: Samples, seconds: number) {
  const figures: Figure[] = [];
  for (const [name, peer] of Object.entries(peers)) {
    if (!isInstalled(peer.command)) continue;
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
  return figures;
}

const ratesOf = ({ command, words, file }: Peer, page: string, load: Load, rounds: number, seconds: number) =>
  inFolder(async (folder) => {
    const [name, content] = file;
    await mkdir(join(folder, 'mappings'));
    await writeFile(join(folder, name), JSON.stringify(content(page)));
    const port = await freePort();
    // A group of its own: the command of WireMock is a script that starts Java.
    const child = spawn(command, words(String(port), folder), { stdio: 'ignore', detached: true });
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
