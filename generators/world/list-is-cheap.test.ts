import { expect, it } from 'vitest';
import { isFakerLoaded } from '../people/cosmetics.ts';
import { someBirth } from '../testing/births.ts';
import { startingUserRecord } from './starting-record.ts';
import { startingUser } from './starting-user.ts';
import { world } from './world.ts';

it('a page of users is made without faker, and shows each user as the whole record does', () => {
  const large = world('a', { users: 10_000, born: someBirth });
  const page = Array.from({ length: 100 }, (_, index) => startingUserRecord(large, index));
  expect(isFakerLoaded()).toBe(false);
  page.forEach((user, index) => {
    expect(startingUser(large, index).user).toEqual(user);
  });
  expect(isFakerLoaded()).toBe(false);
  expect(startingUser(large, 60).entries.length).toBeGreaterThan(0);
  expect(isFakerLoaded()).toBe(true);
});
