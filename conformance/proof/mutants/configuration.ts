import type { ClientConfiguration } from '../../../spec/types.ts';
import { around, instead, type Mutant, mutant, onBody, onRequest } from './mutant.ts';

const refused = { status: 400, body: { errors: ['Field [recurring_check_frequency] is not valid'] } };

/** Broken sandboxes for the clauses about the client's configuration. */
export const configurationMutants: readonly Mutant[] = [
  mutant(
    'shows-the-end-of-checks-as-a-day',
    'configuration.shape.types',
    onBody('updateConfiguration', (configuration) => {
      configuration.recurring_check_end_date = configuration.recurring_check_end_date?.slice(0, 10);
    }),
  ),
  mutant(
    'drops-the-display-name',
    'configuration.patch.sets',
    onRequest('updateConfiguration', ({ sent }) => {
      delete sent['client_display_name'];
    }),
  ),
  mutant(
    'knows-no-weekly-checks',
    'configuration.patch.sets',
    instead('updateConfiguration', ({ sent }) =>
      sent['recurring_check_frequency'] === 'WEEKLY' ? refused : undefined,
    ),
  ),
  mutant(
    'replaces-the-whole-configuration',
    'configuration.patch.keeps-omitted',
    around('updateConfiguration', async (context, handler) => {
      await context.client.state.change((record) => ({
        record: { ...record, configuration: {} },
        result: undefined,
      }));
      return handler(context);
    }),
  ),
  mutant(
    'keeps-nothing-of-an-update',
    'configuration.patch.persists',
    around('updateConfiguration', async (context, handler) => {
      const { configuration } = await context.client.state.read();
      const answer = await handler(context);
      await context.client.state.change((record) => ({
        record: { ...record, configuration },
        result: undefined,
      }));
      return answer;
    }),
  ),
  mutant(
    'takes-anything-for-a-switch',
    'configuration.patch.ill-typed',
    onRequest('updateConfiguration', ({ sent }) => {
      for (const [name, value] of Object.entries(sent))
        if (name.endsWith('_enabled') && value !== null) sent[name] = Boolean(value);
    }),
  ),
  mutant(
    'knows-no-hourly-checks-in-a-sandbox',
    'configuration.frequency.hourly-in-sandbox',
    instead('updateConfiguration', ({ sent }) =>
      sent['recurring_check_frequency'] === 'HOURLY' ? refused : undefined,
    ),
  ),
  mutant(
    'takes-hourly-checks-in-production',
    'configuration.frequency.no-hourly-in-production',
    around('updateConfiguration', (context, handler) =>
      handler({ ...context, services: { ...context.services, environment: 'sandbox' } }),
    ),
  ),
  mutant(
    'takes-any-word-for-a-frequency',
    'configuration.frequency.no-others',
    onRequest('updateConfiguration', ({ sent }) => {
      const word = sent['recurring_check_frequency'];
      if (typeof word === 'string' && !/^(HOURLY|WEEKLY|MONTHLY)$/.test(word))
        sent['recurring_check_frequency'] =
          'MONTHLY' satisfies ClientConfiguration['recurring_check_frequency'];
    }),
  ),
];
