import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { someBirth } from '../testing/births.ts';
import { startingUserRecord } from './starting-links.ts';
import { startingUser } from './starting-user.ts';
import { world } from './world.ts';

const pageOf = (count: number) => {
  const large = world('a', { users: 10_000, born: someBirth });
  return Array.from({ length: count }, (_, index) => ({
    listed: startingUserRecord(large, index),
    whole: startingUser(large, index).user,
  }));
};

it('a page of users shows each user as the whole record does', () => {
  for (const { listed, whole } of pageOf(100)) expect(listed).toEqual(whole);
});

it('a page of users is made without faker, which the payslips of one user need', () => {
  // In a process of its own: other tests of this one may have loaded it.
  const script = `
    import { createRequire } from 'node:module';
    import { startingUserRecord } from './starting-links.ts';
    import { startingUser } from './starting-user.ts';
    import { world } from './world.ts';
    const { cache } = createRequire(import.meta.url);
    const isLoaded = () => Object.keys(cache).some((file) => file.includes('faker'));
    const large = world('a', { users: 10_000, born: ${someBirth} });
    for (let index = 0; index < 100; index++) startingUserRecord(large, index);
    const before = isLoaded();
    startingUser(large, 60).entries.length;
    console.log(JSON.stringify([before, isLoaded()]));`;
  const words = ['--input-type=module', '--eval', script];
  const printed = execFileSync(process.execPath, words, { cwd: import.meta.dirname, encoding: 'utf8' });
  expect(JSON.parse(printed)).toEqual([false, true]);
});
