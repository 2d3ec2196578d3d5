import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { postgresPlace } from '../../testing/postgres-place.ts';
import { claimable, newItem, putWork } from '../../testing/store-place.ts';
import { postgresStore } from './postgres-store.ts';

it('work can be claimed again after a process stopped while it was claiming', async () => {
  const place = await postgresPlace();
  const { url, schema } = place;
  // What stopped gives its lock back later than a statement waits for it.
  const store = await postgresStore(url, { schema, timeoutMs: 500 });
  const stopped = new pg.Client({ connectionString: url, idle_in_transaction_session_timeout: 800 });
  stopped.on('error', () => {});
  await stopped.connect();
  onTestFinished(async () => {
    await stopped.end().catch(() => {});
    await store.close();
    await place.remove();
  });
  const clientStore = store.clientStore('client');
  await putWork(clientStore, [newItem('one')]);
  // A claim locks the row first; this one came no further.
  await stopped.query('begin');
  await stopped.query(`select from ${schema}.client where client = $1 for update`, ['client']);

  await expect(claimable(clientStore, 10)).rejects.toThrow('does not answer');
  await expect.poll(() => claimable(clientStore, 10).catch(() => undefined)).toEqual(['one']);
});
