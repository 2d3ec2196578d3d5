import { expect, test } from 'vitest';
import { createSandbox } from '../../simulator/sandbox.ts';
import { areaOf } from '../../spec/clauses.ts';
import type { PartialProfile } from '../../spec/profile.ts';
import { few, testSeed } from '../../spec/testing/test-run.ts';
import type { RunOptions } from '../deployment/options.ts';
import { onAnswer } from '../proof/mutants/mutant.ts';
import { standardTarget } from '../proof/mutants/run-mutant.ts';
import { lawfulWarnings } from '../proof/variants/lawful-differences.ts';
import { probes } from '../suite/learn/probes/index.ts';
import { runSuite } from '../suite/run-suite.ts';
import { drawnProfiles } from '../testing/other-profiles.ts';
import { accountChecks } from './accounts.ts';
import { authChecks } from './auth.ts';
import { authorisationChecks } from './authorisation.ts';
import { configurationChecks } from './configuration.ts';
import { errorChecks } from './errors.ts';
import { foreignIdChecks } from './foreign-ids.ts';
import { httpChecks } from './http.ts';
import { isolationChecks } from './isolation.ts';
import { memberChecks } from './members.ts';
import { providerChecks } from './providers.ts';
import { settingChecks } from './settings.ts';
import { termChecks } from './terms.ts';

const checks = [
  ...accountChecks,
  ...authChecks,
  ...authorisationChecks,
  ...configurationChecks,
  ...errorChecks,
  ...httpChecks,
  ...isolationChecks,
  ...memberChecks,
  ...providerChecks,
  ...settingChecks,
  ...termChecks,
  ...foreignIdChecks.filter(({ clause }) => /^(accounts|terms|errors)\./.test(clause)),
];
const areas = [...new Set(checks.map(({ clause }) => areaOf(clause)))];

/** What became of the clauses of these areas, but for those that passed. */
async function notPassed(profile: PartialProfile, run: RunOptions = {}) {
  const sandbox = await createSandbox({ users: 5, profile });
  const production = await createSandbox({ users: 1, profile, environment: 'production' });
  try {
    const { naming = {} } = profile;
    const result = await runSuite({ checks, probes }, standardTarget(sandbox, production), {
      only: areas,
      runs: few(1, 3),
      seed: testSeed,
      profile: { naming },
      ...run,
    });
    return result.clauses
      .filter(({ area, verdict }) => areas.includes(area) && verdict !== 'pass')
      .filter(({ clause, verdict }) => verdict !== 'warn' || !lawfulWarnings(profile).includes(clause))
      .map(({ clause, verdict, skip, failure, error }) => ({
        clause,
        why: skip?.message ?? failure ?? error,
        verdict,
      }));
  } finally {
    await sandbox.close();
    await production.close();
  }
}

/** Sandboxes that choose otherwise than ours; sandbox.conformance.ts judges ours. */
const otherwise: Readonly<Record<string, PartialProfile>> = {
  'other names, other statuses and authorised reads': {
    naming: { vendor: 'acme', authority: 'revenue' },
    points: {
      'auth.user-token.format': 'opaque',
      'auth.member-token.operations': ['listUsers'],
      'members.sign-in.wrong-credentials-status': 422,
      'members.invite.initial-status': 'force_change_password',
      'members.invite.initial-mfa-status': 'sms',
      'members.invite.name': 'empty',
      'members.invite.existing-status': 201,
      'requests.unknown-fields': 'ignore',
      'requests.invalid-path-id-status': 400,
      'requests.malformed-json-status': 422,
      'requests.invalid-value-status': 422,
      'requests.wrong-content-type-status': 400,
      'requests.unknown-path-status': 403,
      'requests.unknown-method-status': 404,
      'requests.required.createWebhook': ['name', 'events', 'url', 'config'],
      'configuration.patch.null': 'reject',
      'configuration.get.not-found': 'when-empty',
      'settings.payroll-period-months.maximum': 6,
      'authorisations.missing-status': 401,
      'authorisations.unusable-status': 404,
      'authorisations.resolution': 'oldest',
      'authorisations.term-deactivated': 'becomes-invalid',
      'authorisations.presign': 'not-required',
      'authorisations.reads': ['listBankStatements', 'getTaxauthIncome', 'getOnsExpenditure'],
      'accounts.mfa.not-pending-status': 200,
      'accounts.delete.entries': 'kept',
      'connections.disabled-status': 409,
    },
  },
  'listed roles, other lists and silence about unknown users': {
    points: {
      'members.roles': ['owner', 'viewer'],
      'users.unset-form': 'null',
      'users.list.offset-meaning': 'skip',
      'users.list.order': 'newest-first',
      'bank-statements.list.unknown-user': 'empty',
      'income.list.unknown-user': 'empty',
      'direct-connections.unknown-user-status': 400,
      'webhooks.list.shape': 'array',
      'webhooks.delete.unknown-status': 204,
      'webhooks.delete.response': 'empty',
      'accounts.mfa.wrong-answer-status': 422,
    },
  },
};

test.each(drawnProfiles('client', otherwise))('a sandbox with %s passes every clause', async (_, profile) => {
  expect(await notPassed(profile)).toEqual([]);
});

test('a clause about an optional field is skipped, with the reason', async () => {
  const points = { 'requests.required.submitMfa': [], 'requests.required.inviteMember': [] };
  const only = ['accounts.mfa.missing-answer-named', 'members.invite.missing-field-named'];
  const skipped = (await notPassed({ points }, { only })).filter(({ clause }) => only.includes(clause));
  expect(skipped).toEqual([
    { clause: only[0], verdict: 'skip', why: 'this deployment requires no field of the request' },
    { clause: only[1], verdict: 'skip', why: 'this deployment requires no field of the request' },
  ]);
});

test.each([
  { declared: null, verdicts: ['fail', 'fail', 'warn'] },
  { declared: ['clerk'], verdicts: ['fail', 'fail', 'warn'] },
  { declared: undefined, verdicts: ['skip', 'skip', 'skip'] },
])(
  'a server that refuses every invitation: $verdicts.0 where the roles $declared are declared',
  async (row) => {
    const refuses = onAnswer('inviteMember', (answer) => ({
      ...answer,
      status: 400,
      body: { errors: ['No'] },
    }));
    await using sandbox = await createSandbox({ users: 1, ...refuses });
    const only: string[] = ['members.invite.answer', 'members.invite.status', 'members.invite.ill-typed'];
    const points = row.declared === undefined ? {} : { 'members.roles': row.declared };
    const { clauses } = await runSuite({ checks, probes }, standardTarget(sandbox), {
      only,
      seed: testSeed,
      profile: { points },
    });
    const judged = clauses.filter(({ clause }) => only.includes(clause));
    expect(judged.map(({ verdict }) => verdict)).toEqual(row.verdicts);
    const reasons = judged.map(({ skip }) => skip?.message ?? '');
    if (row.declared === undefined) for (const reason of reasons) expect(reason).toMatch(/400 with .*"No"/);
  },
);

test('a run that may write nothing judges what reading shows, and fails nothing', async () => {
  const left = await notPassed({}, { arrange: 'none', readOnly: true });
  expect(left.filter(({ verdict }) => verdict !== 'skip')).toEqual([]);
  const judged = new Set<string>(checks.map(({ clause }) => clause));
  for (const { clause } of left) judged.delete(clause);
  expect([...judged]).toEqual(expect.arrayContaining(['auth.api-key.users', 'providers.provider-types']));
});
