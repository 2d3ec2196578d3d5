import { expect, test } from 'vitest';
import type { Exchange } from '../../target/exchange.ts';
import { answerLines } from './diagnose-answer.ts';
import type { TraceStep } from './trace.ts';

const exchange = (
  body: unknown,
  over: Partial<Exchange> & { url?: string; sent?: object } = {},
): Exchange => {
  const { url = 'http://deployment.test/users', sent, ...rest } = over;
  return {
    operation: 'listUsers',
    status: 200,
    headers: {},
    durationMs: 1,
    text: JSON.stringify(body),
    request: {
      method: 'GET',
      url,
      headers: { 'X-API-KEY': 'key' },
      ...(sent && { body: JSON.stringify(sent) }),
    },
    ...rest,
  };
};

const page = (length: number, pagination: object) => ({
  pagination,
  users: Array.from({ length }, (_, number) => ({ user_id: String(number) })),
});

test('an answer as it should be has no diagnosis', () => {
  const pagination = { offset: 1, limit: 2, count: 2, total_count: 9 };
  const body = { ...page(2, pagination), created_at: '2026-03-02T10:21:00.000Z', net_pay: '12.50' };
  expect(answerLines(exchange(body, { url: 'http://deployment.test/users?limit=2' }), [])).toEqual([]);
});

test.each([
  ['amounts are numbers', { payslips: [{ net_pay: 12.5 }] }],
  ['it has no time zone', { created_at: '2026-03-02T10:21:00.000' }],
  ['it has no milliseconds', { created_at: '2026-03-02T10:21:00Z' }],
  ['an offset, where answers have a Z', { created_at: '2026-03-02T10:21:00.000+00:00' }],
  ['time since 1970', { created_at: 1_772_446_860 }],
  ['a day without a time', { date_of_birth: '1990-05-17' }],
  ['names are in camel case, such as userId', { userId: 'x', createdAt: 'y' }],
  ['wrapped in "data"', { data: { user_id: 'x' } }],
])('%s', (line, body) => {
  expect(answerLines(exchange(body), []).join()).toContain(line);
});

test.each([
  ['one more than the limit', 3, { count: 3, total_count: 9 }],
  ['one fewer than the limit, though there are 9', 1, { count: 1, total_count: 9 }],
  ['count is the number of all', 2, { count: 9, total_count: 9 }],
  ['total_count is the number of those on the page', 2, { count: 2, total_count: 2 }],
])('a page tells that %s', (line, length, pagination) => {
  const answer = exchange(page(length, pagination), { url: 'http://deployment.test/users?limit=2' });
  expect(answerLines(answer, []).join()).toContain(line);
});

test('a filter that does nothing is shown by the same list without it', () => {
  const body = { pagination: {}, income_submissions: [{ id: '1' }] };
  const all = exchange(body, { url: 'http://deployment.test/taxauth/u?limit=9' });
  const filtered = exchange(body, { url: 'http://deployment.test/taxauth/u?account_id=a&limit=9' });
  expect(answerLines(filtered, [{ kind: 'request', exchange: all }]).join()).toContain(
    'the same as without account_id',
  );
  expect(answerLines(filtered, [])).toEqual([]);
});

test('a credential is named by its owner', () => {
  const steps: TraceStep[] = [
    { kind: 'arranged', call: 'tokenFor', given: ['ada'], made: 'token-of-ada' },
    { kind: 'arranged', call: 'linkAccount', given: ['bob', {}], made: { account_id: 'account-of-bob' } },
  ];
  const crossed = exchange(
    {},
    { operation: 'queryPayrollConnection', sent: { account_id: 'account-of-bob' } },
  );
  const request = { ...crossed.request, headers: { Authorization: 'Bearer token-of-ada' } };
  expect(answerLines({ ...crossed, request }, steps)).toEqual([
    'the token is that of user ada, and the account that of user bob',
  ]);
  expect(answerLines({ ...crossed, request: { ...request, headers: {} } }, steps)).toEqual([
    'it was answered without any credential',
  ]);
});
