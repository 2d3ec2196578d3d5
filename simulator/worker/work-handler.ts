import type { Effect } from '../../spec/types.ts';
import type { Claim } from '../store/port.ts';

/** What came of a piece of work. */
export type WorkResult = {
  /** Whether the one to whom something was sent answered; those who do not are sent less at once. */
  answered?: boolean;
  /** Writes it down and so ends the claim; what it says has happened is told to whoever moves the clock. */
  write: (claim: Claim) => Promise<readonly Effect[]>;
};

/**
 * Does a piece of work that was claimed, `at` its time by the client's clock; `now` tells the time when it is done.
 *
 * What it does must not be done again only because it could not be written down: that is why the two are apart. `later`
 * gives the claim back.
 */
export type WorkHandler = (
  claim: Claim,
  at: number,
  now: () => Promise<number>,
) => Promise<WorkResult | 'later'>;

/** A handler for each kind of work. */
export type WorkHandlers = Readonly<Record<string, WorkHandler>>;
