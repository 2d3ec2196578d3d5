import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { few } from '../../spec/testing/test-run.ts';
import { resourceId, seededUserId } from '../ids.ts';
import { payrollOf } from '../people/payroll.ts';
import { arbitraryBirth, someBirth } from '../testing/births.ts';
import { createdAt, MOST_USERS } from './birth.ts';
import { startingUser } from './starting-user.ts';
import { FEWEST_USERS, world } from './world.ts';

const bytes = (seed: string, users: number, index: number) =>
  JSON.stringify(startingUser(world(seed, { users, born: someBirth }), index));

describe('a world', () => {
  afterEach(() => vi.useRealTimers());

  it('has the same ids whenever it is born, and nothing in it lies ahead', () => {
    const idsAt = (born: number) => {
      const here = world('a', { users: 70, born });
      return Array.from({ length: here.userCount }, (_, index) => {
        const { user, authorisations, accounts, entries } = startingUser(here, index);
        const held = entries.flatMap((entry) => entry.payroll_submissions);
        const instants = [
          user.created_at,
          ...[...accounts, ...entries, ...held].map((one) => one.created_at),
          ...held.map((slip) => slip.income_information!.pay_date!),
          ...authorisations.flatMap((one) => [one.accepted_at, one.revoked_at ?? one.accepted_at]),
        ];
        expect(instants.filter((at) => Date.parse(at) > born)).toEqual([]);
        return [
          user.user_id,
          ...authorisations.map((one) => one.authorisation_id),
          ...accounts.map((one) => one.account_id),
          ...entries.map((one) => one.entry_id),
        ];
      });
    };
    const ids = idsAt(someBirth);
    fc.assert(
      fc.property(arbitraryBirth, (born) => {
        expect(idsAt(born)).toEqual(ids);
      }),
      { numRuns: few(3, 12) },
    );
  });

  it('keeps the ids that are written down for seed 1', () => {
    const { personas } = world('1', { born: someBirth });
    expect(personas.get('steady-salary')!.userId).toBe('3a1547f8-db4e-4fd2-bf8a-b8c5569e3f93');
    expect(personas.get('first-query')!.userId).toBe('3a1547e3-02dd-42c5-8bd9-1d8c09a0ee05');
  });

  it('is a pure function of its seed', () => {
    for (const index of [0, 7, 50, 51, 99]) {
      expect(bytes('a', 100, index)).toBe(bytes('a', 100, index));
      expect(bytes('b', 100, index)).not.toBe(bytes('a', 100, index));
    }
  });

  it('is the same in any year: it reads no clock and draws no random numbers', () => {
    const today = [0, 60, 61].map((index) => bytes('a', 100, index));
    vi.useFakeTimers({ now: Date.parse('2041-02-28T23:59:59.999Z') });
    const random = vi.spyOn(Math, 'random');
    expect([0, 60, 61].map((index) => bytes('a', 100, index))).toEqual(today);
    expect(random).not.toHaveBeenCalled();
    random.mockRestore();
  });

  it('has these very people on every machine', () => {
    const { person } = world('1', { born: someBirth });
    const seen = [70, 71, 72]
      .map((index) => person(index))
      .map(({ userId, identity, homes }) => {
        const { forename, surname, dateOfBirth, niNumber } = identity;
        return [userId, forename, surname, dateOfBirth, niNumber, homes[0]!.postCode].join(' ');
      });
    expect(seen).toMatchInlineSnapshot(`
      [
        "3a1547be-0c7a-4448-9336-cd047afaba83 Linda Thomson 1988-11-20 QQ987962D GL2 5RS",
        "3a1547bf-73a8-4359-907a-8fae225cda4a Morag Craven 1985-03-15 QQ084812C LE6 8LQ",
        "3a1547b0-e3f5-428d-8155-8f2034b13688 Megan Jacobs 1998-10-04 QQ708101C WR2 8GR",
      ]
    `);
  });

  it('makes a person the same whether or not others were made before', () => {
    const alone = bytes('a', 100, 77);
    const crowded = world('a', { users: 100, born: someBirth });
    for (let index = 0; index < 77; index++) JSON.stringify(startingUser(crowded, index));
    expect(JSON.stringify(startingUser(crowded, 77))).toBe(alone);
  });

  it('has the same first users however many there are', () => {
    for (const index of [0, 3, 60, 69]) expect(bytes('a', 10_000, index)).toBe(bytes('a', 70, index));
  });

  it('makes a person the same whichever part is asked for first', () => {
    const forwards = startingUser(world('a', { born: someBirth }), 60);
    const backwards = startingUser(world('a', { born: someBirth }), 60);
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
    const large = world('a', { users: 10_000, born: someBirth });
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
    expect(world('a', { users: 0, born: someBirth }).userCount).toBe(FEWEST_USERS);
    expect(world('a', { users: 500, born: someBirth }).userCount).toBe(500);
    for (const users of [-1, 1.5, MOST_USERS + 1])
      expect(() => world('a', { users, born: someBirth })).toThrow(RangeError);
  });

  it('is born in a year that has a past and a future, and refuses any other in a sentence', () => {
    for (const born of ['1971-01-01T00:00:00Z', '9990-12-31T23:59:59Z'].map(Date.parse)) {
      const here = world('a', { users: 60, born });
      for (let index = 0; index < 60; index++) JSON.stringify(startingUser(here, index));
    }
    for (const born of ['1970-12-31', '9991-01-01', '9999-12-31', '0001-01-01'].map(Date.parse))
      expect(() => world('a', { born })).toThrow('A world is born between the years 1971 and 9990');
  });

  it("has people of one's own after all others, with ids that follow from seed and key", () => {
    const scenario = { key: 'mine', description: 'Mine.', purpose: 'Mine.' };
    const here = world('a', { users: 70, born: someBirth, scenarios: [{ scenario }] });
    const larger = world('a', { users: 90, born: someBirth, scenarios: [{ scenario }] });
    const { index, userId } = here.personas.get('mine')!;
    expect([index, here.userCount]).toEqual([70, 71]);
    expect([here.indexOf(userId), here.ownerOf(resourceId(userId, 'account', 'main'))]).toEqual([70, 70]);
    expect(larger.personas.get('mine')).toMatchObject({ index: 90, userId });
    expect(JSON.stringify(startingUser(larger, 90))).toBe(JSON.stringify(startingUser(here, 70)));
    expect(JSON.stringify(startingUser(here, 60))).toBe(bytes('a', 70, 60));
  });

  it('creates its users one after the other, the last before it begins', () => {
    for (let index = 1; index < MOST_USERS; index += index < 5_000 || index > MOST_USERS - 5_000 ? 1 : 997) {
      if (createdAt(index, '2026-10-01') <= createdAt(index - 1, '2026-10-01'))
        throw new Error(`User ${index} is not newer than the one before`);
    }
    expect(createdAt(MOST_USERS - 1, '2026-10-01')).toBeLessThan(Date.parse('2026-10-01') - 30 * 60_000);
  });
});

describe('payroll', () => {
  it('only grows as time goes on: what was held before stays as it was', () => {
    const everybody = world('growth', { users: 200, born: someBirth });
    const days = fc.integer({ min: -700, max: 900 });
    fc.assert(
      fc.property(fc.nat({ max: 199 }), days, days, (index, one, other) => {
        const [sooner, later] = [Math.min(one, other), Math.max(one, other)].map(
          (day) => someBirth + day * 86_400_000,
        );
        const before = payrollOf(everybody.person(index), { until: sooner! });
        const after = payrollOf(everybody.person(index), { until: later! });
        before.forEach(({ submissions }, job) => {
          expect(after[job]!.submissions.slice(0, submissions.length)).toEqual(submissions);
        });
      }),
      { numRuns: few(30, 60) },
    );
  });

  it('has one more payslip from the first instant of the next pay day', () => {
    const { personas, person } = world('1', { born: someBirth });
    const ada = person(personas.get('steady-salary')!.index!);
    const payDay = Date.parse('2026-10-28T00:00:00.000Z');
    const count = (until: number) => payrollOf(ada, { until })[0]!.submissions.length;
    expect(count(payDay - 1)).toBe(count(someBirth));
    expect(count(payDay)).toBe(count(someBirth) + 1);
  });
});
