import { expect, it } from 'vitest';
import { didYouMean, nearestTo } from './did-you-mean.ts';

const known = ['a user exists', 'a webhook exists', 'listUsers', 'steady-salary'];

it.each([
  ['a users exist', 'a user exists'],
  ['listuser', 'listUsers'],
  ['steady-slaary', 'steady-salary'],
])('%s was probably meant as %s', (written, meant) => {
  expect(nearestTo(written, known)).toBe(meant);
});

it('what is near to nothing suggests nothing', () => {
  expect(nearestTo('the moon is full', known)).toBeUndefined();
  expect(didYouMean('the moon is full', known)).toBe('');
});
