import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

/** How much a run measures; the questions are the same. */
export type Effort = {
  rounds: number;
  /** How often servers are started anew, each time for a part of the rounds. */
  processes: number;
  /** How long one contestant is under load in one round. */
  seconds: number;
  /** How often each contestant gets all requests before anything is measured. */
  warmUps: number;
  starts: number;
  /** Sizes of worlds, the smallest first. */
  sizes: readonly number[];
  /** How many things a user has, the fewest first. */
  things: readonly [number, number];
  /** Deliveries in a store. */
  kept: number;
  /** Users who query their connections, as many in every world, so that worlds differ in size alone. */
  callers: number;
  deliveries: number;
  /** How many exchanges payrig watch judges, the fewest first. */
  exchanges: readonly [number, number];
  mutants: number;
  /** Clauses of the conformance run; all when left out. */
  clauses?: string;
};

export const efforts: Readonly<Record<'full' | 'quick' | 'smoke', Effort>> = parse(
  readFileSync(new URL('./efforts.yaml', import.meta.url), 'utf8'),
);
