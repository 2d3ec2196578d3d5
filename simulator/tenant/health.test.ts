import { expect, test, vi } from 'vitest';
import type { LeaseHolder } from '../store/port.ts';
import { healthOf, logHealth } from './health.ts';

const NOW = 1_000_000;

/** A sandbox of one client whose due work has waited for so long. */
function servicesWith(behindMs: number, leaseHolder?: LeaseHolder) {
  const client = { clientStore: { leaseHolder }, worker: { behindMs }, state: {} };
  return {
    store: { health: async () => ({ problems: [] }) },
    clients: [client],
    realNow: () => NOW,
  } as unknown as Parameters<typeof healthOf>[0];
}

const moving = (forMs: number): LeaseHolder => ({ purpose: 'a move of the clock', since: NOW - forMs });

test.each([
  ['nothing waits', servicesWith(0), []],
  ['work waits for a moment', servicesWith(5000), []],
  [
    'work waits though no task has the client',
    servicesWith(12_000),
    [/^Work that is due has waited for 12 s/],
  ],
  ['work waits for a move of the clock', servicesWith(12_000, moving(12_000)), []],
  [
    'a move takes more than a minute',
    servicesWith(61_000, moving(61_000)),
    [/^A client's work stands still: a move/],
  ],
])('%s', async (_, services, problems) => {
  const { stalled } = await healthOf(services);
  expect(stalled).toEqual(problems.map((problem) => expect.stringMatching(problem)));
});

test('the log says once that the sandbox is degraded, and once that it no longer is', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const sentences: string[] = [];
  const services = { ...servicesWith(12_000), closing: new AbortController().signal };
  logHealth(services, (sentence) => sentences.push(sentence));
  const look = async (behindMs: number) => {
    Object.assign(services.clients[0]!.worker, { behindMs });
    await vi.advanceTimersByTimeAsync(15_000);
  };
  for (const behindMs of [12_000, 27_000, 0, 0]) await look(behindMs);
  vi.useRealTimers();
  expect(sentences).toEqual([
    'Degraded: Work that is due has waited for 12 s to be done',
    'No longer degraded',
  ]);
});
