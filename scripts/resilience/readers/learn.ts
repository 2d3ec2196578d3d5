import { performance } from 'node:perf_hooks';
import type { Stream } from '../../../generators/random.ts';
import { Coverage } from './coverage.ts';
import { mutateBytes } from './mutate-bytes.ts';

/** Something that reads bytes of others. */
export type FuzzTarget = {
  name: string;
  watches: RegExp;
  seeds: readonly Buffer[];
  words?: readonly string[];
  /** Reads bytes; throws what a reader must not throw. */
  read(bytes: Buffer): unknown;
  close?(): Promise<void>;
};

export type Learnt = {
  inputs: number;
  kept: number;
  reached: number;
  crashes: { input: Buffer; error: unknown }[];
};

/** How many inputs are tried at most before it is looked what they reached: looking is dear, and in the end most reach nothing new. */
const MOST_AT_ONCE = 64;
/** No input may take longer, in milliseconds. */
const MOST_MS = 10_000;

/** Mutates inputs for a while, and keeps those that reach code which none before them reached. */
export async function learn(
  target: FuzzTarget,
  seconds: number,
  chance: Stream,
  { mostCrashes = 10 } = {},
): Promise<Learnt> {
  const coverage = new Coverage((url) => target.watches.test(url));
  const corpus = [...target.seeds];
  const learnt: Learnt = { inputs: 0, kept: 0, reached: 0, crashes: [] };
  const read = async (input: Buffer): Promise<void> => {
    const started = performance.now();
    try {
      await target.read(input);
      const took = performance.now() - started;
      if (took > MOST_MS) throw new Error(`It took ${Math.round(took)} ms`);
    } catch (error) {
      const kind = String(error);
      if (!learnt.crashes.some((known) => String(known.error) === kind))
        learnt.crashes.push({ input, error });
    }
  };
  /** Finds those among inputs that reach something new by reading ever smaller halves of them again. */
  const keep = async (inputs: readonly Buffer[]): Promise<void> => {
    for (const input of inputs) await read(input);
    const [first, ...more] = inputs;
    if (!first || coverage.fresh({ remember: more.length === 0 }) === 0) return;
    if (more.length === 0) {
      corpus.push(first);
      return;
    }
    await keep(inputs.slice(0, inputs.length >> 1));
    await keep(inputs.slice(inputs.length >> 1));
  };
  try {
    for (const seed of target.seeds) await read(seed);
    coverage.fresh();
    const ends = performance.now() + seconds * 1000;
    for (let size = 1; performance.now() < ends && learnt.crashes.length < mostCrashes; ) {
      const batch = Array.from({ length: size }, () => {
        // What was found last is nearest to what has not been found yet.
        const parent = chance.pick(chance.chance(0.5) ? corpus.slice(-20) : corpus);
        return mutateBytes(parent, chance.pick(corpus), target.words ?? [], chance);
      });
      const before = corpus.length;
      await keep(batch);
      learnt.inputs += batch.length;
      size = corpus.length > before ? Math.max(1, size >> 1) : Math.min(2 * size, MOST_AT_ONCE);
    }
    learnt.kept = corpus.length - target.seeds.length;
    learnt.reached = coverage.size;
    return learnt;
  } finally {
    coverage.close();
    await target.close?.();
  }
}
