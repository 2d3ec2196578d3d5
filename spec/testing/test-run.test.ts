import { expect, it } from 'vitest';
import { isProof, sample } from './test-run.ts';

const hundred = Array.from({ length: 100 }, (_, index) => index);

it('a sample has the size asked for, keeps the order and repeats with the same seed', () => {
  const drawn = sample(hundred, 10);
  expect(drawn).toHaveLength(isProof ? 100 : 10);
  expect([...drawn].sort((a, b) => a - b)).toEqual(drawn);
  expect(sample(hundred, 10)).toEqual(drawn);
  expect(sample(hundred, 100)).toEqual(hundred);
});
