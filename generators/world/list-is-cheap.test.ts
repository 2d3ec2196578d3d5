import { expect, it, vi } from 'vitest';
import { someBirth } from '../testing/births.ts';

it('a page of users is made without faker, and shows each user as the whole record does', async () => {
  // Other tests of the process may have loaded it.
  vi.resetModules();
  const { isFakerLoaded } = await import('../people/cosmetics.ts');
  const { startingUserRecord } = await import('./starting-links.ts');
  const { startingUser } = await import('./starting-user.ts');
  const { world } = await import('./world.ts');
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
