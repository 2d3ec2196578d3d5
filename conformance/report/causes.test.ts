import { expect, test } from 'vitest';
import type { ClauseResult } from '../judgement/result.ts';
import { causesOf } from './causes.ts';
import { consoleReport } from './console.ts';
import { htmlReport } from './html-report.ts';
import { junitReport } from './junit.ts';
import { runResult } from './testing/sample-runs.ts';

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

test('clauses that fail for one reason are one finding in the terminal, on the page and in a pipeline', () => {
  const failing = runResult(['fail', 'fail', 'fail']);
  const [first, ...others] = failing.clauses.map(({ clause }) => clause);
  expect(junitReport(failing).split(`<failure message="the reason seems that of ${first}: `)).toHaveLength(3);
  const said = '2 more clauses fail for what seems the same reason:';
  expect(htmlReport(failing)).toContain(`<summary>${said} ${others.join(', ')}</summary>`);
  expect(consoleReport(failing)).toContain(said);
});
