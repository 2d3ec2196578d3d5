import { randomUUID } from 'node:crypto';
import type { ClientConfigurationUpdate } from '../../../spec/types.ts';
import { ConfigurationKeeper } from '../../deployment/configuration-keeper.ts';
import { expectSuccess } from '../../expect.ts';
import { CannotArrange } from '../../failure.ts';
import { state } from './state.ts';

/** States of the client itself: its credentials, its configuration, names that are free. */
export const clientStates = {
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
