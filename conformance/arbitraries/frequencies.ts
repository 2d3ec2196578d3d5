import fc from 'fast-check';

/** Words that no server has for the frequency of checks. */
export const otherFrequencies: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom('DAILY', 'FORTNIGHTLY', 'QUARTERLY', 'YEARLY', 'NEVER', 'WEEKLYX'),
  fc
    .string({ unit: fc.constantFrom(...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'), minLength: 1, maxLength: 9 })
    .filter((word) => !['HOURLY', 'WEEKLY', 'MONTHLY'].includes(word)),
);
