import type { ProviderCatalogue } from '../../spec/types.ts';
import { type Check, type Context, check } from '../judgement/check.ts';
import { expectSuccess, expectThat } from '../judgement/expect.ts';
import { NotApplicable } from '../judgement/failure.ts';
import {
  expectLists,
  expectLoginAttempts,
  expectLoginParams,
  expectNamedProviders,
  expectParentsAndEmployers,
  expectProviders,
} from '../predicates/catalogue.ts';
import type { ServiceResponse } from '../target/exchange.ts';

type Catalogue = { answer: ServiceResponse<'listProviders'>; catalogue: ProviderCatalogue };

/** The catalogue, as long as it has some of what is looked at. */
async function listed(
  { call }: Pick<Context, 'call'>,
  what: keyof ProviderCatalogue = 'providers',
): Promise<Catalogue> {
  const answer = await call('listProviders');
  const catalogue = expectSuccess(answer, 200);
  expectThat(what !== 'providers' || catalogue[what].length > 0, 'a catalogue of providers', 'none', answer);
  if (catalogue[what].length === 0) throw new NotApplicable(`the catalogue's ${what} is empty`);
  return { answer, catalogue };
}

/** The clauses about the provider catalogue. */
export const providerChecks: readonly Check[] = [
  check('providers.answer').by(async ({ call }) => {
    const answer = await call('listProviders');
    expectSuccess(answer, 200);
    expectLists(answer);
  }),
  check('providers.provider-types').by(async (ctx) => expectProviders((await listed(ctx)).answer)),
  check('providers.login-attempts').by(async (ctx) => expectLoginAttempts((await listed(ctx)).answer)),

  check('providers.login-params').by(async (ctx) => {
    const { answer } = await listed(ctx);
    if (expectLoginParams(answer) === 0)
      throw new NotApplicable('no provider of the catalogue has extra login params');
  }),

  check('providers.parent-and-employer-types').by(async (ctx) => {
    const { answer, catalogue } = await listed(ctx);
    if (catalogue.parent_provider_meta.length + catalogue.employers.length === 0)
      throw new NotApplicable('the catalogue has neither parents nor employers');
    expectParentsAndEmployers(answer);
  }),

  check('providers.employers-name-providers').by(async (ctx) => {
    expectNamedProviders((await listed(ctx, 'employers')).answer);
  }),
];
