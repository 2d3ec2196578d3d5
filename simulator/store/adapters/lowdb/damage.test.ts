import { readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it, onTestFinished } from 'vitest';
import { DamagedDocumentError, StoreMismatchError } from '../../port.ts';
import { claimable, FACTS, newItem, putWork, write } from '../../testing/store-place.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { lowdbStore } from './lowdb-store.ts';

async function filled() {
  const { path, remove } = await temporaryFolder();
  onTestFinished(remove);
  const store = await lowdbStore(path);
  await store.initialise(FACTS);
  await putWork(store.clientStore('client'), [newItem('1'), newItem('b', { owner: 'bob', queue: 'bob' })]);
  await store.clientStore('client').files.put('upload', Buffer.from('bytes'));
  await store.close();
  const generation = join(path, 'clients', 'client', 'generation-1');
  return {
    path,
    ann: join(generation, 'aggregates', 'ann.json'),
    upload: join(generation, 'files', 'upload.json'),
  };
}

it('a file that is empty, cut off, of something else or of an unknown user costs its user alone', async () => {
  for (const spoil of [
    (file: string) => truncateSync(file, 0),
    (file: string) => truncateSync(file, readFileSync(file).length - 1),
    (file: string) => writeFileSync(file, 'not JSON'),
    (file: string) => writeFileSync(file, '{"checksum":"00000000","data":{}}\n'),
    (file: string) => writeFileSync(file, readFileSync(file.replace('ann.json', 'bob.json'))),
  ]) {
    const { path, ann } = await filled();
    spoil(ann);
    const store = await lowdbStore(path);
    const clientStore = store.clientStore('client');
    await expect(clientStore.read('ann')).rejects.toThrow(DamagedDocumentError);
    await expect(clientStore.change('ann', write({}))).rejects.toThrow(DamagedDocumentError);
    await expect(clientStore.contents()).rejects.toThrow(DamagedDocumentError);
    expect((await clientStore.find('')).sort()).toEqual(['ann', 'bob']);
    expect(await claimable(clientStore, 100)).toEqual(['b']);
    await clientStore.change('bob', ({ document }) => ({
      document: { ...document, n: 1 },
      result: undefined,
    }));
    const { problems } = await store.health();
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(ann);

    await clientStore.replace({ aggregates: [], work: [], files: [] });
    expect(await clientStore.read('ann')).toBeUndefined();
    expect(await store.health()).toMatchObject({ problems: [] });
    await store.close();
  }
});

it('no flipped bit of a file goes unnoticed', async () => {
  const { path, ann } = await filled();
  const sound = readFileSync(ann);
  await fc.assert(
    fc.asyncProperty(fc.nat(sound.length * 8 - 1), async (bit) => {
      const spoilt = Buffer.from(sound);
      spoilt[bit >> 3]! ^= 1 << (bit & 7);
      writeFileSync(ann, spoilt);
      const store = await lowdbStore(path);
      await expect(store.clientStore('client').read('ann')).rejects.toThrow(DamagedDocumentError);
      await store.close();
    }),
    { numRuns: 60 },
  );
});

it('an uploaded file that is not as it was put is not handed out, and health names it', async () => {
  const { path, upload } = await filled();
  writeFileSync(upload, readFileSync(upload, 'utf8').replace('Ynl0', 'Ynl1'));
  const store = await lowdbStore(path);
  await expect(store.clientStore('client').files.get('upload')).rejects.toThrow(DamagedDocumentError);
  expect((await store.health()).problems[0]).toContain(upload);
  await store.close();
});

it('a folder of another seed, another version, an earlier format or with spoilt facts is refused and not kept locked', async () => {
  const { path } = await filled();
  const facts = join(path, 'payrig.json');
  const sound = readFileSync(facts, 'utf8');
  expect(sound).toContain('"version":4,"seed":"seven","born":"2026-01-05T09:00:00.000Z"');
  writeFileSync(facts, sound.replace('seven', 'eight'));
  await expect(lowdbStore(path)).rejects.toThrow(StoreMismatchError);
  await expect(lowdbStore(path)).rejects.toThrow(/payrig\.json is damaged/);
  rmSync(facts);
  const other = await lowdbStore(path);
  await other.initialise({ ...FACTS, ...{ version: 2 } });
  await other.close();
  await expect(lowdbStore(path)).rejects.toThrow(/has format 2.*reads format 4/);
  expect(readdirSync(path).filter((name) => name.startsWith('lock'))).toEqual([]);

  const old = await temporaryFolder();
  onTestFinished(old.remove);
  for (const name of ['journal', 'partitions']) writeFileSync(join(old.path, name), '');
  await expect(lowdbStore(old.path)).rejects.toThrow(/holds journal, which Payrig did not put there/);
  expect(readdirSync(old.path).sort()).toEqual(['journal', 'partitions']);
});
