export { cleanUp } from './deployment/clean-up.ts';
export type { RunOptions, TargetDescription } from './deployment/options.ts';
export type {
  Arrangement,
  ArrangementContext,
  ArrangementModule,
  OfferedArrangement,
} from './judgement/arrangement.ts';
export { Refused } from './judgement/arrangement.ts';
export { CannotArrange } from './judgement/failure.ts';
export type { ProgressEvent } from './judgement/options.ts';
export type { RunResult } from './judgement/result.ts';
export { runConformance } from './suite/run-conformance.ts';
