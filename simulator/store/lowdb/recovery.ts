import { copyFile, mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Entry } from '../document-index.ts';
import { decodeKey } from '../keys.ts';
import type { DamageRegister } from './damage-register.ts';
import { parseDocumentFileName } from './document-file.ts';
import { segmentFile, segmentNumbers } from './journal.ts';
import { type JournalRecord, parseRecord } from './journal-record.ts';
import { generationFolderName, PartitionState } from './partition-state.ts';

type States = Map<string, PartitionState>;
type Spare = { partition: string; id: string; file: string };

/** Finds what a folder holds: the names of the documents, and on top of them what the journal has. */
export async function recover(partitionsFolder: string, journalFolder: string, damage: DamageRegister) {
  await mkdir(partitionsFolder, { recursive: true });
  await mkdir(journalFolder, { recursive: true });
  const { states, spares } = await recoverStates(partitionsFolder, damage);
  const segments = await segmentNumbers(journalFolder);
  const newest = new Map<string, JournalRecord>();
  const sizes = new Map<number, number>();
  for (const number of segments) {
    const file = segmentFile(journalFolder, number);
    const bytes = await readFile(file);
    sizes.set(number, bytes.length);
    await readSegment(bytes, file, damage, (record) => {
      newest.set(JSON.stringify([record.partition, record.generation, record.id]), record);
    });
  }
  for (const record of newest.values()) replay(record, states, partitionsFolder);
  for (const spare of spares) await settleSpare(spare, states, damage);
  return { states, segments: sizes };
}

function replay(
  { partition, generation, id, order, due, text }: JournalRecord,
  states: States,
  root: string,
): void {
  let state = states.get(partition);
  if (state === undefined || state.generation < generation) {
    state = new PartitionState(root, partition, generation);
    states.set(partition, state);
  }
  if (state.generation !== generation) return;
  const document = text === undefined ? undefined : JSON.parse(text);
  state.restore(id, { document, size: text?.length ?? 0, order, due });
}

/**
 * Reads the lines of a segment. A last line without its end was cut off by a crash, before anybody was told of it. Each
 * line is a text of its own: a piece of one long text would keep all of it in memory.
 */
async function readSegment(
  bytes: Buffer,
  file: string,
  damage: DamageRegister,
  take: (record: JournalRecord) => void,
): Promise<void> {
  let broken: number | undefined;
  let line = 1;
  for (
    let from = 0, to = bytes.indexOf(10);
    to >= 0;
    from = to + 1, to = bytes.indexOf(10, from), line += 1
  ) {
    const record = parseRecord(bytes.toString('utf8', from, to));
    if (record) take(record);
    else broken ??= line;
  }
  if (broken === undefined) return;
  // A copy stays to be looked at when the journal is done with the segment.
  const kept = `${file}.damaged`;
  await copyFile(file, kept);
  damage.add(kept, `line ${broken} is not what was written; the other lines were taken`);
}

async function recoverStates(
  root: string,
  damage: DamageRegister,
): Promise<{ states: States; spares: Spare[] }> {
  const states: States = new Map();
  const spares: Spare[] = [];
  for (const [name, [current, ...cleared]] of await generationsByName(root, damage)) {
    for (const old of cleared) {
      await rm(join(root, generationFolderName(name, old)), { recursive: true, force: true });
    }
    const { entries, spare } = await recoverEntries(new PartitionState(root, name, current!), damage);
    states.set(name, new PartitionState(root, name, current!, entries));
    spares.push(...spare);
  }
  return { states, spares };
}

/** The generations of every partition that has a folder, newest first: only the newest was not cleared. */
async function generationsByName(root: string, damage: DamageRegister): Promise<Map<string, number[]>> {
  const generations = new Map<string, number[]>();
  for (const folder of await namesIn(root)) {
    const [, encoded, digits] = /^([^.]+)\.(\d+)$/.exec(folder) ?? [];
    const name = encoded === undefined ? undefined : decodeKey(encoded);
    if (name === undefined) damage.add(join(root, folder), 'no partition has such a name');
    else
      generations.set(
        name,
        [...(generations.get(name) ?? []), Number(digits)].sort((a, b) => b - a),
      );
  }
  return generations;
}

async function recoverEntries({ name, documents, files }: PartitionState, damage: DamageRegister) {
  const entries = new Map<string, Entry>();
  const spare: Spare[] = [];
  await namesIn(files);
  for (const file of await namesIn(documents)) {
    const named = parseDocumentFileName(file);
    if (named === undefined) damage.add(join(documents, file), 'no document has such a name');
    else if (entries.has(named.id)) spare.push({ partition: name, id: named.id, file });
    else entries.set(named.id, { ...named, revision: 0 });
  }
  return { entries: entries.values(), spare };
}

/** A crash between a document's move to a new name and the end of its old file leaves two; the journal has the truth. */
async function settleSpare(
  { partition, id, file }: Spare,
  states: States,
  damage: DamageRegister,
): Promise<void> {
  const state = states.get(partition)!;
  const path = join(state.documents, file);
  if (state.dirty.has(id)) await rm(path, { force: true });
  else damage.add(path, `a second file of document ${id}; the other one is used`);
}

/** The names in a folder, after removing what a crash left half-written there. */
async function namesIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  for (const draft of names.filter((name) => name.startsWith('.') && name.endsWith('.tmp'))) {
    await rm(join(folder, draft), { force: true });
  }
  return names.filter((name) => !name.startsWith('.'));
}
