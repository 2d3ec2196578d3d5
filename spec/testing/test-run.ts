import { appendFileSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { getCallSites } from 'node:util';

/** The seed of this test run, drawn in vitest.config.ts. The run prints it at its end; PAYRIG_TEST_SEED repeats it. */
export const testSeed = Number(process.env['PAYRIG_TEST_SEED'] ?? 1);

/** Whether `npm run proof` runs the tests, which takes every item where `npm test` takes a sample. */
export const isProof = process.env['PAYRIG_PROOF'] !== undefined;

/** Some of the items, drawn by the seed of the test run and in their order; all of them in a proof run. */
export function sample<T>(items: readonly T[], count: number): readonly T[] {
  if (items.length <= count) return items;
  if (isProof) {
    note(count, items.length);
    return items;
  }
  const drawn = items
    .map((item, index) => ({ item, index, lot: lotOf(index) }))
    .sort((a, b) => a.lot - b.lot)
    .slice(0, count);
  return drawn.sort((a, b) => a.index - b.index).map(({ item }) => item);
}

/** How many inputs, people or rounds a test takes: few in `npm test`, all of them in a proof run. */
export function few(count: number, all: number): number {
  if (isProof) note(count, all);
  return isProof ? all : count;
}

/** Notes for the page of the proof what `npm test` takes; scripts/testing/plain-line-reporter.ts prints it at the end. */
function note(count: number, all: number): void {
  const notes = process.env['PAYRIG_PROOF_SAMPLES'];
  const { scriptName = '' } = getCallSites(3)[2] ?? {};
  if (notes === undefined || !scriptName.startsWith('file:')) return;
  appendFileSync(notes, `${relative(process.cwd(), fileURLToPath(scriptName))}\t${count} of ${all}\n`);
}

/** A number that depends on the seed and the index: one step of the mulberry32 generator. */
function lotOf(index: number): number {
  let state = (testSeed + index * 0x6d2b79f5) | 0;
  state = Math.imul(state ^ (state >>> 15), state | 1);
  state ^= state + Math.imul(state ^ (state >>> 7), state | 61);
  return (state ^ (state >>> 14)) >>> 0;
}
