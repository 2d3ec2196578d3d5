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
  mutants: number;
  /** Clauses of the conformance run; all when left out. */
  clauses?: string;
};

export const efforts = {
  full: {
    // As many as it takes on a machine whose speed changes from second to second.
    rounds: 12,
    // The same code is faster in one process than in the next, by a tenth: it depends on how it was compiled and laid out.
    processes: 3,
    seconds: 0.5,
    // A large program takes longer to be compiled for speed than a small one, and that is not what is compared.
    warmUps: 10,
    starts: 9,
    sizes: [100, 1000, 10_000],
    things: [10, 1000],
    kept: 100_000,
    callers: 24,
    deliveries: 2000,
    mutants: 24,
  },
  quick: {
    rounds: 3,
    processes: 1,
    seconds: 0.3,
    warmUps: 4,
    starts: 3,
    sizes: [100, 10_000],
    things: [10, 1000],
    kept: 100_000,
    callers: 12,
    deliveries: 600,
    mutants: 6,
  },
  /** To see that everything runs; its numbers mean nothing. */
  smoke: {
    rounds: 1,
    processes: 1,
    seconds: 0.05,
    warmUps: 0,
    starts: 1,
    sizes: [50, 100],
    things: [2, 10],
    kept: 100,
    callers: 2,
    deliveries: 10,
    mutants: 1,
    clauses: 'terms.*',
  },
} satisfies Record<string, Effort>;
