/** The seed of this test run, drawn in vitest.config.ts. The run prints it at its end; PAYRIG_TEST_SEED repeats it. */
export const testSeed = Number(process.env['PAYRIG_TEST_SEED'] ?? 1);

/** Whether `npm run proof` runs the tests, which takes every item where `npm test` takes a sample. */
export const isProof = process.env['PAYRIG_PROOF'] !== undefined;

/** Some of the items, drawn by the seed of the test run and in their order; all of them in a proof run. */
export function sample<T>(items: readonly T[], count: number): readonly T[] {
  if (isProof || items.length <= count) return items;
  const drawn = items
    .map((item, index) => ({ item, index, lot: lotOf(index) }))
    .sort((a, b) => a.lot - b.lot)
    .slice(0, count);
  return drawn.sort((a, b) => a.index - b.index).map(({ item }) => item);
}

/** A number that depends on the seed and the index: one step of the mulberry32 generator. */
function lotOf(index: number): number {
  let state = (testSeed + index * 0x6d2b79f5) | 0;
  state = Math.imul(state ^ (state >>> 15), state | 1);
  state ^= state + Math.imul(state ^ (state >>> 7), state | 61);
  return (state ^ (state >>> 14)) >>> 0;
}
