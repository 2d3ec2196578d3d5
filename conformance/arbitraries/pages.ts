import fc from 'fast-check';

export type PageRequest = { offset: number; limit: number };

/** Pages that a list must take: from its lowest offset to somewhat past its end, of any size. */
export const pages = (
  lowest: number,
  highestOffset: number,
  highestLimit: number,
): fc.Arbitrary<PageRequest> =>
  fc.record({
    offset: fc.oneof(
      fc.integer({ min: lowest, max: lowest + 5 }),
      fc.integer({ min: lowest, max: Math.max(lowest, highestOffset) }),
    ),
    limit: fc.oneof(
      fc.integer({ min: 1, max: 5 }),
      fc.integer({ min: 1, max: highestLimit }),
      fc.integer({ min: highestLimit - 1, max: highestLimit }),
    ),
  });
