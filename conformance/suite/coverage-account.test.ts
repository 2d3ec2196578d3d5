import { expect, test } from 'vitest';
import type { ServiceResponse } from '../target/exchange.ts';
import { CoverageAccount, everything, noteValue } from './coverage-account.ts';

const naming = { vendor: 'acme', authority: 'revenue' };

const answer = (
  operation: ServiceResponse['operation'],
  path: string,
  status: number,
  body: unknown,
  sent?: object,
) =>
  ({
    operation,
    request: { method: 'GET', url: `http://deployment.test${path}`, headers: {} },
    status,
    headers: {},
    text: '',
    durationMs: 1,
    ...{ path: {}, query: Object.fromEntries(new URLSearchParams(path.split('?')[1])), sent, body },
    faults: () => [],
  }) satisfies ServiceResponse;

test('a run that has met nothing has missed all of the contract', () => {
  const { operations, statuses, fields, values, boundaries } = new CoverageAccount().coverage();
  expect(operations.met).toEqual([]);
  expect(operations.missed).toContain('queryPayrollConnection');
  expect(statuses.missed).toContain('updateUser 404');
  expect(fields.missed).toEqual(
    expect.arrayContaining(['User.forename', 'listUsers?limit', 'Errors.errors']),
  );
  expect(values.missed).toContain('RecurringCheckFrequency = WEEKLY');
  expect(boundaries.missed).toEqual(
    expect.arrayContaining([
      'listUsers?limit 100',
      'listUsers?limit 101, outside',
      'listUsers?limit 0, outside',
    ]),
  );
});

test('what is sent and what comes back is met', () => {
  const account = new CoverageAccount();
  const user = { user_id: 'x', forename: 'Ada', surname: null, taxauth_enabled: true };
  const pagination = { offset: 1, limit: 100, count: 1, total_count: 1 };
  account.see(answer('listUsers', '/users?limit=100', 200, { pagination, users: [user] }));
  const sent = { recurring_check_frequency: 'WEEKLY', taxauth_enabled: true };
  account.see(answer('updateUser', '/users/x', 404, { errors: ['no'] }, sent));
  const { operations, statuses, fields, values, boundaries } = account.coverage();
  expect(operations.met).toEqual(expect.arrayContaining(['listUsers', 'updateUser']));
  expect([...statuses.met].sort()).toEqual(['listUsers 200', 'updateUser 404']);
  expect(fields.met).toEqual(
    expect.arrayContaining(['User.forename', 'UserUpdate.taxauth_enabled', 'Errors.errors']),
  );
  expect(fields.missed).toContain('User.surname');
  expect(values.met).toContain('RecurringCheckFrequency = WEEKLY');
  expect(values.missed).toContain('RecurringCheckFrequency = MONTHLY');
  expect(boundaries.met).toEqual(['listUsers?limit 100']);
});

test('what a webhook brings is met, whatever the authority is called', () => {
  const account = new CoverageAccount();
  expect(account.coverage().operations.missed).toContain('webhook user-payroll-submitted');
  expect(account.coverage().fields.missed).toContain('PayrollEvent.entry_id');
  account.hear({ event: 'user-revenue-data-submitted', user_id: 'x', timestamp: 'y' }, naming);
  account.hear({ event: 'user-payroll-submitted', user_id: 'x', entry_id: 'e', account_id: null }, naming);
  account.hear('no event', naming);
  const { operations, fields } = account.coverage();
  expect(operations.met).toEqual(['webhook user-payroll-submitted', 'webhook user-taxauth-data-submitted']);
  expect(fields.met).toEqual(expect.arrayContaining(['PayrollEvent.entry_id', 'TaxauthEvent.timestamp']));
  expect(fields.missed).toContain('PayrollEvent.account_id');
});

test('a recursive schema is noted once', () => {
  const document = {
    components: {
      schemas: { Tree: { properties: { leaf: {}, inner: { $ref: '#/components/schemas/Tree' } } } },
    },
  };
  const noted: string[] = [];
  noteValue(document, { $ref: '#/components/schemas/Tree' }, everything, 'x', (_, item) => noted.push(item));
  expect(noted).toEqual(['Tree.leaf', 'Tree.inner']);
});
