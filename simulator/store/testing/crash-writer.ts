import { writeSync } from 'node:fs';
import { lowdbStore } from '../lowdb-store.ts';
import type { Change } from '../store.ts';
import { recordOf, WRITERS } from './crash-record.ts';

/** A process that changes documents without end, says so after each acknowledgement, and is there to be killed. */
const [folder = '', sync = ''] = process.argv.slice(2);
// Without a folder there is nothing to do but to be compiled, for the runs that follow to start faster.
if (folder === '') process.exit();

const tell = (line: string) => writeSync(1, `${line}\n`);

tell('starting');
const store = await lowdbStore(folder, { sync: sync === 'sync', cacheSize: 5_000, journalBytes: 20_000 });
const documents = store.partition('documents');
const created = store.partition('created');
const cleared = store.partition('cleared');

async function writeForever(id: string): Promise<void> {
  for (let n = 1; ; n += 1) {
    await documents.update(id, () => recordOf(n));
    tell(`${id} ${n}`);
  }
}

async function countForever(): Promise<void> {
  for (;;) {
    const counted = await documents.update('counter', (current): Change<number> => {
      const n = Number(current?.n ?? 0) + 1;
      return {
        kind: 'write',
        document: { n, rest: 'the same '.repeat(20) },
        order: '0',
        due: false,
        result: n,
      };
    });
    tell(`counter ${counted}`);
  }
}

/** Documents that are written once: nothing later makes up for one that went missing. */
async function createForever(): Promise<void> {
  for (let n = 1; ; n += 1) {
    await created.update(`created-${n}`, numbered(n));
    tell(`created ${n}`);
  }
}

async function clearForever(): Promise<void> {
  for (let n = 1; ; n += 1) {
    await cleared.update('a', numbered(n));
    await cleared.update('b', numbered(n));
    await cleared.files.put('file', Buffer.from(String(n)));
    await cleared.clear();
    tell(`cleared ${n}`);
  }
}

function numbered(n: number): () => Change<void> {
  return () => ({ kind: 'write', document: { n }, order: '', due: true, result: undefined });
}

await Promise.all([
  ...WRITERS.map(writeForever),
  ...[1, 2, 3].map(countForever),
  createForever(),
  clearForever(),
]);
