import type { ProviderCatalogue } from '../../spec/types.ts';
import { type Calling, type Check, check } from '../judgement/check.ts';
import { expectSuccess, expectThat } from '../judgement/expect.ts';
import { NotApplicable } from '../judgement/failure.ts';
import { answerCheck, expectLaw } from '../predicates/laws.ts';

/** The catalogue, as long as it has some of what is looked at. */
async function listed({ call }: Calling, what: keyof ProviderCatalogue = 'providers') {
  const answer = await call('listProviders');
  const catalogue = expectSuccess(answer, 200);
  expectThat(what !== 'providers' || catalogue[what].length > 0, 'a catalogue of providers', 'none', answer);
  if (catalogue[what].length === 0) throw new NotApplicable(`the catalogue's ${what} is empty`);
  return { answer, catalogue };
}

export const providerChecks: readonly Check[] = [
  answerCheck('providers.answer', {}, ({ call }) => call('listProviders')),

  ...(['provider-types', 'login-attempts'] as const).map((what) =>
    answerCheck(`providers.${what}`, {}, async (ctx) => (await listed(ctx)).answer),
  ),

  check('providers.login-params').by(async (ctx) => {
    const { answer, catalogue } = await listed(ctx);
    expectLaw('providers.login-params', answer);
    if (catalogue.providers.every(({ extra_login_params: all }) => (all ?? []).length === 0))
      throw new NotApplicable('no provider of the catalogue has extra login params');
  }),

  check('providers.parent-and-employer-types').by(async (ctx) => {
    const { answer, catalogue } = await listed(ctx);
    if (catalogue.parent_provider_meta.length + catalogue.employers.length === 0)
      throw new NotApplicable('the catalogue has neither parents nor employers');
    expectLaw('providers.parent-and-employer-types', answer);
  }),

  answerCheck(
    'providers.employers-name-providers',
    {},
    async (ctx) => (await listed(ctx, 'employers')).answer,
  ),
];
