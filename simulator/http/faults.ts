import { type Stream, stream } from '../../generators/random.ts';
import type { Fault } from '../../spec/types.ts';

type Active = { fault: Fault; struck: number; draws: Stream };

/** Faults that a tester has asked for: delays, error answers and cut connections. */
export class Faults {
  #active: Active[] = [];

  set(faults: readonly Fault[]): void {
    this.#active = faults.map((fault) => ({ fault, struck: 0, draws: stream(fault.seed ?? 0, 'fault') }));
  }

  list(): (Fault & { struck: number })[] {
    return this.#active.map(({ fault, struck }) => ({ ...fault, struck }));
  }

  /** The fault that strikes a request of this operation, if any; counts it as struck. */
  strike(operation: string): Fault | undefined {
    for (const active of this.#active) {
      const { fault } = active;
      if (fault.operation !== undefined && fault.operation !== operation) continue;
      if (fault.times !== undefined && active.struck >= fault.times) continue;
      if (fault.probability !== undefined && !active.draws.chance(fault.probability)) continue;
      active.struck += 1;
      return fault;
    }
    return undefined;
  }
}
