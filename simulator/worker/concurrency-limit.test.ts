import fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import { ConcurrencyLimit } from './concurrency-limit.ts';

afterEach(() => {
  vi.useRealTimers();
});

const nothing = () => {};
const takeAll = (slots: ConcurrencyLimit, target: string) => {
  const taken: ((answered: boolean) => void)[] = [];
  for (let one = slots.take(target); one; one = slots.take(target)) taken.push(one);
  return taken;
};

test('no target ever gets more than its bound, whatever is taken and given back', () => {
  const steps = fc.array(
    fc.record({ target: fc.integer({ min: 0, max: 9 }), take: fc.boolean(), answered: fc.boolean() }),
    { maxLength: 300 },
  );
  fc.assert(
    fc.property(steps, fc.integer({ min: 1, max: 5 }), (all, perTarget) => {
      const slots = new ConcurrencyLimit({ overall: 1000, perTarget });
      const held = new Map<number, ((answered: boolean) => void)[]>();
      for (const { target, take, answered } of all) {
        const own = held.get(target) ?? [];
        const slot = take ? slots.take(String(target)) : undefined;
        if (slot) held.set(target, [...own, slot]);
        else if (!take) own.shift()?.(answered);
        expect((held.get(target) ?? []).length).toBeLessThanOrEqual(perTarget);
      }
    }),
  );
});

test('a target that did not answer gets one thing at a time until it answers', () => {
  const slots = new ConcurrencyLimit({ perTarget: 4 });
  slots.take('dead')?.(false);
  const [only, ...others] = takeAll(slots, 'dead');
  expect(others).toEqual([]);
  expect(slots.full()).toEqual(['dead']);
  only?.(true);
  expect(takeAll(slots, 'dead')).toHaveLength(4);
});

test('what waits for longer than a second leaves its place to others', () => {
  vi.useFakeTimers();
  const slots = new ConcurrencyLimit({ overall: 3, perTarget: 2 });
  for (const hanging of ['a', 'b', 'c']) slots.take(hanging);
  const woken = vi.fn();
  expect(slots.free(woken)).toBe(0);
  vi.advanceTimersByTime(1000);
  expect(woken).toHaveBeenCalledOnce();
  expect(slots.free(nothing)).toBe(3);
});

test('all that was given back can be taken again', () => {
  const slots = new ConcurrencyLimit({ overall: 3, perTarget: 3 });
  for (let round = 0; round < 5; round += 1) {
    const taken = takeAll(slots, 'one');
    expect(taken).toHaveLength(3);
    expect(slots.free(nothing)).toBe(0);
    for (const giveBack of taken) giveBack(true);
    expect(slots.free(nothing)).toBe(3);
  }
});
