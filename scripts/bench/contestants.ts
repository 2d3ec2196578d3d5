import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { projectRoot } from '../run-tool.ts';
import { freePort, type ServerProcess, startAtPort, startServer } from './server-process.ts';

/** For the ids of people, which are the same whenever their world was born. */
export const BORN = Date.UTC(2026, 0);

export const apiKey = { 'X-API-KEY': 'sandbox-key' };

const fileOf = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** The command line of a sandbox that prints its address and nothing else. */
export const sandboxCommand = (...flags: string[]): string[] => [
  'scripts/payrig.mjs',
  'sandbox',
  '--port',
  '0',
  '--quiet',
  ...flags,
];

/** The sandbox as `payrig sandbox` runs it, its state in memory. */
export const inMemory = (...flags: string[]): Promise<ServerProcess> =>
  startServer({ args: sandboxCommand('--ephemeral', ...flags) });

/** The same with its state in files. */
export async function onFiles(...flags: string[]): Promise<ServerProcess> {
  const folder = await mkdtemp(join(tmpdir(), 'payrig-bench-'));
  const server = await startServer({ args: sandboxCommand('--data', folder, ...flags) });
  return {
    ...server,
    async stop() {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The same with its state in a database that others may share. */
export const onPostgres = (url: string, ...flags: string[]): Promise<ServerProcess> =>
  startServer({ args: sandboxCommand('--store', url, ...flags) });

/** Prism's mock of our contract, without its log (which takes it half as long again). */
export async function prism(...flags: string[]): Promise<ServerProcess> {
  const port = await freePort();
  return startAtPort(port, '/users', { args: prismCommand(port, ...flags) }, apiKey);
}

export function prismCommand(port: number, ...flags: string[]): string[] {
  const require = createRequire(import.meta.url);
  const manifest = require.resolve('@stoplight/prism-cli/package.json');
  const { bin } = require(manifest) as { bin: { prism: string } };
  const contract = join(projectRoot, 'spec/openapi.yaml');
  return [
    join(dirname(manifest), bin.prism),
    'mock',
    contract,
    '--port',
    String(port),
    '-v',
    'silent',
    ...flags,
  ];
}

/** A server that does nothing but answer each request with the object that the sandbox answers it with. */
export async function bareExpress(answers: Record<string, unknown>): Promise<ServerProcess> {
  const folder = await mkdtemp(join(tmpdir(), 'payrig-bench-'));
  const file = join(folder, 'answers.json');
  await writeFile(file, JSON.stringify(answers));
  const server = await startServer({ args: [fileOf(`./probes/bare-express.ts`), file] });
  await rm(folder, { recursive: true });
  return server;
}
