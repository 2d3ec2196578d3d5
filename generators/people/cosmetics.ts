import { createRequire } from 'node:module';
import type { Faker } from '@faker-js/faker';
import type { Stream } from '../random.ts';
import { surnames } from './homes.ts';

/** What has no bearing on any sum: street names, the names of small firms and shops. */
export type Cosmetics = {
  street(): string;
  /** The name of a small firm: no such firm is meant. */
  firm(trades: readonly string[]): string;
};

type FakerClass = new (options: { locale: object; randomizer: { next(): number; seed(): void } }) => Faker;

let faker: Faker | undefined;
let current: Stream | undefined;

function nextOfCurrent(): number {
  if (!current) throw new Error('Faker was asked outside of a stream');
  return current.unit();
}

/** Loads faker at the first street name: loading it takes long, and most commands need none. */
function loadFaker(): Faker {
  const british: { faker: Faker } = createRequire(import.meta.url)('@faker-js/faker/locale/en_GB');
  const shared = british.faker;
  const Maker = shared.constructor as FakerClass;
  return new Maker({ locale: shared.rawDefinitions, randomizer: { next: nextOfCurrent, seed: () => {} } });
}

export const isFakerLoaded = (): boolean => faker !== undefined;

// Words of street names that a reader could take for a bank or a product.
const AMBIGUOUS =
  /\b(argyle|atomic|bolt|boots|chase|halifax|iris|plaid|sage|shell|skipton|sky|starling|tide|wise)\b/i;

// One faker serves all streams, one call at a time: making one for each person would cost more than all its answers.
function street(stream: Stream): string {
  faker ??= loadFaker();
  current = stream;
  try {
    // Of faker's patterns for British streets only the list of real ones has no American surname in it.
    const names = faker.definitions.location.street_name;
    if (!names) throw new Error('This faker knows no streets');
    for (;;) {
      const name = faker.helpers.arrayElement(names);
      if (!AMBIGUOUS.test(name)) return name;
    }
  } finally {
    current = undefined;
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

export const cosmeticsOf = (stream: Stream): Cosmetics => ({
  street: () => {
    const house = `${stream.int(1, 180)} ${street(stream)}`;
    return stream.chance(0.15) ? `Flat ${stream.int(1, 12)}, ${house}` : house;
  },
  firm: (trades) => firm(stream, trades),
});
