import { createSandbox } from '../../../simulator/sandbox.ts';
import type { RunOptions } from '../../index.ts';
import { having } from '../../report/grouped.ts';
import { runConformance } from '../../suite/run-conformance.ts';
import type { RecordingLine } from '../../watch/recording.ts';
import { combined } from '../mutants/mutant.ts';
import { standardTarget } from '../mutants/run-mutant.ts';
import { brokenIn, type Receiver, watchedRun } from '../watched-run.ts';
import { lawfulDifferences, lawfulWarnings } from './lawful-differences.ts';
import { lawfulReadings } from './lawful-readings.ts';
import { randomProfile } from './random-profile.ts';

type Variant = ReturnType<typeof variant>;

/** The variant of a seed: all open points drawn, other fields, orders, words and times where they are free, and some lawful readings. */
export function variant(seed: number) {
  const profile = randomProfile(seed);
  const readings = lawfulReadings.filter((_, at) => (Math.imul(seed, 2 * at + 3) >>> 3) % 3 === 0);
  return {
    seed,
    profile,
    /** Made anew for each server, since some of them remember theirs. */
    differences: () => [lawfulDifferences(seed, profile), ...readings.flatMap(({ make }) => make())],
    warns: lawfulWarnings(profile),
  };
}

/** Runs the suite against a variant, with `record` through the watch; every failure is a false one. */
export async function runVariant(
  variant: Variant,
  options: RunOptions = {},
  record?: (line: RecordingLine) => void,
) {
  const made = () => ({ ...combined(variant.differences()), profile: variant.profile });
  await using sandbox = await createSandbox({ users: 30, ...made() });
  await using production = await createSandbox({ users: 5, ...made(), environment: 'production' });
  const profile = { naming: variant.profile.naming };
  const judge = (baseUrl: string, receiver: Partial<Receiver> = {}) =>
    runConformance(
      { ...standardTarget(sandbox, production), baseUrl },
      { seed: variant.seed, runs: 4, destructive: true, profile, ...receiver, ...options },
    );
  const watched = record && (await watchedRun(sandbox.url, judge, { profile }, { record }));
  const result = watched?.result ?? (await judge(sandbox.url));
  const isLawful = (clause: string): boolean => variant.warns.includes(clause);
  const watchedFailures = watched ? brokenIn(watched.ledger).filter((clause) => !isLawful(clause)) : [];
  const falseFailures = having(result.clauses, 'fail', 'error', 'warn')
    .filter(({ verdict, clause }) => verdict !== 'warn' || !isLawful(clause))
    .map(({ clause }) => clause);
  return { variant, result, falseFailures, watchedFailures };
}
