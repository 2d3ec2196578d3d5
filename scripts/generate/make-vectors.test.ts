import { expect, test } from 'vitest';
import { loadVectors } from '../../spec/vectors.ts';
import { makeVectors } from './make-vectors.ts';

test('spec/vectors.json is what the script makes, today as ever', () => {
  expect(loadVectors()).toEqual(makeVectors());
});
