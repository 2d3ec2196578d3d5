import { stream } from '../../generators/random.ts';
import type { Fault } from '../../spec/types.ts';
import type { ClientRecord, FaultRecord } from '../domain/client-record.ts';
import type { ClientState } from '../state/client-state.ts';

/** Sets the faults that a tester asks for: delays, error responses and cut connections, in every process. */
export async function setFaults(state: ClientState, given: readonly Fault[]): Promise<void> {
  const faults = given.map((fault) => ({ fault, struck: 0, drawn: 0 }));
  await state.change((record) => ({ record: { ...record, faults }, result: undefined }));
}

export const faultsIn = ({ faults }: ClientRecord): (Fault & { struck: number })[] =>
  faults.map(({ fault, struck }) => ({ ...fault, struck }));

/** What a fault of deliveries strikes, in the place of an operation. */
export const DELIVERIES = 'deliveries';

/** The fault that strikes a request of this operation, if any, by the client's record; counts it as struck. */
type State = Pick<ClientState, 'change' | 'nowOf'>;

export async function strikeFault(state: State, operation: string, { faults, clock }: ClientRecord) {
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
