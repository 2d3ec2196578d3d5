import { stream } from '../../generators/random.ts';
import type { Fault } from '../../spec/types.ts';
import type { ClientRecord, FaultRecord } from '../domain/client-record.ts';
import type { ClientState } from '../state/client-state.ts';

/** Faults that a tester has asked for: delays, error answers and cut connections. They strike whichever process serves. */
export class Faults {
  readonly #state: ClientState;

  constructor(state: ClientState) {
    this.#state = state;
  }

  async set(given: readonly Fault[]): Promise<void> {
    const faults = given.map((fault) => ({ fault, struck: 0, drawn: 0 }));
    await this.#state.change((record) => ({ record: { ...record, faults }, result: undefined }));
  }

  async list(): Promise<(Fault & { struck: number })[]> {
    return (await this.#state.read()).faults.map(({ fault, struck }) => ({ ...fault, struck }));
  }

  /** The fault that strikes a request of this operation, if any, by the client's record; counts it as struck. */
  strike(operation: string, record: ClientRecord): Promise<Fault | undefined> {
    return strikeFault(this.#state, operation, record);
  }
}

/** What a fault of deliveries strikes, in the place of an operation. */
export const DELIVERIES = 'deliveries';

export async function strikeFault(
  state: Pick<ClientState, 'change' | 'nowOf'>,
  operation: string,
  { faults, clock }: ClientRecord,
): Promise<Fault | undefined> {
  const now = state.nowOf({ clock });
  if (!faults.some((one) => mayStrike(one, operation, now))) return undefined;
  return state.change((record) => {
    let striking: Fault | undefined;
    const faults = record.faults.map((one) => {
      if (striking || !mayStrike(one, operation, now)) return one;
      if (strikes(one)) striking = one.fault;
      return { ...one, drawn: one.drawn + 1, struck: one.struck + (striking ? 1 : 0) };
    });
    return { record: { ...record, faults }, result: striking };
  });
}

function mayStrike({ fault, struck }: FaultRecord, operation: string, now: number): boolean {
  if ((fault.duplicate === true) !== (operation === DELIVERIES)) return false;
  if (fault.operation !== undefined && fault.operation !== operation) return false;
  if (fault.from !== undefined && now < Date.parse(fault.from)) return false;
  if (fault.until !== undefined && now >= Date.parse(fault.until)) return false;
  return fault.times === undefined || struck < fault.times;
}

/** Each draw depends on the fault's seed and on how many came before it, to whichever process. */
const strikes = ({ fault, drawn }: FaultRecord): boolean =>
  fault.probability === undefined || stream(fault.seed ?? 0, 'fault', drawn).chance(fault.probability);
