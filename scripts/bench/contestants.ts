import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startPostgres } from '../../simulator/store/testing/postgres-server.ts';
import { type Caller, createCaller } from '../../spec/caller.ts';
import { freePort } from '../../spec/free-port.ts';
import type { Figure } from './figure.ts';
import type { Load } from './load.ts';
import { answering, cliScript, probeScript, run, type ServerProcess, startServer } from './server-process.ts';

/** For the ids of people, which do not depend on when their world was born. */
export const BORN = Date.UTC(2026, 0);

export const apiKey = { 'X-API-KEY': 'sandbox-key' };

export const callerOf = ({ url }: ServerProcess): Caller['call'] =>
  createCaller({ baseUrl: url, apiKey: 'sandbox-key' }).call;

export const firstPage: Load = { path: '/users?offset=1&limit=10', headers: apiKey };

export const patchOf = (path: () => string): Load => ({
  path,
  method: 'PATCH',
  headers: { ...apiKey, 'Content-Type': 'application/json' },
  body: JSON.stringify({ ext_id: 'crm-2041', payroll_period_months: 12 }),
});

/** The command line of a sandbox that prints its address and nothing else, and logs each request and delivery as it does by default. */
export const sandboxCommand = (...flags: string[]): string[] =>
  [cliScript(), 'sandbox', '--port=0', '--quiet', '--log-level=info'].concat(flags);

export const inMemory = (...flags: string[]): Promise<ServerProcess> =>
  startServer(sandboxCommand('--ephemeral', ...flags));

export async function inFolder<T>(task: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'payrig-bench-'));
  return task(folder).finally(() => rm(folder, { recursive: true, force: true }));
}

export async function onFiles(...flags: string[]): Promise<ServerProcess> {
  const folder = await mkdtemp(join(tmpdir(), 'payrig-bench-'));
  const server = await startServer(sandboxCommand('--data', folder, ...flags));
  const end = async (): Promise<void> => {
    await server[Symbol.asyncDispose]();
    await rm(folder, { recursive: true, force: true });
  };
  return { ...server, [Symbol.asyncDispose]: end };
}

export const onPostgres = (url: string, ...flags: string[]): Promise<ServerProcess> =>
  startServer(sandboxCommand('--store', url, ...flags));

/** A PostgreSQL with its default settings, so that a commit is on the disk. */
export async function startDatabases() {
  const server = await startPostgres({ isDurable: true });
  await server.started;
  return {
    async make(name: string): Promise<string> {
      const connection = new pg.Client(server.url);
      await connection.connect();
      await connection.query(`create database ${name}`);
      await connection.end();
      return server.url.replace(/\/postgres$/, `/${name}`);
    },
    [Symbol.asyncDispose]: server.stop,
  };
}

export type StartOn = (...flags: string[]) => Promise<ServerProcess>;

export async function onEachStore(measure: (store: string, start: StartOn) => Promise<Figure[]>) {
  await using databases = await startDatabases();
  let made = 0;
  const stores: Record<string, StartOn> = {
    memory: inMemory,
    files: onFiles,
    PostgreSQL: async (...flags) => onPostgres(await databases.make(`bench_${made++}`), ...flags),
  };
  const figures: Figure[] = [];
  for (const [store, start] of Object.entries(stores)) figures.push(...(await measure(store, start)));
  return figures;
}

/** Prism's mock of our contract, without its log (which takes it half as long again). */
export async function prism(): Promise<ServerProcess> {
  const port = await freePort();
  const words = ['node_modules/.bin/prism', 'mock', 'spec/openapi.yaml', '--port', String(port)];
  return answering(run([...words, '-v', 'silent'], 'ignore'), port, apiKey);
}

/** A server that answers each request with the object that the sandbox answers it with, and does nothing else. */
export const bareExpress = (answers: Record<string, unknown>): Promise<ServerProcess> =>
  inFolder(async (folder) => {
    const file = join(folder, 'answers.json');
    await writeFile(file, JSON.stringify(answers));
    return startServer([probeScript('bare-express'), file]);
  });
