import type { ClauseResult, PointResult } from './result.ts';

export type JudgingOptions = {
  only?: readonly string[];
  skip?: readonly string[];
  /** Inputs for each property, times its own effort. */
  runs?: number;
  seed?: number;
  /** A token that a failure printed: reruns that one case. */
  replay?: string;
  maxTimeMs?: number;
  bail?: boolean;
  /** How many smaller cases are tried for a failure. */
  mostShrinks?: number;
  /** Any clause that is not judged makes the run incomplete. */
  strict?: boolean;
  /** `implied`: an implied clause that does not hold fails like a stated one; it is a warning otherwise. */
  failOn?: 'stated' | 'implied';
  /** Clauses whose failure is known. */
  baseline?: readonly string[];
  /** Stops the run; what was made is still removed. */
  signal?: AbortSignal;
  onProgress?: (event: ProgressEvent) => void;
};

/** What happens while a run goes on. `total` counts the clauses and points of the whole run; 0 where it is not known. */
export type ProgressEvent =
  | { kind: 'phase'; phase: 'preflight' | 'learn' | 'check' | 'clean-up'; total: number }
  | { kind: 'point'; result: PointResult }
  | { kind: 'start'; clause: string }
  | { kind: 'note'; text: string }
  | { kind: 'clause'; result: ClauseResult };
