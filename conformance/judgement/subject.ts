import type { Exclusive } from './check.ts';
import type { CheckOutcome, CheckRun } from './judge-check.ts';
import type { ClauseResult, RunResult, SkipReason } from './result.ts';

export type JudgedClause = Pick<ClauseResult, 'level' | 'why' | 'section' | 'places' | 'statement'> &
  Partial<Pick<ClauseResult, 'operations' | 'webhooks'>> & { readonly id: ClauseResult['clause'] };

export type JudgedCheck = { readonly clause: string; readonly exclusive?: Exclusive };

/** What is judged: its clauses, the checks of them, and what it takes to make a check against it. */
export type Subject<Check extends JudgedCheck, Clause extends JudgedClause> = {
  /** What the judging is called in the sentences that say how it ended. */
  readonly called: 'run' | 'exam';
  readonly clauses: readonly Clause[];
  readonly checks: readonly Check[];
  needs(clause: Clause): ClauseResult['needs'];
  /** Why a clause cannot be judged, where that is known before anything is sent. */
  missing?(clause: Clause): SkipReason | undefined;
  /** Opens the subject for these checks; says how many of them may run side by side, and how many points are learnt. */
  prepare(chosen: readonly Check[], stop: Stop): Promise<{ concurrency: number; points?: number }>;
  /** Whether a check may come before `learn`; none does where this is left out. */
  isEarly?(check: Check): boolean;
  /** Finds out what the other checks depend on. */
  learn?(chosen: readonly Check[]): Promise<void>;
  judge(check: Check, run: CheckRun): Promise<CheckOutcome>;
  close(): Promise<void>;
  /** What the report says of the subject itself; read when everything is over. */
  about(): Pick<RunResult, 'subject' | 'target' | 'requests' | 'config'> &
    Pick<RunResult, 'points' | 'profile' | 'notes' | 'leftovers' | 'coverage'>;
};

/** Ends a run early: the first reason is the one that the report gives. */
export class Stop {
  reason: string | undefined;
  /** 1: the subject is to blame; 2: the caller asked for the impossible; 3: unknown. */
  exitCode: 1 | 2 | 3 = 3;
  readonly #controller = new AbortController();

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  end(reason: string, exitCode: 1 | 2 | 3 = 3): void {
    if (this.reason === undefined) {
      this.reason = reason;
      this.exitCode = exitCode;
    }
    this.#controller.abort();
  }
}
