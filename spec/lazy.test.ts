import { expect, test } from 'vitest';
import { latestMade } from './lazy.ts';

test('equal inputs get the same thing, and what was not asked for lately is made anew', () => {
  const made = latestMade(
    2,
    (input: { name: string }) => input.name,
    ({ name }) => ({ name }),
  );
  const [first, second] = [made({ name: 'a' }), made({ name: 'b' })];
  expect(made({ name: 'a' })).toBe(first);
  made({ name: 'c' });
  expect(made({ name: 'a' })).toBe(first);
  expect(made({ name: 'b' })).not.toBe(second);
});
