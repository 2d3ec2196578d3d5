import { expect, test } from 'vitest';
import type { ClauseResult } from '../judgement/result.ts';
import { causesOf } from './causes.ts';

type Told = Readonly<Record<string, unknown>> & { operation?: string; status?: number };

const failing = ({ operation = 'listUsers', status = 200, ...told }: Told, at: number) => {
  const exchange = { operation, status };
  const failure = { expected: 'x', actual: 'y', diagnosis: ['d'], steps: [], exchange, ...told };
  return {
    clause: `${at}`,
    verdict: 'fail',
    evidence: { path: 'watched' },
    failure,
  } as unknown as ClauseResult;
};
const comma = { expected: 'fields of the stated types' };

test.each<[what: string, told: Told[], groups: string[]]>([
  [
    'a status in place of another one, at whatever operation',
    [400, 400, 403].map((status, at) => ({ expected: `status 404 by ${at}`, status, operation: `${at}` })),
    ['01', '2'],
  ],
  [
    'deliveries that do not come, whatever had to cause them',
    [0, 0, 1].map((came, at) => ({ actual: `${came} of ${at + 1} within 0.8 s`, operation: `${at}` })),
    ['01', '2'],
  ],
  [
    'values of a form, wherever they stand, and not wrong values of the right form',
    [
      { ...comma, actual: 'users.0.pay: "-817,00" must match pattern "^-?\\d+(\\.\\d+)?$"; users.1' },
      { ...comma, actual: 'employment.income is "0,05" where "0.05" was given', operation: 'a' },
      { ...comma, actual: 'employment.income is "1.05" where "0.05" was given', operation: 'a' },
    ],
    ['01', '2'],
  ],
  ['what an exam knows to be the cause', ['a', 'b'].map((operation) => ({ cause: 'c', operation })), ['01']],
  ['the same answers, the shortest story first', [{ steps: [1, 2] }, { steps: [1] }], ['10']],
])('one cause are %s', (_, told, groups) => {
  expect(causesOf(told.map(failing)).map((cause) => cause.map(({ clause }) => clause).join(''))).toEqual(
    groups,
  );
});
