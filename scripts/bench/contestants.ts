import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { startPostgres } from '../../simulator/store/testing/postgres-server.ts';
import { type Caller, createCaller } from '../../spec/caller.ts';
import { freePort } from '../../spec/free-port.ts';
import { projectRoot } from '../terminal/run-tool.ts';
import { payrigScript, probeScript, type ServerProcess, startAtPort, startServer } from './server-process.ts';

/** For the ids of people, which do not depend on when their world was born. */
export const BORN = Date.UTC(2026, 0);

export const apiKey = { 'X-API-KEY': 'sandbox-key' };

export const callerOf = ({ url }: ServerProcess): Caller['call'] =>
  createCaller({ baseUrl: url, apiKey: 'sandbox-key' }).call;

/** The command line of a sandbox that prints its address and nothing else. */
export const sandboxCommand = (...flags: string[]): string[] => [
  payrigScript(),
  'sandbox',
  '--port',
  '0',
  '--quiet',
  ...flags,
];

/** The sandbox as `payrig sandbox` runs it, its state in memory. */
export const inMemory = (...flags: string[]): Promise<ServerProcess> =>
  startServer(sandboxCommand('--ephemeral', ...flags));

export async function onFiles(...flags: string[]): Promise<ServerProcess> {
  const folder = await mkdtemp(join(tmpdir(), 'payrig-bench-'));
  const server = await startServer(sandboxCommand('--data', folder, ...flags));
  return {
    ...server,
    async stop() {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The same with its state in a database that other sandboxes may share. */
export const onPostgres = (url: string, ...flags: string[]): Promise<ServerProcess> =>
  startServer(sandboxCommand('--store', url, ...flags));

/** A PostgreSQL with its default settings, so that a commit is on the disk. */
export type Databases = { make(name: string): Promise<string>; stop(): Promise<void> };

export async function startDatabases(): Promise<Databases> {
  const server = await startPostgres({ isDurable: true });
  await server.started;
  return {
    async make(name) {
      const connection = new pg.Client(server.url);
      await connection.connect();
      await connection.query(`create database ${name}`);
      await connection.end();
      return server.url.replace(/\/postgres$/, `/${name}`);
    },
    stop: server.stop,
  };
}

/** Prism's mock of our contract, without its log (which takes it half as long again). */
export async function prism(...flags: string[]): Promise<ServerProcess> {
  const port = await freePort();
  return startAtPort(port, '/users', prismCommand(port, ...flags), apiKey);
}

export function prismCommand(port: number, ...flags: string[]): string[] {
  const require = createRequire(import.meta.url);
  const manifest = require.resolve('@stoplight/prism-cli/package.json');
  const { bin }: { bin: { prism: string } } = require(manifest);
  const contract = join(projectRoot, 'spec/openapi.yaml');
  const quiet = ['--port', String(port), '-v', 'silent'];
  return [join(dirname(manifest), bin.prism), 'mock', contract, ...quiet, ...flags];
}

/** A server that answers each request with the object that the sandbox answers it with, and does nothing else. */
export async function bareExpress(answers: Record<string, unknown>): Promise<ServerProcess> {
  const folder = await mkdtemp(join(tmpdir(), 'payrig-bench-'));
  const file = join(folder, 'answers.json');
  await writeFile(file, JSON.stringify(answers));
  const server = await startServer([probeScript('bare-express'), file]);
  await rm(folder, { recursive: true });
  return server;
}
