import fc from 'fast-check';
import type { ClientConfiguration } from '../../spec/types.ts';
import {
  configurationUpdates,
  illTyped,
  oddConfigurations,
  specialConfigurations,
  wholeConfigurations,
} from '../arbitraries/user-updates.ts';
import { type Calling, type Check, check, checkWith } from '../judgement/check.ts';
import { expectEqual, expectRefusal, expectSuccess, expectTwin } from '../judgement/expect.ts';
import { NotApplicable } from '../judgement/failure.ts';
import { answerCheck, expectLaw, expectLawUnlessRefused } from '../predicates/laws.ts';
import { configurationFields, configurationKinds, settingsOf as settings } from '../predicates/settings.ts';
import { isSuccess } from '../target/exchange.ts';
import { frequencyChecks } from './frequencies.ts';

const update = ({ call }: Calling, json: unknown) => call('updateConfiguration', { json });

const exclusive = 'configuration';
const configurationCheck = checkWith({ exclusive });

export const configurationChecks: readonly Check[] = [
  configurationCheck('configuration.shape.types', { given: wholeConfigurations, effort: 0.25 }).by(
    async (ctx, values) => {
      expectLaw('configuration.shape.types', await update(ctx, values));
      expectLaw('configuration.shape.types', await ctx.call('getConfiguration'));
    },
  ),
  check('configuration.shape.types', { readsOnly: true }).by(async ({ call }) => {
    const answer = await call('getConfiguration');
    if (answer.status === 404) throw new NotApplicable('the client has no configuration yet');
    expectLaw('configuration.shape.types', answer);
  }),

  answerCheck(
    'configuration.patch.sets',
    { exclusive, given: configurationUpdates, always: specialConfigurations, effort: 0.5 },
    update,
  ),
  configurationCheck('configuration.patch.sets', { law: true }).by(async (ctx) => {
    const [one, other] = specialConfigurations;
    for (const values of [one, other, one, other])
      expectLaw('configuration.patch.sets', await update(ctx, values));
    for (const values of oddConfigurations)
      expectLawUnlessRefused('configuration.patch.sets', await update(ctx, values));
  }),

  configurationCheck('configuration.patch.keeps-omitted', {
    given: fc.record({ whole: wholeConfigurations, values: configurationUpdates }),
    effort: 0.7,
  }).by(async (ctx, { whole, values }) => {
    expectSuccess(await update(ctx, whole), 200);
    const empty = await update(ctx, {});
    if (isSuccess(empty))
      expectEqual(settings(expectSuccess(empty)), settings(whole), 'what was not sent', empty);
    const answer = await update(ctx, values);
    const rest = configurationFields.filter((name) => !Object.hasOwn(values, name));
    const shown = settings(expectSuccess(answer, 200), rest);
    expectEqual(shown, settings(whole, rest), 'what was not sent', answer);
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

  configurationCheck('configuration.patch.ill-typed').by(async (ctx) => {
    expectTwin(await update(ctx, specialConfigurations[0]));
    for (const bad of illTyped(configurationKinds))
      expectRefusal(await update(ctx, bad), {}, `for ${JSON.stringify(bad)}`);
  }),

  ...frequencyChecks(
    'configuration',
    { exclusive },
    async (side) => (word) => update(side, { recurring_check_frequency: word }),
  ),
];
