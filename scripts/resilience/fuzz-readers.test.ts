import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { runTool } from '../terminal/run-tool.ts';
import { faultSeed, faultTest, isDrawn } from './testing/fault-test.ts';
import type { LearntReader } from './testing/readers/learn-readers.ts';

/** Tries every reader of foreign bytes with inputs that learn from the code they reach. */
faultTest({
  name: 'fuzz-readers',
  title: 'whatever bytes come, each reader ends as it is meant to',
  short: { seconds: 0.25 },
  long: { seconds: 8 },
  least: { readers: 8 },
  async run({ seed, size, problems, progress }) {
    const figures = { readers: 0, inputs: 0, 'inputs that reached new code': 0 };
    for (const { name, inputs, kept, reached, crashes } of await learnt(seed, size.seconds)) {
      for (const { story, input } of crashes)
        problems.add(
          `${name}: ${story.split('\n')[0]}`,
          `seed ${seed}: ${story.slice(0, 900)}\n    input ${input}`,
        );
      if (inputs === 0) problems.add(name, 'nothing was tried');
      figures.readers += 1;
      figures.inputs += inputs;
      figures['inputs that reached new code'] += kept;
      progress(
        `${name}: ${inputs} inputs, ${kept} kept, ${reached} characters of code reached, ${crashes.length} crashes`,
      );
    }
    return figures;
  },
});

it.runIf(isDrawn('fuzz-readers'))(
  'learning finds what stands behind three bytes, one after the other, which chance alone would not',
  async () => {
    const [reader] = await learnt(faultSeed, 60, 'nested');
    expect(reader?.kept, `FC_SEED=${faultSeed}`).toBeGreaterThanOrEqual(2);
    expect(reader?.crashes).toEqual([expect.objectContaining({ story: expect.stringContaining('found') })]);
  },
  240_000,
);

const learnReaders = fileURLToPath(new URL('testing/readers/learn-readers.ts', import.meta.url));

async function learnt(seed: number, seconds: number, ...only: string[]): Promise<LearntReader[]> {
  const words = [learnReaders, String(seed), String(seconds), ...only];
  const { code, stdout, stderr } = await runTool(process.execPath, words, { timeoutMs: 180_000 });
  if (code !== 0) throw new Error(`The readers ended with ${code} after ${stdout.slice(-2000)}\n${stderr}`);
  // The reader of PDFs warns of what it reads on the same output.
  const lines = stdout.split('\n').filter((line) => line.startsWith('{"name":'));
  return lines.map((line) => JSON.parse(line));
}
