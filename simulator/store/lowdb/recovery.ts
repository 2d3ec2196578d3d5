import { copyFile, mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Entry } from '../document-index.ts';
import { decodeKey } from '../keys.ts';
import type { Document } from '../store.ts';
import type { DamageRegister } from './damage-register.ts';
import { documentFileName, parseDocumentFileName, readDocument } from './document-file.ts';
import { segmentFile, segmentNumbers } from './journal.ts';
import { type JournalRecord, parseRecord } from './journal-record.ts';
import { generationFolderName, PartitionState } from './partition-state.ts';
import { applyPatch } from './patch.ts';

type States = Map<string, PartitionState>;
/** What the journal tells of one document, from the last whole one on. */
type History = JournalRecord[];
type Spare = { partition: string; id: string; file: string };

/** Finds what a folder holds: the names of the documents, and on top of them what the journal has. */
export async function recover(partitionsFolder: string, journalFolder: string, damage: DamageRegister) {
  await mkdir(partitionsFolder, { recursive: true });
  await mkdir(journalFolder, { recursive: true });
  const { states, spares } = await recoverStates(partitionsFolder, damage);
  const segments = await segmentNumbers(journalFolder);
  const histories = new Map<string, History>();
  const sizes = new Map<number, number>();
  for (const number of segments) {
    const file = segmentFile(journalFolder, number);
    const bytes = await readFile(file);
    sizes.set(number, bytes.length);
    await readSegment(bytes, file, damage, (record) => {
      const key = JSON.stringify([record.partition, record.generation, record.id]);
      const history = record.kind === 'patch' ? histories.get(key) : undefined;
      if (!history) histories.set(key, [record]);
      else if (follows(record, history.at(-1) as JournalRecord)) history.push(record);
    });
  }
  for (const history of histories.values()) await replay(history, states, partitionsFolder, damage);
  for (const spare of spares) await settleSpare(spare, states, damage);
  return { states, segments: sizes };
}

/** Whether a patch is of the very document that another record left; if not, one in between is damaged. */
function follows(record: JournalRecord, last: JournalRecord): boolean {
  const step = last.kind === 'patch' ? last.step : 0;
  return record.kind === 'patch' && last.kind !== 'removed' && record.step === step + 1;
}

async function replay(history: History, states: States, root: string, damage: DamageRegister): Promise<void> {
  const last = history.at(-1) as JournalRecord;
  const { partition, generation, id, order, due } = last;
  let state = states.get(partition);
  if (state === undefined || state.generation < generation) {
    state = new PartitionState(root, partition, generation);
    states.set(partition, state);
  }
  if (state.generation !== generation) return;
  const start = await startOf(history[0] as JournalRecord, state, damage);
  if (start === 'damaged') return;
  let { document, size } = start;
  for (const record of history) {
    if (record.kind !== 'patch' || !document) continue;
    document = applyPatch(document, JSON.parse(record.text));
    size += record.text.length;
  }
  state.restore(id, { document, size, step: last.kind === 'patch' ? last.step : 0, order, due });
}

/** The document that a history begins with: what came before a patch has gone into the document's own file. */
async function startOf(
  first: JournalRecord,
  state: PartitionState,
  damage: DamageRegister,
): Promise<{ document: Document | undefined; size: number } | 'damaged'> {
  if (first.kind === 'removed') return { document: undefined, size: 0 };
  if (first.kind === 'document') return { document: JSON.parse(first.text), size: first.text.length };
  const entry = state.index.get(first.id);
  const name = documentFileName(entry ?? first);
  try {
    return await readDocument(state.documents, name);
  } catch (error) {
    // The file stays as it is, and so does what is known of it: whoever asks for the document is told.
    damage.add(join(state.documents, name), error instanceof Error ? error.message : String(error));
    return 'damaged';
  }
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
  damage.add(
    kept,
    `line ${broken} is not what was written; the other lines were taken, but for patches that build on it`,
  );
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
