import fc from 'fast-check';
import type { ClientConfiguration } from '../../spec/types.ts';
import {
  configurationUpdates,
  illTypedSettings,
  otherFrequencies,
  wholeConfigurations,
} from '../arbitraries/user-updates.ts';
import { type Check, type ClientUnderTest, check, checkWith } from '../judgement/check.ts';
import { expectEqual, expectRefusal, expectShape, expectSuccess, expectTwin } from '../judgement/expect.ts';
import { NotApplicable } from '../judgement/failure.ts';
import { configurationFields, settingsOf as settings } from '../predicates/settings.ts';

const update = ({ call }: Pick<ClientUnderTest, 'call'>, json: unknown) =>
  call('updateConfiguration', { json });

const others = (sent: object): string[] => configurationFields.filter((name) => !Object.hasOwn(sent, name));

const configurationCheck = checkWith({ exclusive: 'configuration' });

/** The clauses about the client's configuration. */
export const configurationChecks: readonly Check[] = [
  configurationCheck('configuration.shape.types', { given: wholeConfigurations, effort: 0.25 }).by(
    async (ctx, values) => {
      const updated = await update(ctx, values);
      expectSuccess(updated, 200);
      expectShape(updated);
      const read = await ctx.call('getConfiguration');
      expectSuccess(read, 200);
      expectShape(read);
    },
  ),
  check('configuration.shape.types', { readsOnly: true }).by(async ({ call }) => {
    const answer = await call('getConfiguration');
    if (answer.status === 404) throw new NotApplicable('the client has no configuration yet');
    expectSuccess(answer, 200);
    expectShape(answer);
  }),

  configurationCheck('configuration.patch.sets', { given: configurationUpdates }).by(async (ctx, values) => {
    const answer = await update(ctx, values);
    const configuration = expectSuccess(answer, 200);
    expectEqual(settings(configuration, Object.keys(values)), settings(values), 'what was sent', answer);
  }),
  configurationCheck('configuration.patch.sets').by(async (ctx) => {
    for (const word of ['WEEKLY', 'MONTHLY']) {
      const answer = await update(ctx, { recurring_check_frequency: word });
      expectEqual(expectSuccess(answer, 200).recurring_check_frequency, word, 'the frequency', answer);
    }
  }),

  configurationCheck('configuration.patch.keeps-omitted', {
    given: fc.record({ whole: wholeConfigurations, values: configurationUpdates }),
    effort: 0.7,
  }).by(async (ctx, { whole, values }) => {
    expectSuccess(await update(ctx, whole), 200);
    const answer = await update(ctx, values);
    const rest = others(values);
    expectEqual(
      settings(expectSuccess(answer, 200), rest),
      settings(whole, rest),
      'what was not sent',
      answer,
    );
  }),

  configurationCheck('configuration.patch.persists', {
    given: fc.array(configurationUpdates, { minLength: 1, maxLength: 3 }),
    effort: 0.5,
  }).by(async (ctx, updates) => {
    let latest: ClientConfiguration = {};
    for (const values of updates) latest = expectSuccess(await update(ctx, values), 200);
    const read = await ctx.call('getConfiguration');
    expectEqual(settings(expectSuccess(read, 200)), settings(latest), 'the configuration', read);
  }),

  configurationCheck('configuration.patch.ill-typed', { given: illTypedSettings, effort: 1.5 }).by(
    async (ctx, { field, bad, good }) => {
      expectTwin(await update(ctx, { [field]: good }));
      expectRefusal(await update(ctx, { [field]: bad }));
    },
  ),

  configurationCheck('configuration.frequency.hourly-in-sandbox', { needs: ['sandbox'] }).by(async (ctx) => {
    const answer = await update(ctx, { recurring_check_frequency: 'HOURLY' });
    expectEqual(expectSuccess(answer, 200).recurring_check_frequency, 'HOURLY', 'the frequency', answer);
  }),

  configurationCheck('configuration.frequency.no-hourly-in-production', { needs: ['production'] }).by(
    async ({ production }) => {
      expectTwin(await update(production, { recurring_check_frequency: 'WEEKLY' }));
      expectRefusal(await update(production, { recurring_check_frequency: 'HOURLY' }));
    },
  ),

  configurationCheck('configuration.frequency.no-others', {
    given: fc.record({ bad: otherFrequencies, good: fc.constantFrom('WEEKLY', 'MONTHLY') }),
    effort: 0.7,
  }).by(async (ctx, { bad, good }) => {
    expectTwin(await update(ctx, { recurring_check_frequency: good }));
    expectRefusal(await update(ctx, { recurring_check_frequency: bad }));
  }),
];
