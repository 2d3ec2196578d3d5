import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Slots } from './slots.ts';

const nothing = () => {};
const claimAll = (slots: Slots, webhook_id: string) => {
  let held = 0;
  while (slots.claim(webhook_id, nothing)) held += 1;
  return held;
};

test('neither bound is ever passed, whatever is claimed and released', () => {
  const steps = fc.array(
    fc.record({ w: fc.integer({ min: 0, max: 9 }), claim: fc.boolean(), answered: fc.boolean() }),
    {
      maxLength: 300,
    },
  );
  fc.assert(
    fc.property(
      steps,
      fc.integer({ min: 1, max: 12 }),
      fc.integer({ min: 1, max: 5 }),
      (all, overall, perSubscription) => {
        const slots = new Slots({ overall, perSubscription });
        const held = new Map<string, number>();
        for (const { w, claim, answered } of all) {
          const own = held.get(`${w}`) ?? 0;
          if (claim) {
            if (slots.claim(`${w}`, nothing)) held.set(`${w}`, own + 1);
          } else if (own > 0) {
            slots.release(`${w}`, answered);
            held.set(`${w}`, own - 1);
          }
          expect(Math.max(0, ...held.values())).toBeLessThanOrEqual(perSubscription);
          expect([...held.values()].reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(overall);
        }
        for (const [webhook_id, own] of held)
          for (let n = 0; n < own; n += 1) slots.release(webhook_id, true);
        // All is given back: nothing leaked, and there is room as at the start.
        expect(claimAll(slots, 'fresh')).toBe(claimAll(new Slots({ overall, perSubscription }), 'fresh'));
      },
    ),
  );
});

test('a few slow receivers, however greedy, leave room for others', () => {
  const slots = new Slots({ overall: 32, perSubscription: 16 });
  for (const slow of ['a', 'b', 'c']) claimAll(slots, slow);
  for (const other of ['d', 'e', 'f', 'g', 'h']) expect(claimAll(slots, other)).toBe(1);
});

test('receivers that do not answer get one slot each and half of all together', () => {
  const slots = new Slots({ overall: 8, perSubscription: 4 });
  for (const dead of ['a', 'b', 'c', 'd', 'e', 'f']) {
    slots.claim(dead, nothing);
    slots.release(dead, false);
  }
  expect(['a', 'b', 'c', 'd', 'e', 'f'].map((dead) => claimAll(slots, dead))).toEqual([1, 1, 1, 1, 0, 0]);
  expect(claimAll(slots, 'healthy')).toBe(2);
  slots.release('a', true);
  expect(claimAll(slots, 'a')).toBeGreaterThan(0);
});

test('who was refused hears of the next slot, once', () => {
  const slots = new Slots({ overall: 1, perSubscription: 1 });
  slots.claim('a', nothing);
  let calls = 0;
  const wake = () => {
    calls += 1;
  };
  slots.claim('b', wake);
  slots.claim('c', wake);
  slots.release('a', true);
  slots.claim('a', nothing);
  slots.release('a', true);
  expect(calls).toBe(1);
});
