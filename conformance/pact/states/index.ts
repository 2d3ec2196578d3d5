import type { JsonObject } from '../../../spec/render.ts';
import { clientStates } from './client-states.ts';
import { payrollStates } from './payroll-states.ts';
import type { State } from './state.ts';
import { userStates } from './user-states.ts';
import { webhookStates } from './webhook-states.ts';

/** Every provider state, by the name that pacts know it by; a new one is an entry in one of these files. */
export const states = { ...clientStates, ...userStates, ...payrollStates, ...webhookStates } as const;

export type StateName = keyof typeof states;
type ParamsOf<Name extends StateName> = Parameters<(typeof states)[Name]['arrange']>[1];

/** A state that an interaction needs, with its parameters. */
export type Given = { readonly state: StateName; readonly params?: JsonObject };

/** Names a state with the parameters that it takes. */
export function given<Name extends StateName>(
  state: Name,
  ...[params]: unknown extends ParamsOf<Name> ? [] : [params: ParamsOf<Name>]
): Given {
  return { state, ...(params !== undefined && { params: params as JsonObject }) };
}

/** The state of a name; undefined when there is none. */
export const stateNamed = (name: string): State | undefined =>
  Object.hasOwn(states, name) ? (states[name as StateName] as State) : undefined;
