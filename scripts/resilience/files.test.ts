import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Stream } from '../../generators/random.ts';
import { lowdbStore } from '../../simulator/store/adapters/lowdb/lowdb-store.ts';
import type { SuccessBody } from '../../spec/operations.ts';
import { ask, type Call, must } from './testing/connection.ts';
import { faultTest } from './testing/fault-test.ts';
import { newUser } from './testing/writers/writer.ts';

/** Too few for a sandbox that opens more than a few files at a time. */
const DESCRIPTORS = 128;
/** The longest that a list or a change may take, however many users there are. */
const MOST_MS = 5000;

/** A data folder of very many files: the sandbox starts, lists and changes with few descriptors, and loses nothing. */
faultTest({
  name: 'files',
  title: 'a folder of many files starts, lists and changes with few descriptors, and loses nothing',
  short: { files: 700, changes: 100 },
  long: { files: 100_000, changes: 1000 },
  least: { 'changes kept': 61 },
  async run(bed) {
    const { seed, size, chance, problems, progress } = bed;
    const data = await mkdtemp(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'payrig-files-'));
    bed.closing({ close: () => rm(data, { recursive: true, force: true }) });
    const limits = { descriptors: DESCRIPTORS, connections: 20 };
    const sandbox = await bed.startSandbox(['--data', data], limits);
    let slowest = 0;
    const call: Call = async (asked) => {
      const began = performance.now();
      const answer = await sandbox.call(asked);
      const took = Math.round(performance.now() - began);
      slowest = Math.max(slowest, took);
      if (took > MOST_MS) problems.add('slow', `${asked.method} ${asked.path} took ${took} ms, seed ${seed}`);
      return answer;
    };
    const first = await newUser(call, { surname: 'Many' });
    const others = (await must(call, 'listUsers', { query: { limit: 1 } })).pagination.total_count;
    await sandbox.process.stop();
    const ids = await multiply(data, first, size.files);
    await sandbox.start();
    progress(`${size.files} files are there, and the sandbox has started`);
    const kept = await changeSome(call, ids, size.changes, chance);
    const endings = ['kill', 'stop'] as const;
    for (const ending of endings) {
      await sandbox.restart(ending);
      for (const problem of await faultsOf(call, others + ids.length, kept))
        problems.add(problem, `seed ${seed}, after ${ending}`);
      progress(`${kept.size} changes read after ${ending}, ${problems.count} problems`);
    }
    problems.add('log', ...sandbox.log());
    return {
      files: size.files,
      'changes kept': kept.size,
      restarts: endings.length,
      'ms for the slowest answer': slowest,
    };
  },
});

/** Copies one user into the store many times; returns the ids of the copies. */
async function multiply(folder: string, first: string, files: number): Promise<string[]> {
  const store = await lowdbStore(folder);
  const clientStore = store.clientStore('sandbox');
  const contents = await clientStore.contents();
  const { sortKey, document } = contents.aggregates.find(({ id }) => id === first)!;
  const text = JSON.stringify(document);
  const ids = Array.from({ length: files }, (_, n) => n.toString(16).padStart(8, '0') + first.slice(8));
  const copies = ids.map((id, n) => ({
    id,
    sortKey: `${sortKey}-${String(n).padStart(7, '0')}`,
    document: JSON.parse(text.replaceAll(first, id)),
  }));
  await clientStore.replace({ ...contents, aggregates: [...contents.aggregates, ...copies] });
  await store.close();
  return ids;
}

/** Changes and deletes random users concurrently; returns the surname of each, null when it is deleted. */
async function changeSome(call: Call, ids: readonly string[], changes: number, chance: Stream) {
  const chosen = new Set(Array.from({ length: changes }, () => chance.pick(ids)));
  const kept = new Map([...chosen].map((id, n) => [id, n % 5 === 0 ? null : `Name ${n}`]));
  const change = async ([user_id, surname]: [string, string | null]): Promise<void> => {
    if (surname === null) await must(call, 'deleteUser', { path: { user_id } });
    else await must(call, 'updateUser', { path: { user_id }, body: { surname } });
  };
  await Promise.all([...kept].map(change));
  return kept;
}

/** What is not as it was left: the changed users, and lists from the beginning to the end. */
async function faultsOf(call: Call, users: number, kept: ReadonlyMap<string, string | null>) {
  const faults: string[] = [];
  const health = await must(call, 'getHealth');
  if (health.status !== 'ok') faults.push(`health: ${health.problems?.slice(0, 3)}`);
  for (const [user_id, surname] of kept) {
    const { status, text } = await call(ask('inspectUser', { path: { user_id } }));
    const found: Partial<SuccessBody<'inspectUser'>> = JSON.parse(text);
    if (surname === null ? status !== 404 : found.user?.surname !== surname)
      faults.push(`${user_id} gave ${status} and not ${surname}`);
  }
  const total = users - [...kept.values()].filter((surname) => surname === null).length;
  for (const offset of [1, Math.round(total / 2), total - 99]) {
    const { pagination } = await must(call, 'listUsers', { query: { limit: 100, offset } });
    if (pagination.total_count !== total || pagination.count !== 100)
      faults.push(`the list from ${offset} on gave ${JSON.stringify(pagination)}, not ${total}`);
  }
  return faults;
}
