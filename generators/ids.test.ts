import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  indexOfSeededOwner,
  indexOfSeededUser,
  resourceId,
  seededUserId,
  seededUuid,
  userPrefix,
} from './ids.ts';

const UUID_V4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const index = fc.nat({ max: 0xffff_ffff });

describe('ids', () => {
  it('have the shape of a version 4 UUID', () => {
    fc.assert(
      fc.property(fc.string(), index, fc.string(), (seed, number, key) => {
        const user = seededUserId(seed, number);
        expect(user).toMatch(UUID_V4);
        expect(seededUuid(seed, key)).toMatch(UUID_V4);
        expect(resourceId(user, key)).toMatch(UUID_V4);
      }),
    );
  });

  it("lead from a seeded user's id back to the index", () => {
    fc.assert(
      fc.property(fc.string(), index, (seed, number) => {
        expect(indexOfSeededUser(seed, seededUserId(seed, number))).toBe(number);
        expect(indexOfSeededUser(seed, seededUserId(seed, number).toUpperCase())).toBe(number);
      }),
    );
  });

  it('of another seed, and texts that are no ids, lead nowhere', () => {
    expect(indexOfSeededUser('a', seededUserId('b', 7))).toBeUndefined();
    expect(indexOfSeededUser('a', seededUuid('anything'))).toBeUndefined();
    expect(indexOfSeededUser('a', 'not an id')).toBeUndefined();
    expect(indexOfSeededUser('a', '')).toBeUndefined();
  });

  it("of a user's resources begin as the user's does, and differ from each other", () => {
    const user = seededUserId('a', 3);
    const ids = Array.from({ length: 1000 }, (_, key) => resourceId(user, 'account', key));
    expect(new Set(ids).size).toBe(1000);
    expect(ids.every((id) => userPrefix(id) === userPrefix(user))).toBe(true);
    expect(ids.every((id) => indexOfSeededOwner('a', id) === 3)).toBe(true);
    expect(ids.some((id) => indexOfSeededUser('a', id) === 3)).toBe(false);
  });
});
