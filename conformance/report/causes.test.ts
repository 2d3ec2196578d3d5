import { expect, test } from 'vitest';
import type { ClauseResult, FailureReport } from '../judgement/result.ts';
import { causesOf } from './causes.ts';

type Told = Partial<FailureReport> & { operation?: string; status?: number; path?: string };

const failing = ({ operation = 'listUsers', status = 200, path, ...failure }: Told, at: number) =>
  ({
    clause: `clause.${at}`,
    verdict: 'fail',
    evidence: path && { path },
    failure: { expected: 'x', actual: 'y', steps: [], exchange: { operation, status }, ...failure },
  }) as unknown as ClauseResult;

const causes = (...told: Told[]): string[] =>
  causesOf(told.map(failing)).map((cause) => cause.map(({ clause }) => clause.at(-1)).join(''));

const wrongStatus = (operation: string, actual: string, status = 400): Told => ({
  ...{ expected: `status 404 for a ${operation}`, actual: `${status} with ${actual}`, operation, status },
});
const noDelivery = { expected: 'a delivery about the user', operation: 'createWebhook', status: 201 };
const comma = { expected: 'fields of the stated types' };

test.each<[what: string, told: Told[], groups: string[]]>([
  [
    'a status in place of another one, at whatever operation',
    [wrongStatus('deleteUser', 'gone'), wrongStatus('updateUser', 'no user'), wrongStatus('a', 'b', 403)],
    ['01', '2'],
  ],
  [
    'deliveries that do not come, whatever had to cause them',
    [
      { ...noDelivery, actual: '0 of 1 within 0.8 s' },
      { ...noDelivery, actual: '0 of 2 within 0.5 s. No webhook deliveries came at all', operation: 'a' },
      { ...noDelivery, actual: '1 of 2 within 0.5 s' },
    ],
    ['01', '2'],
  ],
  [
    'values of a form, wherever they stand, and not values of the right form',
    [
      { ...comma, actual: 'users.0.pay: "-817,00" must match pattern "^-?\\d+(\\.\\d+)?$"; users.1' },
      { ...comma, actual: 'employment.income is "0,05" where "0.05" was given', operation: 'getIncome' },
      { ...comma, actual: 'employment.income is "1.05" where "0.05" was given', operation: 'getIncome' },
    ],
    ['01', '2'],
  ],
  [
    'what an exam knows to be the cause',
    [
      { cause: 'It ended with exit code 1: no field', diagnosis: ['list-users'], path: 'watched' },
      { cause: 'It ended with exit code 1: no field', operation: 'b', diagnosis: ['b'], path: 'watched' },
    ],
    ['01'],
  ],
])('one cause are %s', (_, told, groups) => {
  expect(causes(...told)).toEqual(groups);
});

test('the first of a cause has the shortest story', () => {
  const steps = [1, 2].map((nth) => ({ kind: 'left-out' as const, what: `${nth}` }));
  expect(causes({ steps }, { steps: steps.slice(1) })).toEqual(['10']);
});
