import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { lowdbStore } from '../lowdb-store.ts';
import type { Change, Document } from '../store.ts';
import { write } from '../testing/store-suite.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
const filesOf = (partition: string) =>
  readdirSync(join(folder.path, 'partitions', partition, 'documents')).sort();

beforeEach(async () => {
  folder = await temporaryFolder();
});

afterEach(() => folder.remove());

it('every document is a readable file of its own, named by id, order and work waiting', async () => {
  const store = await lowdbStore(folder.path);
  await store.partition('client').update('id', write({ n: 1 }, '2025', true));
  await store.partition('client').update('id', write({ n: 2 }, '2025', false));
  await store.close();
  expect(filesOf('client.1')).toEqual(['id.2025.json']);
  const file = join(folder.path, 'partitions', 'client.1', 'documents', 'id.2025.json');
  expect(readFileSync(file, 'utf8')).toBe('{\n  "n": 2\n}\n');
  expect(readdirSync(join(folder.path, 'journal'))).toEqual([]);
});

it('documents reach their files when it is quiet, without anybody asking', async () => {
  const store = await lowdbStore(folder.path);
  await store.partition('client').update('id', write({ n: 1 }, '1'));
  await vi.waitFor(
    () => {
      expect(filesOf('client.1')).toEqual(['id.1.json']);
      expect(readdirSync(join(folder.path, 'journal'))).toEqual([]);
    },
    { timeout: 30_000 },
  );
  await store.close();
});

it('changes that cannot be written are taken back, rejected, and possible again later', async () => {
  const store = await lowdbStore(folder.path);
  const client = store.partition('client');
  const journal = join(folder.path, 'journal');
  rmSync(journal, { recursive: true });
  const increment = (current: Document | undefined): Change<void> =>
    write({ n: Number(current?.n ?? 0) + 1 }, String(current?.n ?? 0), true)();
  const attempts = await Promise.allSettled([1, 2, 3].map(() => client.update('a', increment)));
  expect(attempts.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  expect(await client.read('a')).toBeUndefined();
  expect(await client.find('')).toEqual([]);
  expect(await client.due()).toEqual([]);
  mkdirSync(journal);
  await Promise.all([1, 2, 3].map(() => client.update('a', increment)));
  expect(await client.read('a')).toEqual({ n: 3 });
  await store.close();
});

it('a document that was cleared stays away, although the journal still has it', async () => {
  const store = await lowdbStore(folder.path);
  const client = store.partition('client');
  await client.update('a', write({ n: 1 }, '1'));
  await client.clear();
  await client.update('b', write({ n: 2 }, '1'));
  await store.close();
  expect(readdirSync(join(folder.path, 'partitions'))).toEqual(['client.2']);
  expect(filesOf('client.2')).toEqual(['b.1.json']);
});

it('a document whose name changes while it is brought into its file leaves no file behind', async () => {
  const store = await lowdbStore(folder.path, { journalBytes: 200 });
  for (let n = 0; n < 200; n += 1) {
    await store.partition('client').update('a', write({ n }, String(n % 3), n % 2 === 0));
  }
  await store.close();
  expect(filesOf('client.1')).toEqual(['a.1.json']);
});

it('a store with more changes than it may write while closing leaves them to the journal', async () => {
  const store = await lowdbStore(folder.path);
  const ids = Array.from({ length: 700 }, (_, at) => `id-${at}`);
  await Promise.all(ids.map((id) => store.partition('client').update(id, write({ id }, '1', true))));
  await store.close();
  expect(readdirSync(join(folder.path, 'journal'))).toHaveLength(1);
  const again = await lowdbStore(folder.path);
  expect((await again.partition('client').list({ offset: 0, limit: 1 })).total).toBe(700);
  expect(await again.partition('client').due()).toHaveLength(700);
  expect(await again.partition('client').read('id-699')).toEqual({ id: 'id-699' });
  await again.close();
});

it('what earlier processes left in the journal counts, and is brought into files with the next change', async () => {
  const first = await lowdbStore(folder.path);
  const ids = Array.from({ length: 700 }, (_, at) => `id-${at}`);
  await Promise.all(ids.map((id) => first.partition('client').update(id, write({ id }, '1'))));
  await first.close();
  const [left] = readdirSync(join(folder.path, 'journal'));
  const store = await lowdbStore(folder.path, { journalBytes: 10_000 });
  await store.partition('client').update('id-0', write({ id: 'changed' }, '1'));
  await expect.poll(() => readdirSync(join(folder.path, 'journal'))).not.toContain(left);
  expect(filesOf('client.1')).toHaveLength(700);
  await store.close();
});

it('a closed store refuses every call', async () => {
  const store = await lowdbStore(folder.path);
  const client = store.partition('client');
  await Promise.all([store.close(), store.close()]);
  await expect(client.read('a')).rejects.toThrow('closed');
  await expect(client.update('a', write({}))).rejects.toThrow('closed');
  await expect(client.files.put('a', Buffer.from(''))).rejects.toThrow('closed');
});
