import { checks } from '../checks/all-checks.ts';
import type { RunOptions, TargetDescription } from '../deployment/options.ts';
import type { RunResult } from '../judgement/result.ts';
import { probes } from './learn/probes/index.ts';
import { runSuite } from './run-suite.ts';

/** Checks a deployment clause by clause. The deployment's faults are in the result; only a misuse of this function throws. */
export const runConformance = (target: TargetDescription, options: RunOptions = {}): Promise<RunResult> =>
  runSuite({ checks, probes }, target, options);
