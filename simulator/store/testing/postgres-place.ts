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
    remove: () => query(url, `drop schema if exists ${schema} cascade`),
  };
}

async function query(url: string, text: string): Promise<void> {
  const client = new pg.Client(url);
  try {
    await client.connect();
    await client.query(text);
  } finally {
    await client.end();
  }
}
