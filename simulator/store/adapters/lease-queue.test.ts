import { expect, test } from 'vitest';
import { ClientBusyError } from '../port.ts';
import { LeaseQueue } from './lease-queue.ts';

const queueAt = (now: number) => new LeaseQueue(() => now);

/** A task that has the client until it is let go. */
function holding(queue: LeaseQueue, purpose: string) {
  let letGo = () => {};
  const ended = queue.run({ purpose }, () => new Promise<void>((resolve) => (letGo = resolve)));
  return { ended, letGo: () => letGo() };
}

test('a task knows its purpose, its signal and how long it may still wait; others see who has the client', async () => {
  const queue = queueAt(7);
  const { signal } = new AbortController();
  await queue.run({ purpose: 'a reset', signal, waitMs: 5000 }, async (turn) => {
    expect(turn).toMatchObject({ purpose: 'a reset', signal });
    expect(turn.remainingMs()).toBeGreaterThan(4000);
    expect(turn.remainingMs()).toBeLessThanOrEqual(5000);
    expect(queue.holder).toEqual({ purpose: 'a reset', since: 7 });
  });
  expect(queue.holder).toBeUndefined();
  await queue.run({}, async (turn) => {
    expect(turn.purpose).toBe('a task');
    expect(turn.remainingMs()).toBeGreaterThan(50_000);
  });
});

test('tasks run one after the other, first come, first served, also after one that fails', async () => {
  const queue = queueAt(0);
  const order: string[] = [];
  const first = holding(queue, 'first');
  const failing = queue.run({}, async () => {
    order.push('second');
    throw new Error('broken');
  });
  const third = queue.run({}, async () => void order.push('third'));
  expect(order).toEqual([]);
  first.letGo();
  await expect(failing).rejects.toThrow('broken');
  await Promise.all([first.ended, third]);
  expect(order).toEqual(['second', 'third']);
});

test('a caller who waits for too long, or leaves, is refused with who has the client, and holds up no other', async () => {
  const queue = queueAt(0);
  const first = holding(queue, 'a snapshot');
  const leaving = new AbortController();
  const left = queue.run({ signal: leaving.signal }, async () => 'never');
  leaving.abort();
  await expect(left).rejects.toThrow('a snapshot has had it to itself since 1970-01-01');
  await expect(left).rejects.toThrow('the caller left');
  await expect(queue.run({ signal: leaving.signal }, async () => 'never')).rejects.toThrow(ClientBusyError);
  await expect(queue.run({ waitMs: 5 }, async () => 'never')).rejects.toThrow(ClientBusyError);
  const next = queue.run({}, async () => 'done');
  first.letGo();
  expect(await next).toBe('done');
});

test('a hundred callers wait at most', async () => {
  const queue = queueAt(0);
  const first = holding(queue, 'a move');
  const waiting = Array.from({ length: 100 }, (_, at) => queue.run({}, async () => at));
  await expect(queue.run({}, async () => 'never')).rejects.toThrow('100 others wait');
  first.letGo();
  expect(await Promise.all(waiting)).toHaveLength(100);
  expect(await queue.run({}, async () => 'free again')).toBe('free again');
});
