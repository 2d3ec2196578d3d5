import { expect, it } from 'vitest';
import { regexpProblem } from './regexp-problems.ts';

it.each([
  ['[a-z][a-z0-9+.-]*:\\/\\/', 'the square of the time'],
  ['^\\S+@\\S+$', 'the square of the time'],
  ['^(a+)+$', 'exponential time'],
])('/%s/ takes %s', (source, time) => {
  expect(regexpProblem(source, '')).toContain(time);
});

it('an expression whose repetitions end at another letter passes', () => {
  expect(regexpProblem('^[^@\\s]+@[^@\\s]+$', 'u')).toBeUndefined();
});
