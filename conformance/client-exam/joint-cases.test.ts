import { isDeepStrictEqual } from 'node:util';
import { expect, test } from 'vitest';
import { isObject } from '../../spec/json.ts';
import { allCases } from './cases/index.ts';
import { jointCases } from './joint-cases.ts';

const joint = [...jointCases(allCases(1))];

/** Whether all of one value is in another one. */
function holds(whole: unknown, part: unknown): boolean {
  if (Array.isArray(part) && Array.isArray(whole)) return part.every((item) => whole.includes(item));
  if (isObject(part) && isObject(whole))
    return Object.entries(part).every(([name, value]) => holds(whole[name], value));
  return isDeepStrictEqual(whole, part);
}

test('a joint case has all that each of its members has, and judges each clause in one way', () => {
  expect(joint.length).toBeGreaterThan(150);
  for (const [one, whole] of joint) {
    expect([one.name, holds(whole.wish, one.wish)]).toEqual([one.name, true]);
    expect(Object.keys(whole.judges)).toEqual(expect.arrayContaining(Object.keys(one.judges)));
    for (const [other] of joint.filter(([, its]) => its === whole))
      for (const [clause, judge] of Object.entries(one.judges))
        expect([judge, undefined]).toContain(Object.entries(other.judges).find(([id]) => id === clause)?.[1]);
  }
});
