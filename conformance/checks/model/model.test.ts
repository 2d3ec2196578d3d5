import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createSandbox } from '../../../simulator/sandbox.ts';
import type { PartialProfile } from '../../../spec/profile.ts';
import { few, sample, testSeed as seed } from '../../../spec/testing/test-run.ts';
import type { RunOptions } from '../../deployment/options.ts';
import type { Check } from '../../judgement/check.ts';
import { modelMutants, remembering } from '../../proof/mutants/model.ts';
import { after, changeClient, combined, type Mutant } from '../../proof/mutants/mutant.ts';
import { standardTarget } from '../../proof/mutants/run-mutant.ts';
import { probes } from '../../suite/learn/probes/index.ts';
import { runSuite } from '../../suite/run-suite.ts';
import { checks } from '../all-checks.ts';
import { command } from './model.ts';
import { modelCheck, modelChecks, sequences } from './sequences.ts';

const otherwise: PartialProfile = {
  points: {
    'accounts.delete.entries': 'kept',
    'authorisations.missing-status': 404,
    'authorisations.resolution': 'oldest',
    'configuration.get.not-found': 'when-empty',
    'configuration.patch.null': 'reject',
    'connections.after-entry-deleted': 'not-found',
    'users.list.offset-meaning': 'page',
    'users.list.order': 'newest-first',
    'users.unset-form': 'null',
    'webhooks.create.duplicate-name-status': 409,
    'webhooks.delete.response': 'empty',
    'webhooks.delete.unknown-status': 204,
    'webhooks.list.shape': 'array',
  },
};

const profiles: [string, PartialProfile][] = [
  ['our defaults', {}],
  ['everything else', otherwise],
];

test.each(sample(profiles, 1))('a sandbox with %s agrees with the model', async (_, profile) => {
  const sandbox = await createSandbox({ users: 3, profile });
  const suite = { checks: modelChecks, probes };
  const { clauses } = await runSuite(suite, standardTarget(sandbox), {
    seed,
    runs: few(2, 4),
    learnOnlyNeeded: true,
  });
  await sandbox.close();
  const odd = clauses.filter(({ verdict, skip }) => verdict !== 'pass' && skip?.kind !== 'no-check');
  expect(odd.map(({ clause, skip, failure, error }) => ({ clause, why: skip ?? failure ?? error }))).toEqual(
    [],
  );
});

/** What checks say about a mutant. */
async function judged(mutant: Mutant, judges: readonly Check[], options: RunOptions = {}) {
  const { environment: _, ...broken } = combined(mutant.defects);
  const sandbox = await createSandbox({ users: 3, ...broken });
  const run = {
    only: [mutant.clause],
    preflight: false,
    failOn: 'implied' as const,
    seed: 1,
    runs: 40,
    ...options,
  };
  const { clauses } = await runSuite({ checks: judges, probes }, standardTarget(sandbox), run);
  await sandbox.close();
  return clauses.find(({ clause }) => clause === mutant.clause);
}

const others = checks.filter((check) => !modelChecks.includes(check));

/** A few, others with every seed; `npm run mutants` runs them all. */
const drawn = modelMutants.filter((_, at) => (at + seed) % 16 === 0);

test.each(drawn.map((mutant) => [mutant.name, mutant.clause, mutant] as const))(
  'a sandbox that %s breaks %s for the model alone',
  async (_name, _clause, mutant) => {
    expect(await judged(mutant, others)).toMatchObject({ verdict: 'pass' });
    expect(await judged(mutant, modelChecks, { mostShrinks: 0 })).toMatchObject({ verdict: 'fail' });
  },
);

const nothing = command(
  'nothing',
  () => true,
  async () => undefined,
);
const undrawn = sequences.map((one) => modelCheck({ ...one, commands: [fc.constant(nothing)] }));

test.each(sample(modelMutants, 3).map((mutant) => [mutant.name, mutant.clause, mutant] as const))(
  'a sandbox that %s breaks %s whatever is drawn',
  async (_name, _clause, mutant) => {
    expect(await judged(mutant, undrawn, { runs: 1 })).toMatchObject({ verdict: 'fail' });
  },
);

/** An order that the end of a sequence does not have by itself: there webhooks are deleted before users are updated. */
const forgetsLate: Mutant = {
  clause: 'configuration.patch.persists',
  name: 'forgets-settings-when-a-webhook-is-deleted-after-an-update-of-a-user',
  defects: remembering(
    () => ({ isUpdated: false }),
    (memoryOf) => [
      after('createUser', ({ client }) => {
        memoryOf(client).isUpdated = false;
      }),
      after('updateUser', ({ client }) => {
        memoryOf(client).isUpdated = true;
      }),
      after('deleteWebhook', ({ client }) => {
        if (memoryOf(client).isUpdated) return changeClient(client, () => ({ configuration: {} }));
      }),
    ],
  ),
};

test('a failure is shrunk to the few commands that it takes, and its token brings them again', async () => {
  const first = await judged(forgetsLate, modelChecks);
  // Of a list fast-check drops all but the last.
  const steps = /^updateUser\(\d, \{[^{}]*\}\)(,\w+\([^()]*\))?$/;
  expect(first?.failure?.counterexample).toMatch(steps);
  const { replay = '', counterexample } = first?.failure ?? {};
  const again = (await judged(forgetsLate, modelChecks, { replay }))?.failure;
  expect(again?.counterexample).toMatch(steps);
  // Shrinking ends after three seconds. On a busy machine one of the two searches may come further than the other, and says so.
  const isCutShort = again?.hints?.some((hint) => hint.includes('ended the search for fewer steps early'));
  if (!isCutShort) expect(again?.counterexample?.length).toBeLessThanOrEqual(counterexample?.length ?? 0);
});
