import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { freePort } from '../../spec/free-port.ts';
import { readYaml } from '../terminal/read-yaml.ts';
import { projectRoot, runTool } from '../terminal/run-tool.ts';
import { inFolder } from './contestants.ts';
import { type Figure, figureOf, ratios, type Samples } from './figure.ts';
import { type Load, throughput } from './load.ts';
import { answering, contestantNode } from './server-process.ts';

type Peer = Record<'title' | 'install' | 'command' | 'file', string> & {
  needs?: string;
  words: string[];
  content: object;
};

const peers: Readonly<Record<string, Peer>> = readYaml(import.meta.url, './peers.yaml');

/** Beside the project's own packages, which do not depend on them. */
const installed = join(projectRoot, 'node_modules/.cache/payrig-bench-peers');
const commandOf = ({ command }: Peer): string => join(installed, 'node_modules/.bin', command);

/** Whether a peer is there, or npm could install it, which takes a network. */
async function isInstalled(peer: Peer): Promise<boolean> {
  const flags = ['--no-audit', '--no-fund', '--ignore-scripts'];
  if (!existsSync(commandOf(peer)))
    await runTool('npm', ['install', '--prefix', installed, ...flags, peer.install]);
  const needed =
    peer.needs === undefined ? { code: 0 } : await runTool(peer.needs, ['-version']).catch(() => {});
  return existsSync(commandOf(peer)) && needed?.code === 0;
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
    const title = 'a page of 10 users: ';
    const compared = `${title}sandbox in memory to ${peer.title}`;
    figures.push(
      figureOf(`serving.list.memory-to-${name}`, compared, 'times', ratios(sandbox, rates)),
      figureOf(`serving.list.${name}`, `${title}${peer.title}`, 'a second', rates),
    );
  }
  return { figures, absent: absent.join(' and ') };
}

const ratesOf = (peer: Peer, page: string, load: Load, rounds: number, seconds: number) =>
  inFolder(async (folder) => {
    const file = join(folder, peer.file);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(
      file,
      JSON.stringify(peer.content).replace('"{page}"', () => JSON.stringify(page)),
    );
    const port = await freePort();
    const words = peer.words.map((word) => word.replace('{port}', `${port}`).replace('{folder}', folder));
    const path = `${dirname(contestantNode().path)}${delimiter}${process.env['PATH']}`;
    const env = { ...process.env, PATH: path };
    // A group of its own: the command of WireMock is a script that starts Java.
    const child = spawn(commandOf(peer), words, { stdio: 'ignore', detached: true, env });
    const server = await answering(child, port);
    try {
      const rates: number[] = [];
      for (let time = 0; time < WARM_UPS + rounds; time += 1)
        rates.push((await throughput(server, load, seconds)).rate);
      return rates.slice(WARM_UPS);
    } finally {
      process.kill(-server.pid);
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    }
  });

/** Java compiles for longer than Node before it is at its best. */
const WARM_UPS = 20;
