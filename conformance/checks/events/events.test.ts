import { expect, test } from 'vitest';
import { createSandbox } from '../../../simulator/sandbox.ts';
import type { PartialProfile } from '../../../spec/profile.ts';
import { testSeed } from '../../../spec/testing/test-run.ts';
import { standardTarget } from '../../proof/mutants/run-mutant.ts';
import { probes } from '../../suite/learn/probes/index.ts';
import { runSuite } from '../../suite/run-suite.ts';
import { drawnProfiles } from '../../testing/other-profiles.ts';
import { eventChecks } from './index.ts';

/** What became of the clauses about events under a profile. */
async function verdicts(profile: PartialProfile) {
  const sandbox = await createSandbox({ users: 3, profile });
  try {
    const { naming = {} } = profile;
    const result = await runSuite({ checks: eventChecks, probes }, standardTarget(sandbox), {
      only: ['events'],
      runs: 4,
      seed: testSeed,
      profile: { naming },
    });
    return result.clauses.filter(({ area }) => area === 'events');
  } finally {
    await sandbox.close();
  }
}

/** Sandboxes that choose otherwise than ours; sandbox.conformance.ts judges ours. */
const profiles: Readonly<Record<string, PartialProfile>> = {
  'other names, long vectors, other payload keys and no income events': {
    naming: { vendor: 'acme', authority: 'revenue' },
    points: {
      'requests.required.createWebhook': ['name', 'events', 'url', 'config'],
      'webhooks.delivery.success': '200-only',
      'webhooks.delivery.gone': 'retry',
      'webhooks.delivery.redirects': 'follow',
      'webhooks.encryption.iv-bytes': 16,
      'webhooks.encryption.content-type': 'application/json',
      'events.bank-statement.payload-key': 'statements',
      'events.income.trigger': 'never',
      'connections.empty-entry-id': 'absent',
    },
  },
  'one attempt, other orders and authorised reads': {
    points: {
      'webhooks.delivery.success': 'any-response',
      'webhooks.delivery.gone': 'unsubscribe',
      'webhooks.delivery.max-attempts': 1,
      'webhooks.delivery.exhausted': 'disable-subscription',
      'events.income.payload-key': 'incomes',
      'connections.empty-entry-id': 'uuid',
      'connections.order': 'oldest-first',
      'direct-connections.success-status': 200,
      'direct-connections.repeat': 'all',
      'authorisations.reads': ['listBankStatements', 'getTaxauthIncome', 'getOnsExpenditure'],
    },
  },
};

test.each(drawnProfiles('events', profiles))('a sandbox with %s passes every clause', async (_, profile) => {
  const odd = (await verdicts(profile)).filter(({ verdict }) => verdict !== 'pass');
  expect(odd.map(({ clause, skip, failure, error }) => ({ clause, why: skip ?? failure ?? error }))).toEqual(
    [],
  );
});

test('a deployment that refuses the address of the receiver is not judged, and the report says why', async () => {
  const all = await verdicts({ points: { 'webhooks.create.url-schemes': 'https-only' } });
  expect(new Set(all.map(({ verdict }) => verdict))).toEqual(new Set(['skip']));
  expect(all[0]?.skip?.enable).toEqual([expect.stringContaining('--receiver-url')]);
});
