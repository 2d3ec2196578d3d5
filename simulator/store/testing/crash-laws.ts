import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { expect, it, onTestFinished } from 'vitest';
import { few, testSeed } from '../../../spec/testing/test-run.ts';
import type { ClientStore, Store } from '../port.ts';
import { contentsOf, documentOf, itemsOf, USERS } from './written.ts';

const writer = fileURLToPath(new URL('./store-writer.ts', import.meta.url));

/** A store that another process changes until it is killed. */
export type CrashPlace = {
  /** The argument of that process: a folder, or the address of a database. */
  readonly address: string;
  open(): Promise<Store>;
  /** Resolves when nothing of the killed process is under way any more. */
  settled?(): Promise<void>;
  remove(): Promise<void>;
};

/** Runs the writer until it has reported that many changes, kills it, and returns the last number reported of each. */
async function runAndKill(address: string, lines: number): Promise<Map<string, number>> {
  const child = spawn(process.execPath, [writer, address], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise((resolve) => child.once('close', resolve));
  const reported = new Map<string, number>();
  let heard = 0;
  for await (const line of createInterface({ input: child.stdout })) {
    const [id = '', n] = line.split(' ');
    reported.set(id, Number(n));
    heard += 1;
    if (heard === lines) child.kill('SIGKILL');
  }
  await ended;
  expect(child.signalCode).toBe('SIGKILL');
  return reported;
}

/** One change may have been under way: it is there or not, but with its work, and as a whole. */
async function expectLastOrNext(clientStore: ClientStore, id: string, last: number): Promise<void> {
  const n = Number((await clientStore.read(id))?.n ?? 0);
  expect([last, last + 1]).toContain(n);
  if (n === 0) return;
  expect(await clientStore.read(id)).toEqual(documentOf(n));
  const expected = [...(n > 1 ? itemsOf(id, n - 1) : []), ...itemsOf(id, n)];
  expect((await clientStore.work.list({ owner: id })).map(({ sequence: _, ...item }) => item)).toEqual(
    expected,
  );
}

const kills = few(2, 8);

/** What a store promises of a process that is killed at random moments. */
export function crashLaws(makePlace: () => Promise<CrashPlace>): void {
  it(`a process killed at ${kills} moments loses no acknowledged change, and no reset is half done`, async () => {
    const { address, open, settled, remove } = await makePlace();
    onTestFinished(remove);
    const seed = Number(process.env.FC_SEED ?? testSeed);
    const reported = new Map<string, number>([...USERS, 'reset'].map((id) => [id, 0]));
    const moments = (min: number, numRuns: number) =>
      fc.sample(fc.integer({ min, max: 250 }), { seed, numRuns });
    // fast-check prefers small numbers: the last kill comes late enough for every writer to have reported a change.
    for (const lines of [...moments(1, kills - 1), ...moments(100, 1)]) {
      for (const [id, n] of await runAndKill(address, lines)) reported.set(id, n);
      await settled?.();
      const store = await open();
      expect(await store.health(), `FC_SEED=${seed}`).toMatchObject({ problems: [] });
      for (const id of USERS) {
        await expectLastOrNext(store.clientStore('users'), id, reported.get(id)!);
        reported.set(id, Number((await store.clientStore('users').read(id))?.n ?? 0));
      }
      const { aggregates, work, files } = await store.clientStore('resets').contents();
      const n = Number(aggregates[0]?.document.n ?? 0);
      expect([reported.get('reset')!, reported.get('reset')! + 1]).toContain(n);
      if (n > 0) expect({ aggregates, work, files }).toEqual(contentsOf(n));
      reported.set('reset', n);
      await store.close();
    }
    expect(Math.min(...reported.values()), `FC_SEED=${seed}`).toBeGreaterThan(0);
  });
}
