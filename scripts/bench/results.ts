import type { Section } from './figure.ts';
import type { Machine } from './machine.ts';

/** One run of the benchmark, as `docs/figures/bench.json` keeps it. */
export type Results = {
  madeAt: string;
  command: string;
  minutes: number;
  machine: Machine;
  sections: readonly Section[];
};
