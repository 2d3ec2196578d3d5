import { checks } from './all-checks.ts';
import type { RunOptions, TargetDescription } from './deployment/options.ts';
import { probes } from './learn/probes/index.ts';
import type { RunResult } from './result.ts';
import { runSuite } from './run-conformance.ts';

export type {
  Arrangement,
  ArrangementContext,
  ArrangementModule,
  OfferedArrangement,
} from './arrange/arrangement.ts';
export { Refused } from './arrange/arrangement.ts';
export { cleanUp } from './deployment/clean-up.ts';
export type { RunOptions, TargetDescription } from './deployment/options.ts';
export { CannotArrange } from './failure.ts';
export type { RunResult } from './result.ts';
export type { ProgressEvent } from './run/options.ts';

/** Checks a deployment clause by clause. The deployment's faults are in the result; only a misuse of this function throws. */
export const runConformance = (target: TargetDescription, options: RunOptions = {}): Promise<RunResult> =>
  runSuite({ checks, probes }, target, options);
