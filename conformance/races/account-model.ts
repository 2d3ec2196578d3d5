import type { Points } from '../../spec/profile.ts';
import type { SequentialModel } from './linearize.ts';
import { isRefused, isTaken, type Outcome } from './record-model.ts';

export type AccountCommand =
  | { readonly kind: 'query' | 'answer-mfa' | 'delete-account' | 'delete-entry' }
  | { readonly kind: 'switch'; readonly on: boolean };

/** With the pay dates of what a query has found. */
export type AccountOutcome = Outcome & { readonly found: readonly string[] };

type State = {
  readonly account: 'waiting' | 'ready' | 'gone';
  /** Whether payroll connections are on for the user. */
  readonly on: boolean;
  /** Pay dates of what was retrieved so far. */
  readonly found: readonly string[];
  /** Whether an entry that was made through the account beforehand still stands. */
  readonly entry: boolean;
};

/**
 * An account with payroll behind it and an entry made through it: answered once, queried while it is there and may be
 * used, with no payslip found a second time, and deleted once.
 */
export function accountModel(
  initial: Pick<State, 'account'>,
  known: Partial<Points>,
): SequentialModel<State, AccountCommand, AccountOutcome> {
  const only = (allowed: boolean, after: State): readonly State[] => (allowed ? [after] : []);
  const has = (outcome: Outcome, status: number | undefined): boolean =>
    status === undefined || outcome.status === status;

  const queried = (state: State, outcome: AccountOutcome): readonly State[] => {
    if (state.account !== 'ready' || !state.on) return only(isRefused(outcome), state);
    const again = outcome.found.some((date) => state.found.includes(date));
    // The most recent payroll is found by the first query at least; that nothing is new comes later.
    const missed = state.found.length === 0 && outcome.found.length === 0;
    return only(isTaken(outcome) && !again && !missed, {
      ...state,
      found: [...state.found, ...outcome.found].sort(),
    });
  };
  const answered = (state: State, outcome: AccountOutcome): readonly State[] => {
    if (state.account === 'gone') return only(outcome.status === 404, state);
    if (state.account === 'ready') return only(has(outcome, known['accounts.mfa.not-pending-status']), state);
    return only(isTaken(outcome), { ...state, account: 'ready' });
  };
  const deleted = (state: State, outcome: AccountOutcome): readonly State[] => {
    if (state.account === 'gone') return only(outcome.status === 404, state);
    if (!isTaken(outcome)) return [];
    const after = { ...state, account: 'gone' } as const;
    const fate = known['accounts.delete.entries'];
    const kept = fate === 'deleted' ? [] : [after];
    return fate === 'kept' ? kept : [...kept, { ...after, entry: false }];
  };

  return {
    initial: { on: true, found: [], entry: true, ...initial },
    step: (state, command, outcome) => {
      switch (command.kind) {
        case 'query':
          return queried(state, outcome);
        case 'answer-mfa':
          return answered(state, outcome);
        case 'delete-account':
          return deleted(state, outcome);
        case 'delete-entry':
          return state.entry
            ? only(isTaken(outcome), { ...state, entry: false })
            : only(outcome.status === 404, state);
        case 'switch':
          return only(isTaken(outcome), { ...state, on: command.on });
      }
    },
  };
}
