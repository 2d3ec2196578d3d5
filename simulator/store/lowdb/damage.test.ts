import {
  appendFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { lowdbStore } from '../lowdb-store.ts';
import { type Damage, DamagedDocumentError } from '../store.ts';
import { write } from '../testing/store-suite.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { type Content, formatRecord } from './journal-record.ts';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let documents: string;
let journal: string;

const lineOf = (id: string, content: Content) =>
  formatRecord({ partition: 'client', generation: 1, id, order: '', due: false, ...content });
const recordOf = (id: string) => lineOf(id, { kind: 'document', text: `{"id":"${id}"}` });

beforeEach(async () => {
  folder = await temporaryFolder();
  documents = join(folder.path, 'partitions', 'client.1', 'documents');
  journal = join(folder.path, 'journal');
  const store = await lowdbStore(folder.path);
  for (const id of ['a', 'b']) await store.partition('client').update(id, write({ id }, '1', true));
  await store.close();
});

afterEach(() => folder.remove());

it.each([
  ['cut off', (file: string) => truncateSync(file, 5)],
  ['empty', (file: string) => truncateSync(file, 0)],
  ['no object', (file: string) => writeFileSync(file, '[1]')],
  ['gone while the store is open', (file: string) => rmSync(file)],
])('a document whose file is %s is reported by name, and the rest still serves', async (_, damage) => {
  const file = join(documents, 'a.1.due.json');
  const reported: Damage[] = [];
  const store = await lowdbStore(folder.path, { report: (each) => reported.push(each) });
  damage(file);
  const client = store.partition('client');
  await expect(client.read('a')).rejects.toThrow(DamagedDocumentError);
  await expect(client.update('a', write({}))).rejects.toThrow(file);
  expect(reported.map((each) => each.file)).toEqual([file]);
  expect(store.damage()).toEqual(reported);
  expect(await client.read('b')).toEqual({ id: 'b' });
  await client.update('b', write({ id: 'b', n: 2 }));
  expect(await client.due()).toContain('a');

  writeFileSync(file, '{"id": "mended"}');
  expect(await client.read('a')).toEqual({ id: 'mended' });
  expect(store.damage()).toEqual([]);
  await store.close();
});

it('a file that no document can have is reported and left alone', async () => {
  writeFileSync(join(documents, 'notes.txt'), 'mine');
  mkdirSync(join(folder.path, 'partitions', 'Odd'));
  const store = await lowdbStore(folder.path);
  const named = store.damage().map(({ file }) => file);
  expect(named).toEqual([join(folder.path, 'partitions', 'Odd'), join(documents, 'notes.txt')]);
  expect(await store.partition('client').find('')).toHaveLength(2);
  await store.close();
  expect(readFileSync(join(documents, 'notes.txt'), 'utf8')).toBe('mine');
});

it('what a crash left half-written is removed at the start', async () => {
  writeFileSync(join(documents, '.a.1.due.json.tmp'), '{"id":');
  await (await lowdbStore(folder.path)).close();
  expect(readdirSync(documents).sort()).toEqual(['a.1.due.json', 'b.1.due.json']);
});

it('a last line of the journal without its end is passed over: nobody was told of it', async () => {
  writeFileSync(join(journal, '00000007.log'), recordOf('c') + recordOf('d').slice(0, -1));
  const store = await lowdbStore(folder.path);
  expect((await store.partition('client').find('')).sort()).toEqual(['a', 'b', 'c']);
  expect(store.damage()).toEqual([]);
  await store.close();
});

it('a broken line inside the journal is reported, the other lines are taken, and a copy is kept', async () => {
  const file = join(journal, '00000007.log');
  writeFileSync(file, recordOf('c') + recordOf('d').replace('"d"', '"x"'));
  appendFileSync(file, recordOf('e'));
  const store = await lowdbStore(folder.path);
  expect((await store.partition('client').find('')).sort()).toEqual(['a', 'b', 'c', 'e']);
  expect(store.damage()).toEqual([{ file: `${file}.damaged`, problem: expect.stringContaining('line 2') }]);
  await store.close();
  expect(readdirSync(journal)).toEqual(['00000007.log.damaged']);
});

it('of two files of one document, the one that the journal knows is kept', async () => {
  writeFileSync(join(documents, 'a.2.json'), '{"id": "a", "n": 2}');
  const line = {
    partition: 'client',
    generation: 1,
    id: 'a',
    order: '2',
    due: false,
    kind: 'document' as const,
    text: '{"id":"a","n":2}',
  };
  writeFileSync(join(journal, '00000007.log'), formatRecord(line));
  const store = await lowdbStore(folder.path);
  expect(await store.partition('client').read('a')).toEqual({ id: 'a', n: 2 });
  await store.close();
  expect(readdirSync(documents).sort()).toEqual(['a.2.json', 'b.1.due.json']);
});

const patchOf = (id: string, step: number, n: number) =>
  lineOf(id, { kind: 'patch', text: JSON.stringify([[], [['n', n]], []]), step });

it('a patch whose document is in its file is made there, also when the file has it already', async () => {
  writeFileSync(join(journal, '00000007.log'), patchOf('a', 4, 1) + patchOf('a', 5, 2));
  for (const _ of ['before', 'after']) {
    const store = await lowdbStore(folder.path);
    expect(await store.partition('client').read('a')).toEqual({ id: 'a', n: 2 });
    await store.close();
    expect(store.damage()).toEqual([]);
    writeFileSync(join(journal, '00000009.log'), patchOf('a', 5, 2));
  }
});

it('patches that follow a broken line are left out with it, until there is a whole document again', async () => {
  const broken = patchOf('c', 2, 2).replace('"n",2', '"n",7');
  const file = join(journal, '00000007.log');
  writeFileSync(file, recordOf('c') + patchOf('c', 1, 1) + broken + patchOf('c', 3, 3));
  writeFileSync(join(journal, '00000008.log'), recordOf('d') + patchOf('d', 1, 1));
  const store = await lowdbStore(folder.path);
  expect(await store.partition('client').read('c')).toEqual({ id: 'c', n: 1 });
  expect(await store.partition('client').read('d')).toEqual({ id: 'd', n: 1 });
  expect(store.damage()).toEqual([{ file: `${file}.damaged`, problem: expect.stringContaining('line 3') }]);
  await store.close();
});

it('a patch of a document that is nowhere is reported', async () => {
  writeFileSync(join(journal, '00000007.log'), patchOf('c', 1, 1));
  const store = await lowdbStore(folder.path);
  expect(await store.partition('client').read('c')).toBeUndefined();
  expect(store.damage()).toEqual([{ file: join(documents, 'c..json'), problem: 'the file is missing' }]);
  await store.close();
});
