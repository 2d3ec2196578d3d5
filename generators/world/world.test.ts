import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { resourceId, seededUserId } from '../ids.ts';
import { WORLD_ANCHOR } from '../people/history.ts';
import { payrollOf } from '../people/payroll.ts';
import { createdAt, MOST_USERS } from './created-at.ts';
import { startingUser } from './starting-user.ts';
import { FEWEST_USERS, world } from './world.ts';

const bytes = (seed: string, users: number, index: number) =>
  JSON.stringify(startingUser(world(seed, { users }), index));

describe('a world', () => {
  it('is a pure function of its seed', () => {
    for (const index of [0, 7, 50, 51, 99]) {
      expect(bytes('a', 100, index)).toBe(bytes('a', 100, index));
      expect(bytes('b', 100, index)).not.toBe(bytes('a', 100, index));
    }
  });

  it('makes a person the same whether or not others were made before', () => {
    const alone = bytes('a', 100, 77);
    const crowded = world('a', { users: 100 });
    for (let index = 0; index < 77; index++) JSON.stringify(startingUser(crowded, index));
    expect(JSON.stringify(startingUser(crowded, 77))).toBe(alone);
  });

  it('has the same first users however many there are', () => {
    for (const index of [0, 3, 60, 69]) expect(bytes('a', 10_000, index)).toBe(bytes('a', 70, index));
  });

  it('makes a person the same whichever part is asked for first', () => {
    const forwards = startingUser(world('a'), 60);
    const backwards = startingUser(world('a'), 60);
    const parts = [
      'direct',
      'documents',
      'income_submissions',
      'bank_statement_submissions',
      'entries',
    ] as const;
    for (const part of parts) expect(backwards[part]).toEqual(JSON.parse(JSON.stringify(forwards[part])));
  });

  it('finds a user and the owner of any of their resources by the id alone', () => {
    const large = world('a', { users: 10_000 });
    fc.assert(
      fc.property(fc.nat({ max: 9_999 }), fc.string(), (index, key) => {
        const id = large.userId(index);
        expect(large.indexOf(id)).toBe(index);
        expect(large.ownerOf(resourceId(id, key))).toBe(index);
        expect(large.indexOf(resourceId(id, key))).toBeUndefined();
      }),
    );
    expect(large.indexOf(seededUserId('a', 10_000))).toBeUndefined();
    expect(large.ownerOf(seededUserId('b', 5))).toBeUndefined();
    expect(() => large.person(10_000)).toThrow(RangeError);
  });

  it('always has its personas, and no more users than can be told apart', () => {
    expect(world('a', { users: 0 }).userCount).toBe(FEWEST_USERS);
    expect(world('a', { users: 500 }).userCount).toBe(500);
    for (const users of [-1, 1.5, MOST_USERS + 1]) expect(() => world('a', { users })).toThrow(RangeError);
  });

  it('creates its users one after the other, the last before it begins', () => {
    for (let index = 1; index < MOST_USERS; index += index < 5_000 || index > MOST_USERS - 5_000 ? 1 : 997) {
      if (createdAt(index) <= createdAt(index - 1))
        throw new Error(`User ${index} is not newer than the one before`);
    }
    expect(createdAt(MOST_USERS - 1)).toBeLessThan(WORLD_ANCHOR);
  });
});

describe('payroll', () => {
  it('only grows as time goes on: what was held before stays as it was', () => {
    const everybody = world('growth', { users: 200 });
    const days = fc.integer({ min: -700, max: 900 });
    fc.assert(
      fc.property(fc.nat({ max: 199 }), days, days, (index, one, other) => {
        const [sooner, later] = [Math.min(one, other), Math.max(one, other)].map(
          (day) => WORLD_ANCHOR + day * 86_400_000,
        );
        const before = payrollOf(everybody.person(index), { until: sooner! });
        const after = payrollOf(everybody.person(index), { until: later! });
        before.forEach(({ submissions }, job) => {
          expect(after[job]!.submissions.slice(0, submissions.length)).toEqual(submissions);
        });
      }),
      { numRuns: 60 },
    );
  });

  it('has one more payslip from the first instant of the next pay day', () => {
    const { personas, person } = world('1');
    const ada = person(personas.get('steady-salary')!.index!);
    const payDay = Date.parse('2026-10-28T00:00:00.000Z');
    const count = (until: number) => payrollOf(ada, { until })[0]!.submissions.length;
    expect(count(payDay - 1)).toBe(count(WORLD_ANCHOR));
    expect(count(payDay)).toBe(count(WORLD_ANCHOR) + 1);
  });
});
