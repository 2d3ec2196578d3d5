import { isDeepStrictEqual } from 'node:util';
import { expect, test } from 'vitest';
import { isObject } from '../../spec/json.ts';
import { runClientExam } from '../suite/run-client-exam.ts';
import { allCases } from './cases/index.ts';
import { jointCases } from './joint-cases.ts';
import { specimen } from './testing/specimen.ts';

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

const resets = { only: ['trouble.reset'], seed: 1 };

/** How often a client of these habits is started to be judged by `trouble.reset`, and what is said of it. */
async function examined(change: Parameters<typeof specimen>[0]) {
  let starts = 0;
  const client = specimen(change);
  const call = (values: Parameters<typeof client>[0]) => {
    starts += 1;
    return client(values);
  };
  const { clauses } = await runClientExam({ journeys: { 'list-users': { call } } }, resets);
  return { starts, clause: clauses.find(({ clause }) => clause === 'trouble.reset')! };
}

test('a client that gives up at once is started once for cases that begin alike, and any other for each', async () => {
  const quitter = await examined(() => ({ tries: 1 }));
  const retrying = await examined(() => ({ tries: 3, firstPauseMs: 40 }));
  // The plain case, resets from the second page on, and two that begin with a reset.
  expect([quitter.starts, retrying.starts]).toEqual([3, 4]);
  expect([quitter.clause.verdict, retrying.clause.verdict]).toEqual(['pass', 'pass']);
});

test('a client that takes a lost answer for success is told every case that shows it', async () => {
  const { starts, clause } = await examined((right) => ({
    'list-users': (client) => right['list-users'](client).catch(() => ({ users: 0 })),
    tries: 1,
  }));
  expect([starts, clause.verdict]).toEqual([4, 'fail']);
  expect(clause.failure?.diagnosis?.join()).toContain('It fails also in list-users');
});
