import type { ReportedExchange } from '../target/curl.ts';

/** One exchange that broke a clause. */
type Example = {
  readonly at: number;
  readonly expected: string;
  readonly actual: string;
  readonly exchange?: ReportedExchange;
};

/** What is known of one clause. */
export type Entry = {
  confirmed: number;
  broken: number;
  /** Differences that a writer whose requests do not pass here explains. */
  explained: number;
  /** In milliseconds since 1970. */
  lastConfirmed?: number;
  lastBroken?: number;
  /** Since it was broken last: how often it was confirmed, and when for the first time. */
  confirmedSince?: number;
  keptSince?: number | undefined;
  first?: Example;
  smallest?: Example;
};
