import pg from 'pg';
import { startPostgres } from '../../simulator/store/testing/postgres-server.ts';

/** A PostgreSQL with the settings that it comes with, so that a commit is on the disk. */
export type Databases = {
  /** An empty database; the result is its address. */
  make(name: string): Promise<string>;
  stop(): Promise<void>;
};

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
