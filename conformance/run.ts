import { checks } from './all-checks.ts';
import { probes } from './learn/probes/index.ts';
import type { RunResult } from './result.ts';
import type { RunOptions, TargetDescription } from './run/options.ts';
import { runSuite } from './run-conformance.ts';

export type {
  Arrangement,
  ArrangementContext,
  ArrangementModule,
  OfferedArrangement,
} from './arrange/arrangement.ts';
export { Refused } from './arrange/arrangement.ts';
export { CannotArrange } from './failure.ts';
export type { RunResult } from './result.ts';
export { cleanUp } from './run/clean-up.ts';
export type { ProgressEvent, RunOptions, TargetDescription } from './run/options.ts';

/** Checks a deployment clause by clause. The deployment's faults are in the result; only a misuse of this function throws. */
export const runConformance = (target: TargetDescription, options: RunOptions = {}): Promise<RunResult> =>
  runSuite({ checks, probes }, target, options);
