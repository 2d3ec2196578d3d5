import { expect } from 'vitest';
import { crashLaws } from '../../testing/crash-laws.ts';
import { postgresDatabase } from '../../testing/postgres-place.ts';
import { postgresStore } from './postgres-store.ts';

crashLaws(async () => {
  const { url, connections, remove } = await postgresDatabase();
  return {
    address: url,
    open: () => postgresStore(url, { poolSize: 5 }),
    // The database may still commit what the process asked for just before it died.
    settled: () => expect.poll(connections).toBe(0),
    remove,
  };
});
