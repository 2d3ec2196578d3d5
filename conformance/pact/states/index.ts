import { randomUUID } from 'node:crypto';
import { didYouMean } from '../../../spec/did-you-mean.ts';
import type { JsonObject } from '../../../spec/render.ts';
import type { ClientConfigurationUpdate } from '../../../spec/types.ts';
import { willingUser } from '../../arrange/willing-user.ts';
import { ConfigurationKeeper } from '../../deployment/configuration-keeper.ts';
import type { Arrangement, NewTerm, NewUser } from '../../judgement/arrangement.ts';
import { expectSuccess } from '../../judgement/expect.ts';
import { CannotArrange } from '../../judgement/failure.ts';
import { authorisedUser, payrollStates } from './payroll-states.ts';
import { type State, state } from './state.ts';
import { webhookStates } from './webhook-states.ts';

/** A user who may be asked about, and for whom something is arranged with the fields of the state. */
function userWith<Call extends 'createBankStatement' | 'createIncome'>(call: Call, fields: string) {
  return state(
    ['user_id'],
    { '*': fields },
    async ({ side: { arrange } }, given: NonNullable<Parameters<Arrangement[Call]>[1]>) => {
      const { user_id } = await willingUser(arrange);
      await arrange[call](user_id, given);
      return { user_id };
    },
  );
}

const userStates = {
  'a user exists': state(['user_id'], { '*': 'fields of a user' }, async ({ side }, fields: NewUser) => {
    const { user_id } = await side.arrange.createUser(fields);
    return { user_id };
  }),

  'an authorisation term exists': state(
    ['term_id'],
    { '*': 'fields of a term' },
    async ({ side }, term: NewTerm) => ({ term_id: (await side.arrange.createTerm(term)).id }),
  ),

  'a user has accepted a term': state(
    ['user_id', 'authorisation_id', 'user_token'],
    { '*': 'fields of a user' },
    async ({ side: { arrange } }, fields: NewUser) => {
      const { user_id, authorisation_id } = await authorisedUser(arrange, fields);
      return { user_id, authorisation_id, user_token: await arrange.tokenFor(user_id) };
    },
  ),

  'a user has a bank statement': userWith('createBankStatement', 'fields of a bank statement submission'),
  'a user has income at the tax authority': userWith('createIncome', 'fields of an income submission'),
} as const;

const clientStates = {
  'the client has an API key': state(['api_key'], {}, async ({ world }) => {
    const { apiKey } = world.client.target.options;
    if (apiKey === undefined) throw new CannotArrange('no API key was given', ['give --api-key']);
    return { api_key: apiKey };
  }),

  'a team member can sign in': state(['username', 'password'], {}, async ({ world }) => {
    const { member } = world.client.target.options;
    if (!member)
      throw new CannotArrange('there is no member to sign in', ['give --member user:password'], ['member']);
    return member;
  }),

  'somebody is not a team member': state(['new_email'], {}, async ({ world }) => ({
    new_email: `${world.nextMark('member')}@pact.example`,
  })),

  'nothing has a certain id': state(['unknown_id'], {}, async () => ({ unknown_id: randomUUID() })),

  'the client is configured': state(
    [],
    { '*': 'fields of the client configuration' },
    async ({ world, side, undo }, settings: ClientConfigurationUpdate): Promise<object> => {
      const keeper = new ConfigurationKeeper(world.client);
      await keeper.remember();
      expectSuccess(await side.call('updateConfiguration', { body: settings }), 200);
      undo(() => keeper.restore());
      return {};
    },
  ),
} as const;

/** Every provider state, by the name that pacts know it by; a new one is an entry in one of these files. */
export const states = { ...clientStates, ...userStates, ...payrollStates, ...webhookStates } as const;

export type StateName = keyof typeof states;
export const isStateName = (name: string): name is StateName => Object.hasOwn(states, name);
const stateNames = Object.keys(states).filter(isStateName);

export type StateParams<Name extends StateName> = Parameters<(typeof states)[Name]['arrange']>[1];

export type ProviderState = { readonly state: StateName; readonly params?: JsonObject };

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

export const stateListings = (): StateListing[] =>
  stateNames.map((name) => ({ name, takes: states[name].takes, gives: states[name].gives }));

export function unknownState(name: string): string {
  return `there is no such state.${didYouMean(name, stateNames)} The states are: ${stateNames.join('; ')}`;
}

export const stateNamed = (name: string): State | undefined =>
  isStateName(name) ? (states[name] as State) : undefined;
