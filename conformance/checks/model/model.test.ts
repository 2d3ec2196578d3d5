import { expect, test } from 'vitest';
import { createSandbox } from '../../../simulator/sandbox.ts';
import type { PartialProfile } from '../../../spec/profile.ts';
import { few, sample, testSeed as seed } from '../../../spec/testing/test-run.ts';
import type { RunOptions } from '../../deployment/options.ts';
import { modelMutants } from '../../proof/mutants/model.ts';
import { combined, type Mutant } from '../../proof/mutants/mutant.ts';
import { standardTarget } from '../../proof/mutants/run-mutant.ts';
import { probes } from '../../suite/learn/probes/index.ts';
import { runSuite } from '../../suite/run-suite.ts';
import { checks } from '../all-checks.ts';
import { modelChecks } from './sequences.ts';

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

/** What the checks of a mutant's clause say about it: those of the model, or the others. */
async function judged(mutant: Mutant, ofModel: boolean, options: RunOptions = {}) {
  const judges = checks.filter(
    (check) => check.clause === mutant.clause && modelChecks.includes(check) === ofModel,
  );
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

/** A few, others with every seed; `npm run mutants` runs them all. */
const drawn = modelMutants.filter((_, at) => (at + seed) % 16 === 0);

test.each(drawn.map((mutant) => [mutant.name, mutant.clause, mutant] as const))(
  'a sandbox that %s breaks %s for the model alone',
  async (_name, _clause, mutant) => {
    expect(await judged(mutant, false)).toMatchObject({ verdict: 'pass' });
    expect(await judged(mutant, true, { mostShrinks: 0 })).toMatchObject({ verdict: 'fail' });
  },
);

test('a failure is shrunk to the few commands that it takes, and its token brings them again', async () => {
  const mutant = modelMutants.find(
    ({ name }) => name === 'forgets-settings-when-a-user-is-deleted',
  ) as Mutant;
  const first = await judged(mutant, true);
  const steps = /updateConfiguration\(.*\),deleteUser\(\d\)/;
  expect(first?.failure?.counterexample).toMatch(steps);
  const { replay = '', counterexample } = first?.failure ?? {};
  const again = (await judged(mutant, true, { replay }))?.failure;
  expect(again?.counterexample).toMatch(steps);
  // Shrinking ends after three seconds. On a busy machine one of the two searches may come further than the other, and says so.
  const isCutShort = again?.hints?.some((hint) => hint.includes('ended the search for fewer steps early'));
  if (!isCutShort) expect(again?.counterexample?.length).toBeLessThanOrEqual(counterexample?.length ?? 0);
});
