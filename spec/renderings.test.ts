import { describe, expect, it } from 'vitest';
import { type Contract, loadContract, resolve } from './contract.ts';
import type { OperationId } from './operations.ts';
import { completeProfile, type Points } from './profile.ts';
import type { JsonObject } from './render.ts';

const under = (points: Partial<Points>): Contract<OperationId> => loadContract(completeProfile({ points }));
const body = (id: OperationId, points: Partial<Points>, value: unknown): boolean => {
  const contract = under(points);
  return contract.validators.at(contract.operations.get(id)!.body!.pointer)(value);
};
const answer = (id: OperationId, status: string, points: Partial<Points>, value: unknown): boolean => {
  const contract = under(points);
  return contract.validators.at(contract.operations.get(id)!.responses.get(status)!)(value);
};
const parameter = (id: OperationId, name: string, points: Partial<Points>) =>
  under(points)
    .operations.get(id)
    ?.parameters.find((one) => one.name === name);

describe('what a request may hold', () => {
  const webhook = { name: 'n', events: ['user-payroll-submitted'], url: 'https://r.example' };
  const taken: [OperationId, Partial<Points>, unknown, boolean][] = [
    ['queryPayrollConnection', { 'requests.required.queryPayrollConnection': [] }, {}, true],
    ['createDirectConnection', { 'requests.required.createDirectConnection': [] }, {}, true],
    ['submitMfa', { 'requests.required.submitMfa': [] }, {}, true],
    ['inviteMember', { 'requests.required.inviteMember': ['email'] }, { email: 'a@b.example' }, true],
    [
      'presignBankStatements',
      { 'requests.required.presignBankStatements': ['external_id'] },
      { files: [{ file_name: 'a.pdf' }] },
      false,
    ],
    [
      'presignBankStatements',
      { 'presign.max-files': 1 },
      { files: [{ file_name: 'a' }, { file_name: 'b' }] },
      false,
    ],
    ['createWebhook', { 'requests.required.createWebhook': ['name', 'config'] }, webhook, false],
    ['createWebhook', { 'webhooks.create.unknown-event': 'accept' }, { ...webhook, events: ['other'] }, true],
    ['createWebhook', { 'webhooks.create.no-events': 'accept' }, { ...webhook, events: [] }, true],
    [
      'createWebhook',
      { 'webhooks.create.url-schemes': 'https-only' },
      { ...webhook, url: 'http://r.example' },
      false,
    ],
    ['createWebhook', { 'requests.unknown-fields': 'ignore' }, { ...webhook, colour: 'red' }, true],
    ['inviteMember', { 'members.roles': ['owner'] }, { email: 'a@b.example', role: 'viewer' }, false],
    ['updateUser', { 'users.patch.empty-body': 400 }, {}, false],
    ['updateUser', { 'users.post-codes.empty': 'accept' }, { post_codes: [] }, true],
    ['updateUser', { 'users.date-only-timestamps': 'reject' }, { date_of_birth: '1990-05-17' }, false],
    ['updateUser', { 'settings.payroll-period-months.maximum': 3 }, { payroll_period_months: 4 }, false],
    [
      'updateConfiguration',
      { 'settings.payroll-period-months.maximum': 3 },
      { payroll_period_months: 4 },
      false,
    ],
    ['updateConfiguration', { 'configuration.patch.null': 'reject' }, { client_logo: null }, false],
    ['updateConfiguration', { 'configuration.income-enabled': 'none' }, { taxauth_enabled: true }, false],
    [
      'updateConfiguration',
      { 'configuration.patch.null': 'reject' },
      { recurring_check_end_date: null },
      false,
    ],
  ];
  it.each(taken)('in %s under %j: %j is %s', (id, points, value, accepted) => {
    expect(body(id, points, value)).toBe(accepted);
    // The default says otherwise, or the point would not have been tested.
    expect(body(id, {}, value)).toBe(!accepted);
  });
});

describe('what an answer holds', () => {
  const user = { user_id: '5f0c2a9e-8f43-4b0e-9d5a-6d1d1c7b2f30', created_at: '2026-03-02T10:15:00.000Z' };
  const webhook = { webhook_id: user.user_id, name: 'n', events: [], url: 'u', created_at: user.created_at };
  const pagination = { offset: 0, limit: 1, count: 0, total_count: 0 };
  const result = { account_id: user.user_id, payroll_submissions: [], authorisation_id: user.user_id };
  const shown: [OperationId, string, Partial<Points>, unknown][] = [
    [
      'updateUser',
      '200',
      { 'users.unset-form': 'null' },
      { ...user, forename: null, recurring_check_frequency: null },
    ],
    ['listWebhooks', '200', { 'webhooks.list.shape': 'array' }, [webhook]],
    [
      'createWebhook',
      '201',
      { 'webhooks.create.unknown-event': 'accept' },
      { ...webhook, events: ['other'] },
    ],
    ['queryPayrollConnection', '201', { 'connections.empty-entry-id': 'absent' }, result],
    [
      'createDirectConnection',
      '201',
      { 'payroll.required-fields': ['id'] },
      { pagination, payroll_submissions: [{ id: user.user_id }] },
    ],
  ];
  it.each(shown)('in %s (%s) follows %j', (id, status, points, value) => {
    expect(answer(id, status, points, value)).toBe(true);
    expect(answer(id, status, {}, value)).toBe(false);
  });

  it('in a paginated list of webhooks has its pagination', () => {
    const points = { 'webhooks.list.shape': 'paginated' } as const;
    expect(answer('listWebhooks', '200', points, { webhooks: [] })).toBe(false);
    expect(answer('listWebhooks', '200', points, { pagination, webhooks: [] })).toBe(true);
  });

  it('shows no config of webhooks where it is hidden', () => {
    const { document } = under({ 'webhooks.list.config': 'hidden' });
    expect(JSON.stringify(resolve(document, '/components/schemas/Webhook'))).not.toContain('config');
  });
});

describe('parameters', () => {
  it.each([
    ['listUsers', 'limit', { 'users.list.default-limit': 7 }, 7],
    ['getTaxauthIncome', 'limit', { 'income.list.default-limit': 7 }, 7],
    ['listBankStatements', 'limit', { 'bank-statements.list.default-limit': 7 }, 7],
  ] as const)('of %s have the default that the profile gives (%s)', (id, name, points, value) => {
    expect(parameter(id, name, points)?.schema['default']).toBe(value);
  });

  it('that filter bank statements bear the names of the profile', () => {
    const points = {
      'bank-statements.list.exclude-before-name': 'from',
      'bank-statements.list.exclude-after-name': 'until',
    };
    expect(parameter('listBankStatements', 'from', points)).toBeDefined();
    expect(parameter('listBankStatements', 'until', points)).toBeDefined();
    expect(parameter('listBankStatements', 'created_from', points)).toBeUndefined();
  });
});

describe('security', () => {
  it('lists the member token where the profile says', () => {
    const { operations } = under({ 'auth.member-token.operations': ['listUsers'] });
    expect(operations.get('listUsers')?.security).toEqual(['apiKey', 'memberBearer']);
    expect(operations.get('deleteUser')?.security).toEqual(['apiKey']);
    expect(operations.get('signInMember')?.security).toEqual([]);
    expect(operations.get('presignBankStatements')?.security).toEqual(['userBearer']);
  });
});

describe('deliveries', () => {
  const content = (points: Partial<Points>): JsonObject =>
    resolve(under(points).document, '/webhooks/user-payroll-submitted/post/requestBody/content');

  it('are sealed under the content type of the profile', () => {
    expect(Object.keys(content({}))).toEqual(['application/json', 'text/plain']);
    expect(Object.keys(content({ 'webhooks.encryption.content-type': 'application/json' }))).toEqual([
      'application/json',
    ]);
  });

  it.each([
    ['events.bank-statement.payload-key', 'BankStatementEventPayload'],
    ['events.income.payload-key', 'TaxauthEventPayload'],
  ] as const)('carry their data under the name of %s', (point, name) => {
    const payload = resolve(under({ [point]: 'things' }).document, `/components/schemas/${name}`);
    expect(payload).toMatchObject({ required: ['things'], properties: { things: { type: 'array' } } });
  });

  it('leave the payload of income events out where a profile has no such payload', () => {
    const { document } = under({ 'events.income.payload-key': null });
    const event = resolve(document, '/components/schemas/TaxauthEvent') as { properties: JsonObject };
    expect(Object.keys(event.properties)).toEqual(['event', 'user_id', 'timestamp']);
  });
});

it('money has two decimals, or any number of them where the profile says so', () => {
  const estimate = (total: string) => ({
    expenditures: [{ date: '2026-01-01T00:00:00.000Z', cost_of_living: '1.00', housing: '1.00', total }],
  });
  const isTaken = (total: string, points: Partial<Points>) =>
    answer('getOnsExpenditure', '200', points, estimate(total));
  expect(['2.00', '2.0', '2'].map((total) => isTaken(total, {}))).toEqual([true, false, false]);
  const any = { 'answers.money-decimals': 'any' } as const;
  expect(['2.00', '2.0', '2', '£2'].map((total) => isTaken(total, any))).toEqual([true, true, true, false]);
});
