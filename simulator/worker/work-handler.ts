import type { Effect } from '../../spec/types.ts';
import type { Claim, ClientStore, Write } from '../store/port.ts';

export type WorkResult = {
  /** Whether the receiver answered; a receiver that did not gets one request at a time. */
  answered?: boolean;
  /** Stores the result, which ends the claim; a move of the clock reports the effects. */
  write: (claim: Claim) => Promise<readonly Effect[]>;
};

/**
 * Does a claimed piece of work, `at` its time by the client's clock; `now` reads the clock again. Doing and storing are
 * two steps: when the store fails, the worker repeats the second only. `later` gives the claim back.
 */
export type WorkHandler = (
  claim: Claim,
  at: number,
  now: () => Promise<number>,
  ahead?: Ahead,
) => Promise<WorkResult | 'later'>;

/** In a move of the clock, for work that is alone: until when no other falls due, and how the clock gets there. */
export type Ahead = { until: number; step: (at: number) => Promise<void> };

export type WorkHandlers = Readonly<Record<string, WorkHandler>>;

/** The result of work that changes its owner in a way that is decided before. */
export const writing = (clientStore: ClientStore, owner: string, write: Write<Effect[]>): WorkResult => ({
  write: (claim) => clientStore.change(owner, () => write, { claim }),
});
