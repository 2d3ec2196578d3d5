import fc from 'fast-check';

const dayMs = 86_400_000;

/** Midnights in UTC from one year to another, the last year included, as the service writes instants. */
export const midnights = (fromYear: number, toYear: number): fc.Arbitrary<string> =>
  fc
    .integer({ min: Date.UTC(fromYear, 0, 1) / dayMs, max: Date.UTC(toYear + 1, 0, 1) / dayMs - 1 })
    .map((day) => new Date(day * dayMs).toISOString());

/** Days of birth of grown-ups. */
export const birthDays: fc.Arbitrary<string> = midnights(1930, 2005);

/** Days far enough ahead that nobody's schedule is over. */
export const futureDays: fc.Arbitrary<string> = midnights(2040, 2049);
