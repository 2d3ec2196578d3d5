import { hash32 } from '../../generators/random.ts';
import { instrumentedTree } from './instrumented-tree.ts';
import { judge, type SourceOutcome } from './judge.ts';
import { MutatedSandbox } from './mutated-sandbox.ts';
import { reach } from './reach.ts';
import { mutantKey, type SourceMutant } from './source-mutant.ts';

export type SourceRun = {
  readonly seed: number;
  /** How many mutants the source has, drawn or not. */
  readonly total: number;
  readonly outcomes: readonly SourceOutcome[];
  readonly durationMs: number;
};

export type SourceRunOptions = {
  count: number;
  seed: number;
  /** Those whose key has this text alone, all of them. */
  matching?: string;
  tell: (text: string) => void;
  onOutcome?: (outcome: SourceOutcome, done: number, of: number) => void;
  signal?: AbortSignal;
};

/** So many of the mutants; an edit elsewhere in the source does not change which. */
export function drawn(mutants: readonly SourceMutant[], count: number, seed: number): SourceMutant[] {
  const places = new Map(mutants.map((one) => [one, hash32(`${seed} ${mutantKey(one)}`)]));
  return [...mutants].sort((a, b) => (places.get(a) ?? 0) - (places.get(b) ?? 0)).slice(0, count);
}

/** Puts mutants into the simulator by machine and has the suite judge each over HTTP. */
export async function runSourceMutants(options: SourceRunOptions): Promise<SourceRun> {
  const { count, seed, matching, tell, onOutcome, signal } = options;
  const started = performance.now();
  const tree = await instrumentedTree();
  const sandbox = new MutatedSandbox(tree.folder);
  try {
    const wanted =
      matching === undefined
        ? drawn(tree.mutants, count, seed)
        : tree.mutants.filter((one) => mutantKey(one).includes(matching));
    tell(`${tree.mutants.length} mutants in the simulator; looking which clause reaches which.`);
    const reached = await reach(sandbox, tree.mutants, seed);
    tell(`Without a mutant: ${reached.unbroken.summary}`);
    const outcomes: SourceOutcome[] = [];
    for (const mutant of wanted) {
      if (signal?.aborted) break;
      const outcome = await judge(sandbox, reached, mutant, { seed });
      outcomes.push(outcome);
      onOutcome?.(outcome, outcomes.length, wanted.length);
    }
    return { seed, total: tree.mutants.length, outcomes, durationMs: performance.now() - started };
  } finally {
    sandbox.stop();
    await tree.remove();
  }
}
