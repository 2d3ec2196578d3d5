import { createRequire } from 'node:module';
import type { Faker } from '@faker-js/faker';
import type { Stream } from '../random.ts';

/** What has no bearing on any sum: street names, the names of small firms and shops. */
export type Cosmetics = {
  street(): string;
  /** The name of a small firm, after the street it stands in: no such firm is meant. */
  firm(trades: readonly string[]): string;
};

type FakerClass = new (options: { locale: object; randomizer: { next(): number; seed(): void } }) => Faker;

let faker: Faker | undefined;
let current: Stream | undefined;

function nextOfCurrent(): number {
  if (!current) throw new Error('Faker was asked outside of a stream');
  return current.unit();
}

/** Faker takes a while to load, so nobody pays for it before the first street name is needed. */
function loadFaker(): Faker {
  const { faker: shared } = createRequire(import.meta.url)('@faker-js/faker/locale/en_GB') as {
    faker: Faker;
  };
  const Maker = shared.constructor as FakerClass;
  return new Maker({ locale: shared.rawDefinitions, randomizer: { next: nextOfCurrent, seed: () => {} } });
}

/** Whether anybody has needed faker yet. */
export function isFakerLoaded(): boolean {
  return faker !== undefined;
}

// Words of street names that somebody could take for a bank or a product.
const AMBIGUOUS =
  /\b(argyle|atomic|bolt|boots|chase|halifax|iris|plaid|sage|shell|skipton|sky|starling|tide|wise)\b/i;

// One faker serves all streams, one call at a time: making one for each person would cost more than all its answers.
function street(stream: Stream): string {
  faker ??= loadFaker();
  current = stream;
  try {
    for (;;) {
      const name = faker.location.street();
      if (!AMBIGUOUS.test(name)) return name;
    }
  } finally {
    current = undefined;
  }
}

/** Cosmetics that are drawn from this stream alone. */
export function cosmeticsOf(stream: Stream): Cosmetics {
  return {
    street: () => `${stream.int(1, 180)} ${street(stream)}`,
    firm: (trades) => `${street(stream)} ${stream.pick(trades)}`,
  };
}
