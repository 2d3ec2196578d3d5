import type { ClientConfiguration } from '../../../spec/types.ts';
import { around, changeClient, instead, mutantsOf, onBody, onRequest } from './mutant.ts';

const refused = { status: 400, body: { errors: ['Field [recurring_check_frequency] is not valid'] } };

export const configurationMutants = mutantsOf('configuration.', {
  'shape.types: shows-the-end-of-checks-as-a-day': onBody('updateConfiguration', (configuration) => {
    configuration.recurring_check_end_date = configuration.recurring_check_end_date?.slice(0, 10);
  }),
  'patch.sets: drops-the-display-name': onRequest('updateConfiguration', ({ sent }) => {
    delete sent['client_display_name'];
  }),
  'patch.sets: knows-no-weekly-checks': instead('updateConfiguration', ({ sent }) =>
    sent['recurring_check_frequency'] === 'WEEKLY' ? refused : undefined,
  ),
  'patch.keeps-omitted: replaces-the-whole-configuration': around(
    'updateConfiguration',
    async (context, handler) => {
      await changeClient(context.client, () => ({ configuration: {} }));
      return handler(context);
    },
  ),
  'patch.persists: keeps-nothing-of-an-update': around('updateConfiguration', async (context, handler) => {
    const { configuration } = await context.client.state.read();
    const answer = await handler(context);
    await changeClient(context.client, () => ({ configuration }));
    return answer;
  }),
  'patch.ill-typed: takes-anything-for-a-switch': onRequest('updateConfiguration', ({ sent }) => {
    for (const [name, value] of Object.entries(sent))
      if (name.endsWith('_enabled') && value !== null) sent[name] = Boolean(value);
  }),
  'frequency.hourly-in-sandbox: knows-no-hourly-checks-in-a-sandbox': instead(
    'updateConfiguration',
    ({ sent }) => (sent['recurring_check_frequency'] === 'HOURLY' ? refused : undefined),
  ),
  'frequency.no-hourly-in-production: takes-hourly-checks-in-production': around(
    'updateConfiguration',
    (context, handler) => handler({ ...context, services: { ...context.services, environment: 'sandbox' } }),
  ),
  'frequency.no-others: takes-any-word-for-a-frequency': onRequest('updateConfiguration', ({ sent }) => {
    const word = sent['recurring_check_frequency'];
    if (typeof word === 'string' && !/^(HOURLY|WEEKLY|MONTHLY)$/.test(word))
      sent['recurring_check_frequency'] =
        'MONTHLY' satisfies ClientConfiguration['recurring_check_frequency'];
  }),
});
