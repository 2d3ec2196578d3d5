import { createSandbox } from '../../../simulator/sandbox.ts';
import type { RunResult } from '../../result.ts';
import { type RunOptions, runConformance } from '../../run.ts';
import { combined } from '../mutants/combine.ts';
import { standardTarget } from '../mutants/run-mutant.ts';
import { lawfulWarnings } from './lawful-differences.ts';
import type { Variant } from './variant.ts';

/** What the suite said of a variant; every failure and every warning is a false one. */
export type VariantOutcome = {
  readonly variant: Variant;
  readonly result: RunResult;
  readonly falseFailures: string[];
};

/** Runs the whole suite against a variant, or the part of it that is asked for. */
export async function runVariant(variant: Variant, options: RunOptions = {}): Promise<VariantOutcome> {
  const made = () => ({ ...combined([variant.differences()]), profile: variant.profile });
  const sandbox = await createSandbox({ users: 30, ...made() });
  const production = await createSandbox({ users: 5, ...made(), environment: 'production' });
  try {
    const result = await runConformance(standardTarget(sandbox, production), {
      seed: variant.seed,
      runs: 4,
      destructive: true,
      profile: { naming: variant.profile.naming },
      ...options,
    });
    const falseFailures = result.clauses
      .filter(
        ({ verdict, clause }) =>
          verdict === 'fail' ||
          verdict === 'error' ||
          (verdict === 'warn' && !lawfulWarnings.includes(clause)),
      )
      .map(({ clause }) => clause);
    return { variant, result, falseFailures };
  } finally {
    await sandbox.close();
    await production.close();
  }
}
