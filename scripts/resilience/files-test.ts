import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { type Stream, stream } from '../../generators/random.ts';
import { lowdbStore } from '../../simulator/store/adapters/lowdb/lowdb-store.ts';
import { type Call, must } from './connection.ts';
import { Problems, type ResilienceOptions, type ResilienceOutcome } from './resilience-test.ts';
import { RestartableSandbox } from './restartable-sandbox.ts';
import { newUser } from './writers/writer.ts';

export type FilesSize = { files: number; changes: number };

/** Fewer than a sandbox would have files open if it opened more than a few at a time. */
const DESCRIPTORS = 128;
/** No list and no change may take longer, in milliseconds, however many users there are. */
const MOST_MS = 5000;

/** A data folder with very many files: the sandbox starts, lists and changes with few descriptors, and keeps all of it. */
export async function filesTest({
  seed,
  size,
  progress = () => {},
}: ResilienceOptions<FilesSize>): Promise<ResilienceOutcome> {
  const chance = stream(seed, 'files');
  const problems = new Problems();
  const folder = await mkdtemp(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'payrig-files-'));
  const flags = ['--data', folder, '--users', '4', '--log-level', 'error'];
  const sandbox = await RestartableSandbox.start({ flags, descriptors: DESCRIPTORS, connections: 20 });
  const figures = { files: size.files, 'changes kept': 0, restarts: 0, 'ms for the slowest answer': 0 };
  const call: Call = async (asked) => {
    const began = performance.now();
    const answer = await sandbox.call(asked);
    const took = Math.round(performance.now() - began);
    figures['ms for the slowest answer'] = Math.max(figures['ms for the slowest answer'], took);
    if (took > MOST_MS) problems.add('slow', `${asked.method} ${asked.path} took ${took} ms, seed ${seed}`);
    return answer;
  };
  try {
    const first = await newUser(call, { surname: 'Many' });
    const others = (await must(call, { method: 'GET', path: '/users?limit=1' })).pagination.total_count;
    await sandbox.process.stop();
    const ids = await multiply(folder, first, size.files);
    await sandbox.start();
    progress(`${size.files} files are there, and the sandbox has started`);
    const kept = await changeSome(call, ids, size.changes, chance);
    for (const ending of ['kill', 'stop'] as const) {
      await sandbox.restart(ending);
      figures.restarts += 1;
      for (const problem of await faultsOf(call, others + ids.length, kept))
        problems.add(problem, `seed ${seed}, after ${ending}`);
      progress(`${kept.size} changes looked for after ${ending}, ${problems.count} problems`);
    }
    figures['changes kept'] = kept.size;
    for (const line of sandbox.process.output().split('\n').slice(1))
      if (line !== '') problems.add('log', line);
  } finally {
    await sandbox.close();
    await rm(folder, { recursive: true, force: true });
  }
  return { figures, problems: problems.list() };
}

/** Puts so many users beside the one that is there, each as that one is; the ids of all. */
async function multiply(folder: string, first: string, files: number): Promise<string[]> {
  const store = await lowdbStore(folder);
  const clientStore = store.clientStore('sandbox');
  const contents = await clientStore.contents();
  const one = contents.aggregates.find(({ id }) => id === first)!;
  const text = JSON.stringify(one.document);
  const ids = Array.from({ length: files }, (_, n) => n.toString(16).padStart(8, '0') + first.slice(8));
  const others = ids.map((id, n) => ({
    id,
    sortKey: `${one.sortKey}-${String(n).padStart(7, '0')}`,
    document: JSON.parse(text.replaceAll(first, id)),
  }));
  await clientStore.replace({ ...contents, aggregates: [...contents.aggregates, ...others] });
  await store.close();
  return ids;
}

/** Changes and deletes users here and there, all at the same time; what each is called now, null when it is gone. */
async function changeSome(
  call: Call,
  ids: readonly string[],
  changes: number,
  chance: Stream,
): Promise<Map<string, string | null>> {
  const chosen = new Set(Array.from({ length: changes }, () => chance.pick(ids)));
  const kept = new Map([...chosen].map((id, n) => [id, n % 5 === 0 ? null : `Name ${n}`]));
  await Promise.all(
    [...kept].map(([id, surname]) =>
      surname === null
        ? must(call, { method: 'DELETE', path: `/users/${id}` })
        : must(call, { method: 'PATCH', path: `/users/${id}`, body: { surname } }),
    ),
  );
  return kept;
}

/** What is not as it was left: those that were changed, and lists from the beginning to the end. */
async function faultsOf(
  call: Call,
  users: number,
  kept: ReadonlyMap<string, string | null>,
): Promise<string[]> {
  const faults: string[] = [];
  const health = await must(call, { method: 'GET', path: '/_sandbox/health' });
  if (health.status !== 'ok') faults.push(`health: ${health.problems.slice(0, 3)}`);
  for (const [id, surname] of kept) {
    const { status, body } = await call({ method: 'GET', path: `/_sandbox/users/${id}` });
    if (surname === null ? status !== 404 : body?.user?.surname !== surname)
      faults.push(`${id} gave ${status} and not ${surname}`);
  }
  const total = users - [...kept.values()].filter((surname) => surname === null).length;
  for (const offset of [1, Math.round(total / 2), total - 99]) {
    const path = `/users?limit=100&offset=${offset}`;
    const { pagination } = await must(call, { method: 'GET', path });
    if (pagination.total_count !== total || pagination.count !== 100)
      faults.push(`${path} gave ${JSON.stringify(pagination)}, not ${total}`);
  }
  return faults;
}
