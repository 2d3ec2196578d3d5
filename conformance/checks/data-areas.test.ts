import { expect, test } from 'vitest';
import { createSandbox } from '../../simulator/sandbox.ts';
import { areaOf, loadClauses } from '../../spec/clauses.ts';
import type { PartialProfile } from '../../spec/profile.ts';
import { few, testSeed } from '../../spec/testing/test-run.ts';
import type { RunOptions } from '../deployment/options.ts';
import { standardTarget } from '../proof/mutants/run-mutant.ts';
import { probes } from '../suite/learn/probes/index.ts';
import { runSuite } from '../suite/run-suite.ts';
import { drawnProfiles } from '../testing/other-profiles.ts';
import { bankStatementChecks } from './bank-statements.ts';
import { entryChecks } from './deletions.ts';
import { directConnectionChecks } from './direct-connections.ts';
import { documentChecks } from './documents.ts';
import { foreignIdChecks } from './foreign-ids.ts';
import { incomeChecks } from './income.ts';
import { payrollChecks } from './payroll.ts';
import { webhookChecks } from './webhooks.ts';

const checks = [
  ...bankStatementChecks,
  ...directConnectionChecks,
  ...documentChecks,
  ...entryChecks,
  ...incomeChecks,
  ...payrollChecks,
  ...webhookChecks,
  ...foreignIdChecks.filter(({ clause }) => /^(entries|payroll|income|direct-connections)\./.test(clause)),
];
// What becomes of documents when their user is deleted is a clause of users.
const areas = [...new Set(checks.map(({ clause }) => areaOf(clause)))].filter((area) => area !== 'users');

/** What became of the clauses of these areas, but for those that passed. */
async function notPassed(profile: PartialProfile, run: RunOptions = {}) {
  const sandbox = await createSandbox({ users: 10, profile });
  try {
    const { naming = {} } = profile;
    const options = { only: areas, runs: few(1, 2), seed: testSeed, profile: { naming }, ...run };
    const result = await runSuite({ checks, probes }, standardTarget(sandbox), options);
    return result.clauses
      .filter(({ area, verdict }) => areas.includes(area) && verdict !== 'pass')
      .map(({ clause, verdict, skip, failure, error }) => ({
        clause,
        verdict,
        why: skip?.message ?? failure ?? error,
      }));
  } finally {
    await sandbox.close();
  }
}

test('every clause of these areas has a check', () => {
  const judged = new Set<string>(checks.map(({ clause }) => clause));
  const clauses = loadClauses().filter(({ id }) => areas.includes(areaOf(id)));
  expect(clauses.map(({ id }) => id).filter((id) => !judged.has(id))).toEqual([]);
});

/** Sandboxes that choose otherwise than ours; sandbox.conformance.ts judges ours. */
const otherwise: Readonly<Record<string, PartialProfile>> = {
  'offsets that count pages, the newest last, and other statuses': {
    naming: { vendor: 'acme', authority: 'revenue' },
    points: {
      'income.list.out-of-range': 'clamp',
      'users.list.offset-meaning': 'page',
      'bank-statements.list.offset-meaning': 'page',
      'bank-statements.list.order': 'oldest-first',
      'bank-statements.list.default-limit': 1,
      'bank-statements.list.exclude-before-name': 'since',
      'bank-statements.list.exclude-after-name': 'until',
      'bank-statements.list.unknown-user': 'empty',
      'income.list.offset-meaning': 'page',
      'income.list.order': 'oldest-first',
      'income.list.default-limit': 1,
      'income.list.unknown-user': 'empty',
      'income.disabled': 'empty',
      'connections.unknown-account-status': 403,
      'connections.empty-entry-id': 'uuid',
      'connections.order': 'oldest-first',
      'connections.after-entry-deleted': 'not-found',
      'connections.disabled-direct': 'refused',
      'direct-connections.success-status': 200,
      'direct-connections.unknown-user-status': 400,
      'direct-connections.missing-details': 'reject',
      'direct-connections.no-match': 404,
      'direct-connections.repeat': 'all',
      'direct-connections.pagination-offset': 0,
      'payroll.required-fields': ['id'],
      'presign.missing-external-id': 'null',
      'presign.max-files': 1,
      'presign.url-lifetime-seconds': 60,
      'requests.required.presignBankStatements': ['file_name', 'external_id'],
      'requests.required.createWebhook': ['name', 'events', 'url', 'config'],
      'authorisations.reads': ['listBankStatements', 'getTaxauthIncome'],
      'webhooks.list.shape': 'paginated',
      'webhooks.list.config': 'hidden',
      'webhooks.delete.response': 'empty',
      'webhooks.create.duplicate-name-status': 409,
      'webhooks.create.unknown-event': 'accept',
      'webhooks.create.no-events': 'accept',
    },
  },
  'offsets that count what is skipped, and bare lists': {
    points: {
      'users.list.offset-meaning': 'skip',
      'income.list.offset-meaning': 'skip',
      'income.list.default-offset': 0,
      'income.disabled': 'empty',
      'connections.empty-entry-id': 'absent',
      'connections.unknown-account-status': 400,
      'direct-connections.missing-details': 'empty',
      'direct-connections.unknown-user-status': 403,
      'authorisations.presign': 'not-required',
      'webhooks.list.shape': 'array',
      'webhooks.delete.unknown-status': 200,
      'webhooks.create.duplicate-name-status': 422,
    },
  },
};

test.each(drawnProfiles('data', otherwise))('a sandbox with %s passes every clause', async (_, profile) => {
  expect(await notPassed(profile)).toEqual([]);
});

test('clauses that a deployment gives no occasion for are skipped, with the reason', async () => {
  const points = {
    'requests.required.queryPayrollConnection': [],
    'requests.required.createDirectConnection': [],
    'requests.required.presignBankStatements': [],
    'requests.required.createWebhook': [],
    'webhooks.create.url-schemes': 'https-only' as const,
  };
  const only = ['*.missing-*', 'webhooks.delete.stops-deliveries'];
  const left = await notPassed({ points }, { only });
  const reasons = left.filter(({ why }) => why !== 'it was not asked for');
  expect(reasons).toEqual([
    {
      clause: 'direct-connections.missing-user-named',
      verdict: 'skip',
      why: 'this deployment requires no field of the request',
    },
    {
      clause: 'documents.presign.missing-field-named',
      verdict: 'skip',
      why: 'this deployment requires no field of the request',
    },
    {
      clause: 'payroll.query.missing-account-named',
      verdict: 'skip',
      why: 'this deployment requires no field of the request',
    },
    {
      clause: 'webhooks.create.missing-field-named',
      verdict: 'skip',
      why: 'this deployment requires no field of the request',
    },
    {
      clause: 'webhooks.delete.stops-deliveries',
      verdict: 'skip',
      why: 'it needs webhooks that reach this machine',
    },
  ]);
});

test('a run that may write nothing judges what the lists show, and fails nothing', async () => {
  const left = await notPassed({}, { arrange: 'none', readOnly: true });
  expect(left.filter(({ verdict }) => verdict !== 'skip')).toEqual([]);
  const judged = new Set<string>(checks.map(({ clause }) => clause));
  for (const { clause } of left) judged.delete(clause);
  expect([...judged]).toEqual(
    expect.arrayContaining([
      'bank-statements.list.pages-tile',
      'bank-statements.shape.balances',
      'income.list.count',
      'income.shape.money',
    ]),
  );
});
