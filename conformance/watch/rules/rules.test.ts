import { expect, test } from 'vitest';
import type { ClauseId } from '../../../spec/clauses.ts';
import type { Entry } from '../clause-result.ts';
import {
  errors,
  estimate,
  hook,
  id,
  listed,
  made,
  noon,
  other,
  page,
  statements,
  term,
  wrongSettings,
} from '../testing/exchanged.ts';
import { type Exchanged, exchanges } from '../testing/watched.ts';
import { Watch } from '../watch.ts';

type Row = readonly [ClauseId, isBroken: boolean, ...Exchanged[]];

/** Beside each server that breaks a clause, one that answers likewise and may. */
const rows: readonly Row[] = [
  [
    'users.list.limit-lowest',
    true,
    ['GET', `/users?${page(1, 1)}`, undefined, 400, errors('limit must be at least 2')],
  ],
  ['users.list.limit-lowest', false, ['GET', `/users?${page(1, 1)}`, undefined, 400, errors('try later')]],
  [
    'users.list.limit-highest',
    false,
    ['GET', `/users?${page(1, 101)}`, undefined, 400, errors('limit is too high')],
  ],
  [
    'bank-statements.list.offset-from-zero',
    true,
    ['GET', `/bankstatements/${id}?${page(0, 5)}`, undefined, 422, errors('offset must be positive')],
  ],
  [
    'users.list.offset-from-one',
    false,
    ['GET', `/users?${page(0, 5)}`, undefined, 400, errors('offset must be positive')],
  ],
  // Another field that this deployment wants may be what is missing.
  [
    'members.invite.missing-field-named',
    false,
    ['POST', '/members', { email: 'a@b.example' }, 400, errors('config is missing')],
  ],
  [
    'members.invite.missing-field-named',
    false,
    ['POST', '/members', { email: 'a@b.example' }, 400, errors('email is in use')],
  ],
  ...(['The request is not complete', 'A required field is missing.'] as const).map(
    (said): Row => [
      'members.invite.missing-field-named',
      true,
      ['POST', '/members', { email: 'a@b.example' }, 400, errors(said)],
    ],
  ),
  // Whether the role is required is not known, so this may be about anything.
  [
    'members.invite.missing-field-named',
    false,
    ['POST', '/members', { email: 'a@b.example' }, 400, errors('Bad request')],
  ],
  // Behind the end of a list an offset may be refused, a limit may not.
  ...([true, false] as const).map(
    (isBroken): Row => [
      'users.list.limit-lowest',
      isBroken,
      ['GET', `/users?${page(9, 1)}`, undefined, 400, errors(`${isBroken ? '' : 'offset and '}limit`)],
    ],
  ),
  // A limit that is too large may be taken for the largest, or refused; not one so and another so.
  ...([101, 5000, 100] as const).map(
    (limit): Row => [
      'users.list.most',
      limit === 101,
      ['GET', `/users?${page(1, limit)}`, undefined, 400, errors('limit must be <= 100')],
      listed(1, 200, 0, []),
    ],
  ),
  ['users.list.most', false, listed(1, 101, 0, []), listed(1, 200, 0, [])],
  // What was uploaded earlier comes without a request.
  [
    'bank-statements.list.total-count',
    false,
    statements(page(0, 1), [noon], 4),
    statements(page(1, 1), [noon], 5),
  ],
  // Changes of other users change no total of this one's; what is retrieved meanwhile may.
  ...([true, false] as const).map(
    (isBroken): Row => [
      'bank-statements.list.total-count',
      isBroken,
      statements(page(0, 1), [noon], 5),
      isBroken
        ? ['DELETE', `/users/${other}`, undefined, 200, { message: 'deleted' }]
        : ['POST', '/payroll/entries/connections', { account_id: other }, 400, errors('none')],
      statements(page(1, 1), [noon], 4),
    ],
  ),
  [
    'errors.body.one-message-per-problem',
    true,
    ...wrongSettings(['payslip_upload_enabled'], ['recurring_checks_enabled']),
    ...wrongSettings(['payslip_upload_enabled', 'recurring_checks_enabled']),
  ],
  // This one takes 42 for a flag, so that there was one problem.
  [
    'errors.body.one-message-per-problem',
    false,
    ...wrongSettings(['payslip_upload_enabled']),
    ...wrongSettings(['payslip_upload_enabled', 'recurring_checks_enabled']),
  ],
  [
    'auth.comes-first',
    true,
    ['PUT', '/documents/bank-statements/presign', {}, 400, errors('No bearer authorisation provided')],
  ],
  ['auth.comes-first', false, ['GET', '/users', undefined, 403, errors('The key has no such right')]],
  [
    'configuration.patch.sets',
    true,
    ['PATCH', '/configuration', { recurring_check_frequency: 'WEEKLY' }, 400, errors('no such frequency')],
  ],
  ...(['A value is not taken', 'recurring checks are off'] as const).map(
    (said): Row => [
      'configuration.patch.sets',
      said.startsWith('A'),
      ['PATCH', '/configuration', { recurring_check_frequency: 'WEEKLY' }, 400, errors(said)],
    ],
  ),
  [
    'configuration.patch.sets',
    false,
    [
      'PATCH',
      '/configuration',
      { recurring_check_frequency: 'WEEKLY', payroll_period_months: -1 },
      400,
      errors('negative'),
    ],
  ],
  [
    'users.patch.unknown',
    true,
    ['PATCH', `/users/${id}`, { forename: 'Ada' }, 400, errors(`User [${id}] not found`)],
  ],
  [
    'users.patch.unknown',
    false,
    ['PATCH', `/users/${id}`, { forename: 'Ada' }, 400, errors('forename is too short')],
  ],
  // What is no UUID may be refused as invalid, in whatever words.
  [
    'users.patch.unknown',
    false,
    ['PATCH', '/users/ada', { forename: 'Ada' }, 400, errors('User [ada] not found')],
  ],
  // A user without an authorisation may be refused with 404, and then no id is to be named.
  ...([true, false] as const).map(
    (isBroken): Row => [
      'errors.not-found.message',
      isBroken,
      [
        ...['PUT', `/accounts/${id}/mfa`, { mfa: '1' }, 404],
        errors(isBroken ? 'there is no such account' : 'there is no active authorisation'),
      ] as Exchanged,
    ],
  ),
  // What is said when some months lack pay and others a region is not shown.
  ...(['no-positive-net-pay', 'no-region'] as const).map(
    (name): Row => [
      `expenditure.errors.${name}`,
      false,
      estimate('payroll periods have no positive net pay in a month whose postcode has an ONS region'),
    ],
  ),
  ['expenditure.errors.periods-missing', true, estimate('payslips are missing')],
  ['expenditure.errors.periods-missing', false, estimate('payroll periods are missing')],
  [
    'expenditure.errors.post-codes-missing',
    true,
    estimate('[post_code] param is missing on the user and its payslips'),
  ],
  [
    'expenditure.errors.one-string-each',
    true,
    estimate('payroll periods are missing', 'payroll periods are missing'),
  ],
  ['terms.shape.version-grows', true, term(id, 1, 1), term(other, 2, 1)],
  ['terms.shape.version-grows', false, term(id, 1, 1), term(other, 2, 2), term(id, 1, 1)],
  [
    'webhooks.delete.no-trace',
    true,
    made(id),
    ['DELETE', `/webhooks/${id}`, undefined, 200, { webhook_id: id }],
    ['POST', '/webhooks', hook, 409, errors('the name is taken')],
  ],
  [
    'webhooks.delete.no-trace',
    false,
    made(id),
    ['DELETE', `/webhooks/${id}`, undefined, 200, { webhook_id: id }],
    made(other),
    ['POST', '/webhooks', hook, 409, errors('the name is taken')],
  ],
  // Only a new webhook says whether a name is free; a deleted one may have had none.
  [
    'webhooks.delete.no-trace',
    false,
    ['POST', '/webhooks', { ...hook, name: undefined }, 201, { ...hook, webhook_id: id }],
    ['DELETE', `/webhooks/${id}`, undefined, 200, { webhook_id: id }],
    ['DELETE', `/webhooks/${other}`, undefined, 404, errors('there is no webhook of this name')],
  ],
  ['users.list.total-count', true, listed(7, 3, 5, [id])],
  ['users.list.total-count', false, listed(7, 3, 7, [id])],
  // A page behind the end of the list has nothing behind it.
  ['users.list.total-count', false, listed(7, 3, 5, [])],
  ['users.patch.ill-typed', true, ['PATCH', `/users/${id}`, { forename: 42 }, 200, { user_id: id }]],
  ['users.patch.ill-typed', false, ['PATCH', `/users/${id}`, { forename: null }, 200, { user_id: id }]],
  // A number or a flag in quotes may be taken for itself.
  [
    'users.patch.ill-typed',
    false,
    [
      'PATCH',
      `/users/${id}`,
      { payroll_period_months: '6', payslip_upload_enabled: 'true' },
      200,
      { user_id: id },
    ],
  ],
  [
    'configuration.patch.ill-typed',
    true,
    ['PATCH', '/configuration', { payslip_upload_enabled: 42 }, 200, {}],
  ],
  ['configuration.patch.ill-typed', false, ['PATCH', '/configuration', { taxauth_enabled: 42 }, 200, {}]],
  ['webhooks.create.ill-typed', true, ['POST', '/webhooks', { ...hook, config: [] }, 201, hook]],
  ['webhooks.create.ill-typed', false, ['POST', '/webhooks', { ...hook, config: null }, 201, hook]],
  [
    'documents.presign.ill-typed-files',
    true,
    ['PUT', '/documents/bank-statements/presign', { files: ['a.pdf'] }, 200, { presigned_urls: [] }],
  ],
  [
    'accounts.mfa.missing-answer-named',
    false,
    ['PUT', `/accounts/${id}/mfa`, {}, 400, errors('there is no such account')],
  ],
  [
    'accounts.shape.pending-while-awaited',
    true,
    ['PUT', `/accounts/${id}/mfa`, { mfa: '1' }, 200, { account_id: id, status: 'PENDING' }],
  ],
];

const cases = rows.map(([clause, isBroken, ...list]) => ({ clause, isBroken, list }));

test.each(cases)('$clause, broken: $isBroken', ({ clause, isBroken, list }) => {
  const ledger = exchanges(new Watch({ soleWriter: true, environment: 'sandbox' }), list);
  const { broken }: Pick<Entry, 'broken'> = ledger.entries.get(clause) ?? { broken: 0 };
  expect(broken > 0, JSON.stringify(ledger.file('').clauses)).toBe(isBroken);
  expect([...ledger.faults]).toEqual([]);
});
