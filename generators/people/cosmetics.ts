import { createRequire } from 'node:module';
import type { Faker } from '@faker-js/faker';
import { lazy } from '../../spec/lazy.ts';
import type { Stream } from '../random.ts';
import { surnames } from './homes.ts';

/** The real streets that faker lists; loaded at the first one: loading faker takes long, and most commands need none. */
const streetNames = lazy((): readonly string[] => {
  const british: { faker: Faker } = createRequire(import.meta.url)('@faker-js/faker/locale/en_GB');
  return british.faker.definitions.location.street_name ?? [];
});

// Words of street names that a reader could take for a bank or a product.
const AMBIGUOUS =
  /\b(argyle|atomic|bolt|boots|chase|halifax|iris|plaid|sage|shell|skipton|sky|starling|tide|wise)\b/i;

function street(stream: Stream): string {
  for (;;) {
    const name = stream.pick(streetNames());
    if (!AMBIGUOUS.test(name)) return name;
  }
}

/** Half of small firms are called after their owner, the others after their street. */
function firm(stream: Stream, trades: readonly string[]): string {
  const trade = stream.pick(trades);
  const owner = stream.pick(ownerNames);
  return stream.weighted([
    [() => `${owner} ${trade}`, 3],
    [() => `${owner} & Sons ${trade}`, 1],
    [() => `${owner} & ${stream.pick(ownerNames)} ${trade}`, 2],
    [() => `${street(stream)} ${trade}`, 4],
  ])();
}

const ownerNames = surnames.filter((name) => !AMBIGUOUS.test(name));

/** What has no bearing on any sum: street names, and the names of small firms, of which none is meant. */
export const cosmeticsOf = (stream: Stream) => ({
  street: () => {
    const house = `${stream.int(1, 180)} ${street(stream)}`;
    return stream.chance(0.15) ? `Flat ${stream.int(1, 12)}, ${house}` : house;
  },
  firm: (trades: readonly string[]) => firm(stream, trades),
});
