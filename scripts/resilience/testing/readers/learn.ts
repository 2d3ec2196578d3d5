import { Session } from 'node:inspector';
import { performance } from 'node:perf_hooks';
import type { Stream } from '../../../../generators/random.ts';
import { mutated } from '../fuzz/nasty-values.ts';

/** Something that reads bytes of others. */
export type FuzzTarget = {
  name: string;
  watches: RegExp;
  seeds: readonly Buffer[];
  words?: readonly string[];
  read(bytes: Buffer): unknown;
  /** Learning ends after so many; ten unless it says otherwise. */
  mostCrashes?: number;
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
export async function learn(target: FuzzTarget, seconds: number, chance: Stream): Promise<Learnt> {
  const { mostCrashes = 10 } = target;
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

type Range = { startOffset: number; endOffset: number; count: number };
type Ran = { result: { url: string; functions: { ranges: Range[] }[] }[] };
/** From one place in a text to another. */
type Stretch = readonly [from: number, to: number];

/** Which code runs, as V8 counts it: what an input reaches that none before it did. */
class Coverage {
  readonly #session = new Session();
  /** By function, what of it never ran. */
  readonly #left = new Map<string, readonly Stretch[]>();
  readonly #isWatched: (url: string) => boolean;
  size = 0;

  constructor(isWatched: (url: string) => boolean) {
    this.#isWatched = isWatched;
    this.#session.connect();
    this.#session.post('Profiler.enable');
    this.#session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  }

  /** How many characters of code ran since this was last asked, and never before; remembered unless told otherwise. */
  fresh({ remember = true } = {}): number {
    let fresh = 0;
    for (const { url, functions } of this.#taken().result) {
      if (!this.#isWatched(url)) continue;
      for (const { ranges } of functions) {
        const [whole, ...parts] = ranges;
        if (!whole || whole.count === 0) continue;
        const key = `${url} ${whole.startOffset} ${whole.endOffset}`;
        const before = this.#left.get(key) ?? [[whole.startOffset, whole.endOffset]];
        // A block that ran as often as what is around it is not listed; one that did not run always is.
        const idle = parts.filter(({ count }) => count === 0);
        const left = both(
          before,
          idle.map(({ startOffset, endOffset }) => [startOffset, endOffset] as const),
        );
        fresh += lengthOf(before) - lengthOf(left);
        if (remember) this.#left.set(key, left);
      }
    }
    if (remember) this.size += fresh;
    return fresh;
  }

  close(): void {
    this.#session.post('Profiler.stopPreciseCoverage');
    this.#session.disconnect();
  }

  #taken(): Ran {
    let taken: Ran = { result: [] };
    // A session of the same thread calls back before it returns.
    this.#session.post('Profiler.takePreciseCoverage', (error, ran) => {
      if (!error) taken = ran;
    });
    return taken;
  }
}

const both = (ones: readonly Stretch[], others: readonly Stretch[]): Stretch[] =>
  ones.flatMap(([from, to]) =>
    others
      .map(([start, end]): Stretch => [Math.max(from, start), Math.min(to, end)])
      .filter(([start, end]) => start < end),
  );

const lengthOf = (stretches: readonly Stretch[]): number =>
  stretches.reduce((sum, [from, to]) => sum + to - from, 0);

const interesting = ['\n', ...'0 -1 1e999 99999999999999999999 null \u0000 \uFFFF " { [ %'.split(' ')];

/** Bytes that are nearly the ones given: by bits, by pieces of others and, where they are JSON, by its structure. */
function mutateBytes(bytes: Buffer, other: Buffer, words: readonly string[], chance: Stream): Buffer {
  if (chance.chance(0.5)) {
    const changed = mutatedJson(bytes, chance);
    if (changed) return changed;
  }
  let result = bytes;
  for (let turns = chance.int(1, 4); turns > 0; turns -= 1) result = once(result, other, words, chance);
  return result.subarray(0, MOST);
}

/** Longer inputs are slower and find no more. */
const MOST = 64 << 10;

function mutatedJson(bytes: Buffer, chance: Stream): Buffer | undefined {
  try {
    return Buffer.from(JSON.stringify(mutated(JSON.parse(bytes.toString()), chance)) ?? '');
  } catch {
    return undefined;
  }
}

function once(bytes: Buffer, other: Buffer, words: readonly string[], chance: Stream): Buffer {
  const at = chance.int(0, bytes.length);
  const end = Math.min(bytes.length, at + chance.pick([1, 1, 4, 16, 256]));
  const replaced = (by: Buffer, until = end): Buffer =>
    Buffer.concat([bytes.subarray(0, at), by, bytes.subarray(until)]);
  return chance.weighted<() => Buffer>([
    [
      () =>
        replaced(Buffer.from([(bytes[at] ?? 0) ^ (1 << chance.int(0, 7))]), Math.min(at + 1, bytes.length)),
      4,
    ],
    [() => replaced(Buffer.alloc(0)), 2],
    [() => replaced(Buffer.from(chance.pick([...interesting, ...words]))), 4],
    [() => replaced(Buffer.from(chance.pick([...interesting, ...words])), at), 4],
    [() => replaced(bytes.subarray(at, end), at), 2],
    [() => replaced(pieceOf(other, chance)), 3],
    [() => replaced(Buffer.from([chance.int(0, 255)]), at), 1],
    [() => replaced(Buffer.from([chance.int(0, 255)]), Math.min(at + 1, bytes.length)), 4],
    [() => bytes.subarray(0, at), 1],
  ])();
}

function pieceOf(bytes: Buffer, chance: Stream): Buffer {
  const at = chance.int(0, bytes.length);
  return bytes.subarray(at, at + chance.int(1, 512));
}
