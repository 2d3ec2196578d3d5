import { spawn, spawnSync } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { expect, it, onTestFinished } from 'vitest';
import { lowdbStore } from './lowdb-store.ts';
import type { Partition } from './store.ts';
import { recordOf, WRITERS } from './testing/crash-record.ts';
import { temporaryFolder } from './testing/temporary-folder.ts';

const KILLS = 50;
const writer = fileURLToPath(new URL('./testing/crash-writer.ts', import.meta.url));

/** Runs the writer until it has told us that many lines, kills it, and returns the last number told for each id. */
async function runAndKill(folder: string, env: NodeJS.ProcessEnv, lines: number, sync: boolean) {
  const child = spawn(process.execPath, [writer, folder, sync ? 'sync' : ''], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise((resolve) => child.once('close', resolve));
  const told = new Map<string, number>();
  let heard = 0;
  for await (const line of createInterface({ input: child.stdout })) {
    const [id = '', n] = line.split(' ');
    if (n !== undefined) told.set(id, Math.max(Number(n), told.get(id) ?? 0));
    if (heard === lines) child.kill('SIGKILL');
    heard += 1;
  }
  await ended;
  expect(child.signalCode).toBe('SIGKILL');
  return told;
}

/** Of each writer one change was under way when the process died: it may be there or not, but as a whole. */
async function expectEitherChange(documents: Partition, id: string, last: number): Promise<void> {
  const found = await documents.read(id);
  const [change] = [recordOf(last), recordOf(last + 1)].filter((candidate) =>
    candidate.kind === 'write' ? candidate.document.n === found?.n : found === undefined,
  );
  if (change?.kind !== 'write') {
    expect({ id, last, found, change }).toMatchObject({ found: undefined, change: { kind: 'remove' } });
    return;
  }
  expect(found).toEqual(change.document);
  expect(await documents.find(id)).toContain(id);
  expect(
    (await documents.list({ from: change.order, to: `${change.order}~`, offset: 0, limit: 99 })).ids,
  ).toContain(id);
  if (change.due) expect(await documents.due()).toContain(id);
}

async function expectAllCreated(created: Partition, last: number): Promise<void> {
  const due = await created.due();
  for (let n = 1; n <= last; n += 1) {
    expect(await created.read(`created-${n}`)).toEqual({ n });
    expect(due).toContain(`created-${n}`);
  }
}

/** Whatever there is comes from the round after the last clearing that we heard of: a beginning of it, or nothing. */
async function expectClearedAsAWhole(cleared: Partition, last: number): Promise<void> {
  const a = (await cleared.read('a'))?.n;
  const b = (await cleared.read('b'))?.n;
  const file = (await cleared.files.get('file'))?.toString();
  const n = last + 1;
  expect([
    [undefined, undefined, undefined],
    [n, undefined, undefined],
    [n, n, undefined],
    [n, n, String(n)],
  ]).toContainEqual([a, b, file]);
}

it(`a process killed at ${KILLS} random moments loses no acknowledged change and breaks no file`, async () => {
  const { path, remove } = await temporaryFolder();
  const cache = await temporaryFolder();
  onTestFinished(async () => {
    await remove();
    await cache.remove();
  });
  const env = { ...process.env, NODE_COMPILE_CACHE: cache.path };
  spawnSync(process.execPath, [writer], { env });
  const seed = Number(process.env.FC_SEED ?? process.hrtime()[1]);
  let counted = 0;
  for (const [round, lines] of fc.sample(fc.nat(300), { seed, numRuns: KILLS }).entries()) {
    const told = await runAndKill(path, env, lines, round % 10 === 0);
    const store = await lowdbStore(path);
    const documents = store.partition('documents');
    for (const id of WRITERS) {
      await expectEitherChange(documents, id, told.get(id) ?? 0);
      await documents.update(id, () => recordOf(0));
    }
    counted = Math.max(counted, told.get('counter') ?? 0);
    expect(Number((await documents.read('counter'))?.n ?? 0), `FC_SEED=${seed}`).toBeGreaterThanOrEqual(
      counted,
    );
    await expectAllCreated(store.partition('created'), told.get('created') ?? 0);
    await expectClearedAsAWhole(store.partition('cleared'), told.get('cleared') ?? 0);
    await store.partition('created').clear();
    await store.partition('cleared').clear();
    expect(store.damage()).toEqual([]);
    await store.close();
  }
  expect(counted).toBeGreaterThan(KILLS);
  expect((await readdir(path, { recursive: true })).filter((name) => name.endsWith('.tmp'))).toEqual([]);
});
