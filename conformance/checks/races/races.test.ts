import { expect, test } from 'vitest';
import { stream } from '../../../generators/random.ts';
import { createSandbox } from '../../../simulator/sandbox.ts';
import { memoryStore } from '../../../simulator/store/adapters/memory/memory-store.ts';
import type { PartialProfile } from '../../../spec/profile.ts';
import { sample, testSeed } from '../../../spec/testing/test-run.ts';
import { combined } from '../../proof/mutants/mutant.ts';
import { raceMutants } from '../../proof/mutants/races.ts';
import { standardTarget } from '../../proof/mutants/run-mutant.ts';
import { slowStore } from '../../proof/mutants/testing/slow-store.ts';
import { probes } from '../../suite/learn/probes/index.ts';
import { runSuite } from '../../suite/run-suite.ts';
import { raceChecks } from '../all-checks.ts';

async function judged(
  options: Parameters<typeof createSandbox>[0],
  { only = [], seed = testSeed }: { only?: string[]; seed?: number } = {},
) {
  const sandbox = await createSandbox({ users: 3, ...options });
  const run = { seed, runs: 6, only, learnOnlyNeeded: true, preflight: false, mostShrinks: 0 };
  const { clauses } = await runSuite({ checks: raceChecks, probes }, standardTarget(sandbox), run);
  await sandbox.close();
  return clauses.filter(({ clause }) => raceChecks.some((check) => check.clause === clause));
}

type Clauses = Awaited<ReturnType<typeof judged>>;
const odd = (clauses: Clauses) =>
  clauses
    .filter(({ verdict }) => verdict !== 'pass')
    .map(({ clause, failure, skip, error }) => ({ clause, why: failure?.actual ?? skip ?? error }));

const otherwise: PartialProfile = {
  points: {
    'accounts.delete.entries': 'kept',
    'accounts.mfa.not-pending-status': 200,
    'connections.unknown-account-status': 400,
    'users.unset-form': 'null',
    'webhooks.create.duplicate-name-status': 409,
    'webhooks.delete.unknown-status': 204,
    'webhooks.list.shape': 'array',
  },
};

const random = stream(testSeed, 'slow store');
const sandboxes: Record<string, () => Parameters<typeof createSandbox>[0]> = {
  'our defaults': () => ({}),
  'other choices': () => ({ profile: otherwise }),
  'a store that takes a moment for everything': () => ({
    store: slowStore(memoryStore(), () => random.unit() * 4),
  }),
};

test.each(sample(Object.entries(sandboxes), 1))(
  `a sandbox with %s answers racing clients as if they had come one by one (seed ${testSeed})`,
  async (_, options) => {
    const clauses = await judged(options());
    expect(odd(clauses)).toEqual([]);
  },
);

test('a failure shows who did what when, and where every order breaks off', async () => {
  const mutant = raceMutants.find(({ name }) => name === 'deletes-entries-twice-at-once');
  const { environment: _, ...broken } = combined(mutant?.defects ?? []);
  // Where the machine is busy, two requests may follow each other by more than the defect waits for.
  let failure: Clauses[number]['failure'];
  for (let more = 0; more < 5 && !failure; more++) {
    const clauses = await judged(broken, { only: ['races.entries.deleted-once'], seed: testSeed + more });
    failure = clauses.find(({ clause }) => clause === 'races.entries.deleted-once')?.failure;
  }
  expect(failure?.actual).toMatch(
    /^a history that no order explains:\n#1 {2}client 1 \[=+\]·+ delete-entry -> 200/,
  );
  expect(failure?.actual).toMatch(/\n#2 {2}client 2 ·\[=+\]·+ delete-entry -> 200/);
  expect(failure?.actual).toMatch(
    /breaks off after #\d.*: .*#\d.* cannot have come next with that answer\.$/s,
  );
});
