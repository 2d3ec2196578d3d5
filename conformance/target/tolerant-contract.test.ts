import { describe, expect, test } from 'vitest';
import { loadContract } from '../../spec/contract.ts';
import { defaultProfile, type PartialProfile } from '../../spec/profile.ts';
import { envelopeFaults, faultsOf } from './faults.ts';
import { tolerantContract } from './tolerant-contract.ts';

const id = '5f0c2a9e-8f43-4b0e-9d5a-6d1d1c7b2f30';
const at = '2026-03-02T10:15:00.000Z';
const faults = (
  operation: Parameters<typeof faultsOf>[1] & string,
  status: number,
  body: unknown,
  profile: PartialProfile = {},
): string[] =>
  faultsOf(tolerantContract(profile), operation as 'listUsers', status, body).map(({ text }) => text);

describe('what the document does not state is not judged', () => {
  test('a field that is unset may be absent or null', () => {
    expect(faults('updateUser', 200, { user_id: id, created_at: at })).toEqual([]);
    expect(
      faults('updateUser', 200, { user_id: id, created_at: at, forename: null, post_codes: null }),
    ).toEqual([]);
  });

  test('fields beyond the stated ones are fine, even where our own contract has none', () => {
    const webhook = { webhook_id: id, name: 'n', events: [], url: 'u', created_at: at, owner: 'me' };
    expect(faults('createWebhook', 201, webhook)).toEqual([]);
  });

  test('fields that our contract requires and the document does not may be missing', () => {
    expect(faults('getAuthorisationTerm', 200, { id })).toEqual([]);
    expect(faults('submitMfa', 200, { account_id: id })).toEqual([]);
    const result = { account_id: id, authorisation_id: id, payroll_submissions: [{}] };
    expect(faults('queryPayrollConnection', 201, result)).toEqual([]);
  });

  test('our own bounds on a stated type bind no server', () => {
    expect(faults('updateUser', 200, { user_id: id, created_at: at, payroll_period_months: 0 })).toEqual([]);
  });

  test('the shape of an answer that is an open point is free until it is known', () => {
    expect(faults('listWebhooks', 200, ['anything'])).toEqual([]);
    expect(
      faults('listWebhooks', 200, ['anything'], { points: { 'webhooks.list.shape': 'object' } }),
    ).not.toEqual([]);
    expect(faults('deleteWebhook', 200, 'gone')).toEqual([]);
  });

  test('a success with another status has the shape of the stated one', () => {
    expect(
      faults('createDirectConnection', 200, { pagination: {}, payroll_submissions: 'none' }),
    ).not.toEqual([]);
  });
});

describe('what the document states is judged', () => {
  test.each([
    ['a wrong type', { user_id: id, created_at: at, forename: 42 }, 'forename: 42 must be string'],
    ['an instant without milliseconds', { user_id: id, created_at: '2026-03-02T10:15:00Z' }, 'created_at'],
    ['an id of another form', { user_id: 'me', created_at: at }, 'user_id'],
    [
      'an instant with an offset',
      { user_id: id, created_at: at, date_of_birth: '1990-05-17T00:00:00.000+01:00' },
      'date_of_birth',
    ],
    [
      'a frequency outside the words',
      { user_id: id, created_at: at, recurring_check_frequency: 'DAILY' },
      'frequency',
    ],
  ])('%s in a user', (_, user, place) => {
    expect(faults('updateUser', 200, user).join()).toContain(place);
  });

  test('the parts of a list', () => {
    expect(faults('listUsers', 200, { users: [] }).join()).toContain('pagination');
    expect(faults('listUsers', 200, { users: {}, pagination: {} }).join()).toContain(
      'users: {} must be array',
    );
  });

  test('the error body of every refusal, whatever its status', () => {
    expect(faults('listUsers', 418, { errors: ['no'] })).toEqual([]);
    expect(faults('listUsers', 418, { error: 'no' }).join()).toContain('errors');
    expect(faults('listUsers', 401, { errors: [42] }).join()).toContain('must be string');
  });

  test('amounts as decimal text, of which two decimals are an example', () => {
    const of = (total: unknown) => ({
      expenditures: [{ date: at, cost_of_living: '1.00', housing: '1.00', total }],
    });
    expect(faults('getOnsExpenditure', 200, of('2.00'))).toEqual([]);
    expect(faults('getOnsExpenditure', 200, of(2)).join()).toContain('total');
    expect(faults('getOnsExpenditure', 200, of('2.0'))).toEqual([]);
    expect(faults('getOnsExpenditure', 200, of('£2.00')).join()).toContain('total');
  });

  test('names are those of the deployment', () => {
    const profile = { naming: { authority: 'revenue' } };
    const user = { user_id: id, created_at: at, revenue_enabled: 'yes' };
    expect(faults('updateUser', 200, user, profile).join()).toContain('revenue_enabled');
  });
});

test('every example of the contract is an answer without fault', () => {
  const contract = loadContract(defaultProfile());
  const tolerant = tolerantContract({});
  let seen = 0;
  for (const path of Object.values(contract.document['paths'] as Record<string, Record<string, unknown>>)) {
    for (const operation of Object.values(path) as Record<string, unknown>[]) {
      const responses = (operation['responses'] ?? {}) as Record<
        string,
        { content?: Record<string, { example?: unknown }> }
      >;
      for (const [status, response] of Object.entries(responses)) {
        const example = response.content?.['application/json']?.example;
        if (example === undefined) continue;
        seen++;
        const operationId = operation['operationId'] as 'listUsers';
        expect(faultsOf(tolerant, operationId, Number(status), example), `${operationId} ${status}`).toEqual(
          [],
        );
      }
    }
  }
  expect(seen).toBeGreaterThan(20);
});

test('a body is unreadable when a list or an object is not there, not when a mere value is missing', () => {
  const contract = tolerantContract({});
  const unreadable = (operation: 'listUsers' | 'updateUser', body: unknown): number =>
    envelopeFaults(faultsOf(contract, operation, 200, body)).length;
  expect(unreadable('listUsers', { pagination: {} })).toBe(1);
  expect(unreadable('listUsers', { pagination: 1, users: [] })).toBe(1);
  expect(unreadable('listUsers', { pagination: {}, users: [{ user_id: 1 }] })).toBe(0);
  expect(unreadable('updateUser', { user_id: id })).toBe(0);
  expect(unreadable('updateUser', [])).toBe(1);
});
