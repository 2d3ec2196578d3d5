import { setImmediate as nextEventLoopTurn } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Stream, stream } from '../../generators/random.ts';
import { memoryStore } from '../store/adapters/memory/memory-store.ts';
import type { ClientStore } from '../store/port.ts';
import { working } from './testing/working.ts';

/** The same client, whose every call takes some turns of the event loop, as a database would. */
function slow(clientStore: ClientStore, chance: Stream, mostTurns: number): ClientStore {
  const guard = <T extends object>(target: T): T =>
    new Proxy(target, {
      get(_, name) {
        const value: unknown = Reflect.get(target, name, target);
        if (name === 'work') return guard(value as object);
        if (typeof value !== 'function' || name === 'watch') return value;
        return async (...given: unknown[]) => {
          for (let turns = chance.int(1, mostTurns); turns > 0; turns -= 1) await nextEventLoopTurn();
          return value.apply(target, given);
        };
      },
    });
  return guard(clientStore);
}

/** Far more turns than the slowest plan below needs, which takes about 2,000. */
const MOST_TURNS = 20_000;

test('moves of the clock end, however often workers are woken and however slow the store is', async () => {
  const plans = fc.record({
    seed: fc.integer(),
    mostTurns: fc.integer({ min: 1, max: 12 }),
    workers: fc.integer({ min: 1, max: 3 }),
    moves: fc.integer({ min: 1, max: 4 }),
    /** How many turns pass between two wakings. */
    wakeEvery: fc.integer({ min: 1, max: 3 }),
  });
  await fc.assert(
    fc.asyncProperty(plans, async ({ seed, mostTurns, workers, moves, wakeEvery }) => {
      const chance = stream(seed, 'progress');
      const store = memoryStore({ now: () => 1_000_000 }).clientStore('client');
      const processes = await Promise.all(
        Array.from({ length: workers }, () => working({ clientStore: slow(store, chance, mostTurns) })),
      );
      const [first] = processes;
      await first!.subscribe('w');
      for (const { start } of processes) start();
      let moved = 0;
      const moving = Array.from({ length: moves }, (_, n) =>
        processes[n % workers]!.moveTo(1000 * (n + 1)).then(() => {
          moved += 1;
        }),
      );
      for (let turn = 0; moved < moves && turn < MOST_TURNS; turn += 1) {
        if (turn % wakeEvery === 0) for (const { worker } of processes) worker.wake();
        // Requests go on meanwhile, and each puts work that the holder of the lease may not wait for.
        if (turn % 50 === 0 && turn < 1000) await first!.occur(`user-${turn % 3}`, 'w');
        await nextEventLoopTurn();
      }
      expect(moved).toBe(moves);
      await Promise.all([...moving, ...processes.map(({ worker }) => worker.close())]);
    }),
    { numRuns: 15 },
  );
});

test('a worker that is woken all the time and has nothing to do is idle', async () => {
  const clientStore = memoryStore({ now: () => 1_000_000 }).clientStore('client');
  const { worker, start } = await working({ clientStore: slow(clientStore, stream(1, 'idle'), 3) });
  start();
  let isIdle = false;
  const idle = worker.idle().then(() => {
    isIdle = true;
  });
  for (let turn = 0; !isIdle && turn < 1000; turn += 1) {
    worker.wake();
    await nextEventLoopTurn();
  }
  expect(isIdle).toBe(true);
  await Promise.all([idle, worker.close()]);
});
