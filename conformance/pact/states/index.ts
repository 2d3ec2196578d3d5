import { didYouMean } from '../../../spec/did-you-mean.ts';
import type { JsonObject } from '../../../spec/render.ts';
import { clientStates } from './client-states.ts';
import { payrollStates } from './payroll-states.ts';
import type { State } from './state.ts';
import { userStates } from './user-states.ts';
import { webhookStates } from './webhook-states.ts';

/** Every provider state, by the name that pacts know it by; a new one is an entry in one of these files. */
export const states = { ...clientStates, ...userStates, ...payrollStates, ...webhookStates } as const;

export type StateName = keyof typeof states;
export const isStateName = (name: string): name is StateName => Object.hasOwn(states, name);
const stateNames = Object.keys(states).filter(isStateName);

/** What a state takes: the parameters of `.given(name, parameters)`. */
export type StateParams<Name extends StateName> = Parameters<(typeof states)[Name]['arrange']>[1];

/** A state that an interaction needs, with its parameters. */
export type ProviderState = { readonly state: StateName; readonly params?: JsonObject };

/** Names a state with the parameters that it takes. */
export function given<Name extends StateName>(
  state: Name,
  ...[params]: unknown extends StateParams<Name> ? [] : [params: StateParams<Name>]
): ProviderState {
  return { state, params: params as JsonObject | undefined };
}

export type StateListing = {
  readonly name: StateName;
  /** Parameters by name; `*` stands for all the fields of something. */
  readonly takes: Readonly<Record<string, string>>;
  /** What can be injected into requests by `fromProviderState`. */
  readonly gives: readonly string[];
};

/** Every provider state with its parameters and what it gives. */
export const stateListings = (): StateListing[] =>
  stateNames.map((name) => ({ name, takes: states[name].takes, gives: states[name].gives }));

/** Why a name is no state: what was probably meant, and all that there are. */
export function unknownState(name: string): string {
  return `there is no such state.${didYouMean(name, stateNames)} The states are: ${stateNames.join('; ')}`;
}

export const stateNamed = (name: string): State | undefined =>
  isStateName(name) ? (states[name] as State) : undefined;
