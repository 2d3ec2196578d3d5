import { describe, expect, it } from 'vitest';
import { type Contract, loadContract, resolve } from './contract.ts';
import type { OperationId } from './operations.ts';
import { completeProfile, type Points } from './profile.ts';

const under = (points: Partial<Points>): Contract<OperationId> => loadContract(completeProfile({ points }));
const statuses = (id: OperationId, points: Partial<Points>): string[] => [
  ...under(points).operations.get(id)!.responses.keys(),
];

describe('the status of an open point', () => {
  const moved: [OperationId, Partial<Points>, { gone?: string; there?: string }][] = [
    ['signInMember', { 'members.sign-in.wrong-credentials-status': 403 }, { gone: '401', there: '403' }],
    ['inviteMember', { 'members.invite.existing-status': 409 }, { there: '409' }],
    ['createDirectConnection', { 'direct-connections.success-status': 200 }, { gone: '201', there: '200' }],
    ['createDirectConnection', { 'direct-connections.unknown-user-status': 400 }, { gone: '404' }],
    [
      'createDirectConnection',
      { 'connections.disabled-direct': 'refused', 'connections.disabled-status': 409 },
      { there: '409' },
    ],
    [
      'createDirectConnection',
      { 'direct-connections.unknown-user-status': 400, 'direct-connections.no-match': 404 },
      { there: '404' },
    ],
    ['queryPayrollConnection', { 'connections.pending-account-status': 409 }, { there: '409' }],
    ['queryPayrollConnection', { 'connections.unknown-account-status': 403 }, { gone: '404' }],
    ['queryPayrollConnection', { 'connections.disabled-status': 422 }, { there: '422' }],
    ['queryPayrollConnection', { 'authorisations.missing-status': 412 }, { there: '412' }],
    [
      'presignBankStatements',
      { 'authorisations.missing-status': 412, 'authorisations.unusable-status': 409 },
      { gone: '403', there: '409' },
    ],
    ['submitMfa', { 'accounts.mfa.wrong-answer-status': 422 }, { there: '422' }],
    ['submitMfa', { 'accounts.mfa.not-pending-status': 409 }, { there: '409' }],
    ['submitMfa', { 'accounts.mfa.locked-status': 423 }, { there: '423' }],
    ['createWebhook', { 'webhooks.create.duplicate-name-status': 409 }, { there: '409' }],
    ['deleteWebhook', { 'webhooks.delete.response': 'empty' }, { gone: '200', there: '204' }],
    [
      'deleteWebhook',
      { 'webhooks.delete.unknown-status': 204, 'requests.invalid-path-id-status': 400 },
      { gone: '404', there: '204' },
    ],
    [
      'deleteWebhook',
      {
        'webhooks.delete.unknown-status': 200,
        'webhooks.delete.response': 'empty',
        'requests.invalid-path-id-status': 400,
      },
      { gone: '404', there: '200' },
    ],
    [
      'listBankStatements',
      { 'bank-statements.list.unknown-user': 'empty', 'requests.invalid-path-id-status': 400 },
      { gone: '404' },
    ],
    ['listBankStatements', { 'authorisations.reads': ['listBankStatements'] }, { there: '403' }],
    [
      'getTaxauthIncome',
      { 'income.list.unknown-user': 'empty', 'requests.invalid-path-id-status': 400 },
      { gone: '404' },
    ],
    ['getTaxauthIncome', { 'income.disabled': 'empty' }, { gone: '403' }],
    ['getTaxauthIncome', { 'income.disabled': 400 }, { gone: '403', there: '400' }],
    ['deleteUser', { 'requests.invalid-path-id-status': 422 }, { there: '422' }],
    ['listUsers', { 'users.list.out-of-range': 'clamp' }, { gone: '400' }],
    ['listProviders', { 'requests.rate-limit': 10 }, { there: '429' }],
    ['listProviders', { 'requests.unknown-parameters': 'reject' }, { there: '400' }],
  ];
  it.each(moved)('moves in %s under %j', (id, points, { gone, there }) => {
    if (gone) expect(statuses(id, points)).not.toContain(gone);
    if (there) expect(statuses(id, points)).toContain(there);
    expect(under(points).document).not.toEqual(under({}).document);
  });

  it('may change places with another', () => {
    const swapped = statuses('queryPayrollConnection', {
      'connections.pending-account-status': 403,
      'authorisations.missing-status': 400,
      'authorisations.unusable-status': 400,
      'connections.disabled-status': 400,
    });
    expect(swapped).toEqual(expect.arrayContaining(['400', '403']));
  });

  it('that the document states stays, without the open point that left it', () => {
    const { document } = under({ 'webhooks.create.duplicate-name-status': 409 });
    const stated = resolve(document, '/paths/~1webhooks/post/responses/400');
    expect(stated).toMatchObject({ 'x-stated': true });
    expect(stated).not.toHaveProperty('x-open-point');
  });
});
