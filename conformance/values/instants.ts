import fc from 'fast-check';

const dayMs = 86_400_000;

/** Midnights in UTC from one year to another, the last year included, as the service writes instants. */
export const midnights = (fromYear: number, toYear: number): fc.Arbitrary<string> =>
  fc
    .integer({ min: Date.UTC(fromYear, 0, 1) / dayMs, max: Date.UTC(toYear + 1, 0, 1) / dayMs - 1 })
    .map((day) => new Date(day * dayMs).toISOString());

/** An instant as it stands, or without its milliseconds where it has none: an ISO 8601 date-time in UTC either way. */
const eitherSpelling = (instants: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.oneof(
    instants,
    instants.map((instant) => instant.replace(/\.000Z$/, 'Z')),
  );

export const birthDays: fc.Arbitrary<string> = eitherSpelling(midnights(1930, 2005));

const timesOfDay = fc.constantFrom(0, 1, dayMs / 24, dayMs / 2, dayMs - dayMs / 24, dayMs - 1000, dayMs - 1);

/** Moments far enough ahead that no user's schedule is over, many of them on another day somewhere else. */
export const futureMoments: fc.Arbitrary<string> = eitherSpelling(
  fc
    .tuple(midnights(2040, 2049), timesOfDay)
    .map(([midnight, ms]) => new Date(Date.parse(midnight) + ms).toISOString()),
);
