import { describe, expect, it } from 'vitest';
import { besides, differenceOf } from './difference.ts';
import { expectEqual } from './expect.ts';
import { Failure } from './failure.ts';

describe('the difference of two values', () => {
  it('is the first place in which they differ, with the number of others', () => {
    const months = (cost: string) =>
      Array.from({ length: 150 }, (_, month) => ({ month, cost: month < 120 ? '1.00' : cost }));
    expect(differenceOf(months('1.00'), months('1.00'))).toBeUndefined();
    expect(differenceOf(months('1.00'), months('2.00'))).toEqual({
      path: '[120].cost',
      expected: '1.00',
      actual: '2.00',
      more: 29,
    });
    expect(differenceOf({ a: { b: [1, 2] } }, { a: { b: [1] } })).toMatchObject({
      path: 'a.b[1]',
      expected: 2,
    });
    expect(differenceOf({ constructor: 1 }, {})).toMatchObject({ path: 'constructor', actual: undefined });
    expect(differenceOf([], {})).toMatchObject({ path: '' });
  });

  it('shows long texts around the first character that differs', () => {
    const text = 'x'.repeat(5000);
    const [right, wrong] = besides(`${text}a${text}`, `${text}b${text}`);
    expect(right).not.toBe(wrong);
    expect(right.length).toBeLessThan(300);
    expect(right).toContain('(10003 characters)');
  });

  it('is what a failure says, so that expected and actual never look the same', () => {
    const list = (last: number) => Array.from({ length: 500 }, (_, n) => ({ n: n === 499 ? last : n }));
    const failure = ((): Failure => {
      try {
        expectEqual(list(0), list(1), 'the list');
      } catch (error) {
        return error as Failure;
      }
      throw new Error('They are equal');
    })();
    expect(failure).toBeInstanceOf(Failure);
    expect(failure.expected).toBe('the list, at [499].n, to be 1');
    expect(failure.actual).toBe('0');
    expect(JSON.parse(failure.whole!.actual)).toHaveLength(500);
  });
});
