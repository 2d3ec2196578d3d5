import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { inject, vi } from 'vitest';
import { postgresStore } from '../adapters/postgres/postgres-store.ts';
import type { StorePlace } from './store-place.ts';

/** A schema of its own in the test server. */
export async function postgresPlace(): Promise<
  StorePlace & { readonly url: string; readonly schema: string }
> {
  const url = inject('postgresUrl');
  const schema = `test_${randomUUID().replaceAll('-', '')}`;
  await vi.waitFor(() => query(url, 'select 1'), { timeout: 30_000, interval: 50 });
  return {
    url,
    schema,
    open: () => postgresStore(url, { schema, poolSize: 5 }),
    durable: true,
    shared: true,
    remove: async () => void (await query(url, `drop schema if exists ${schema} cascade`)),
  };
}

/** A database of its own in the test server, for processes that take an address and nothing else. */
export async function postgresDatabase(): Promise<{
  readonly url: string;
  /** How many connections to it there are. */
  connections(): Promise<number>;
  remove(): Promise<void>;
}> {
  const server = inject('postgresUrl');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await vi.waitFor(() => query(server, 'select 1'), { timeout: 30_000, interval: 50 });
  await query(server, `create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  const counted = `select count(*)::int as n from pg_stat_activity where datname = '${name}'`;
  return {
    url: url.href,
    connections: async () => (await query(server, counted)).rows[0].n,
    remove: async () => void (await query(server, `drop database if exists ${name} with (force)`)),
  };
}

async function query(url: string, text: string): Promise<pg.QueryResult> {
  const client = new pg.Client(url);
  try {
    await client.connect();
    return await client.query(text);
  } finally {
    await client.end();
  }
}
