import type { ProviderCatalogue } from '../../spec/types.ts';
import { type Check, type Context, check } from '../check.ts';
import { expectShape, expectSuccess, expectThat } from '../expect.ts';
import { NotApplicable } from '../failure.ts';
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

/** A place of the catalogue within this list, or a list within it. */
const within =
  (list: keyof ProviderCatalogue, inner?: string) =>
  (place: string): boolean =>
    place.startsWith(`${list}.`) && (inner === undefined || place.split('.').includes(inner));

const texts = (item: object, names: readonly string[], where: string, answer: ServiceResponse): void => {
  for (const name of names) {
    const value = (item as Record<string, unknown>)[name];
    expectThat(
      typeof value === 'string',
      `${name} of ${where} as text`,
      JSON.stringify(value) ?? 'nothing',
      answer,
    );
  }
};

/** The clauses about the provider catalogue. */
export const providerChecks: readonly Check[] = [
  check('providers.answer', async ({ call }) => {
    const answer = await call('listProviders');
    const catalogue = expectSuccess(answer, 200);
    for (const name of ['providers', 'parent_provider_meta', 'employers'] as const)
      expectThat(
        Array.isArray(catalogue[name]),
        `an array ${name}`,
        JSON.stringify(catalogue[name]) ?? 'nothing',
        answer,
      );
  }),

  check('providers.provider-types', async (ctx) => {
    const { answer, catalogue } = await listed(ctx);
    for (const [at, provider] of catalogue.providers.entries())
      texts(provider, ['id'], `provider ${at}`, answer);
    const others = (place: string) => /extra_login_params|max_login_attempts/.test(place);
    expectShape(answer, (place) => /^providers\.\d+\../.test(place) && !others(place));
  }),

  check('providers.login-attempts', async (ctx) => {
    const { answer, catalogue } = await listed(ctx);
    for (const { id, max_login_attempts } of catalogue.providers)
      expectThat(
        Number.isInteger(max_login_attempts),
        `max_login_attempts of ${id} as an integer`,
        JSON.stringify(max_login_attempts) ?? 'nothing',
        answer,
      );
  }),

  check('providers.login-params', async (ctx) => {
    const { answer, catalogue } = await listed(ctx);
    const params = catalogue.providers.flatMap((provider) => provider.extra_login_params ?? []);
    // Each may have none, but a catalogue that does not know the field cannot be what is stated.
    const known = catalogue.providers.some((provider) => Array.isArray(provider.extra_login_params));
    expectThat(known, 'providers with extra_login_params', 'none that has the field', answer);
    if (params.length === 0) throw new NotApplicable('no provider of the catalogue has extra login params');
    expectShape(answer, within('providers', 'extra_login_params'));
  }),

  check('providers.parent-and-employer-types', async (ctx) => {
    const { answer, catalogue } = await listed(ctx);
    const { parent_provider_meta: parents, employers } = catalogue;
    if (parents.length + employers.length === 0)
      throw new NotApplicable('the catalogue has neither parents nor employers');
    for (const [list, items] of Object.entries({ parents, employers }))
      for (const [at, item] of items.entries()) texts(item, ['id'], `${list} ${at}`, answer);
    expectShape(answer, (place) => within('parent_provider_meta')(place) || within('employers')(place));
  }),

  check('providers.employers-name-providers', async (ctx) => {
    const { answer, catalogue } = await listed(ctx, 'employers');
    const known = new Set(catalogue.providers.map(({ id }) => id));
    for (const employer of catalogue.employers)
      for (const id of employer.providers ?? [])
        expectThat(known.has(id), `employer ${employer.id} to name providers of the catalogue`, id, answer);
  }),
];
