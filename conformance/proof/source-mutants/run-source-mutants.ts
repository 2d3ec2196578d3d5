import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { hash32 } from '../../../generators/random.ts';
import { KeptResults } from '../kept-results.ts';
import { instrumentedTree, mutantKey, type SourceMutant } from './instrumented-tree.ts';
import { judgedIn, type SourceOutcome } from './judge.ts';
import { lookForReach, MutatedSandbox, type Reached, reachOf } from './reach.ts';

export type SourceRun = Awaited<ReturnType<typeof runSourceMutants>>;

/** How many mutants are drawn by which seed; or `matching`, all whose key has this text. */
export type Wanted = {
  readonly count: number;
  readonly seed: number;
  readonly matching?: string | undefined;
};

type SourceRunOptions = Wanted & {
  /** Where outcomes are kept, and taken from when they are there already. */
  keptIn?: string | undefined;
  /** Whether those that were not killed are judged again, although their outcome is kept. */
  again?: boolean | undefined;
  /** Mutants that are not judged because they break no stated sentence. */
  isSetAside: (mutant: SourceMutant) => boolean;
  runs?: number | undefined;
  tell: (text: string) => void;
  onOutcome?: (outcome: SourceOutcome, done: number, of: number) => void;
  signal?: AbortSignal;
};

/** Draws `count` mutants, or takes all that match; an edit elsewhere in the source does not change which. */
export function drawn(mutants: readonly SourceMutant[], { count, seed, matching }: Wanted): SourceMutant[] {
  if (matching !== undefined) return mutants.filter((one) => mutantKey(one).includes(matching));
  const places = new Map(mutants.map((one) => [one, hash32(`${seed} ${mutantKey(one)}`)]));
  return [...mutants].sort((a, b) => (places.get(a) ?? 0) - (places.get(b) ?? 0)).slice(0, count);
}

export async function runSourceMutants(options: SourceRunOptions) {
  const { seed, keptIn, again, isSetAside, runs, tell, onOutcome, signal } = options;
  const started = performance.now();
  const state = sourceState();
  const kept = new KeptResults<Reached | Kept>(keptIn);
  const tree = await instrumentedTree();
  const waiting: MutatedSandbox[] = [];
  try {
    const wanted = drawn(tree.mutants, options);
    tell(`${tree.mutants.length} mutants in the simulator; looking which clause reaches which.`);
    // Which clause reaches which mutant holds for this very state of source and suite.
    const looking = () => lookForReach(tree.folder, seed);
    const reached = (await kept.made(`reach ${state} ${seed}`, looking)) as Reached;
    tell(`Without a mutant: ${reached.summary}`);
    const reach = reachOf(reached, tree.mutants);

    const outcomes = new Map<SourceMutant, SourceOutcome>();
    const done = (outcome: SourceOutcome): void => {
      outcomes.set(outcome.mutant, outcome);
      onOutcome?.(outcome, outcomes.size, wanted.length);
    };
    let earlier = 0;
    const due: SourceMutant[] = [];
    for (const mutant of wanted) {
      const clauses = reach.clausesOf(mutant);
      const known = kept.get(`outcome ${mutantKey(mutant)}`) as Kept | undefined;
      const fate = known?.outcome.fate;
      if (isSetAside(mutant)) done({ mutant, fate: 'set-aside', clauses, hidden: [] });
      else if (known && (fate === 'killed' || (fate !== 'timed-out' && !again))) {
        earlier += known.state === state ? 0 : 1;
        done({ ...known.outcome, mutant });
      } else if (clauses.length === 0) done({ mutant, fate: 'unreachable', clauses, hidden: [] });
      else due.push(mutant);
    }
    // The quickest to judge come first, so that a run that is interrupted has judged as many as it could.
    const dearness = new Map(due.map((mutant) => [mutant, reach.durationOf(reach.clausesOf(mutant))]));
    due.sort((a, b) => (dearness.get(a) ?? 0) - (dearness.get(b) ?? 0));
    const sandboxWith = ({ id }: SourceMutant): MutatedSandbox => new MutatedSandbox(tree.folder, id);
    const judge = async (mutants: readonly SourceMutant[], patience: number): Promise<SourceMutant[]> => {
      const late: SourceMutant[] = [];
      for (const [place, mutant] of mutants.entries()) {
        if (signal?.aborted) break;
        const sandbox = waiting.shift() ?? sandboxWith(mutant);
        // The next one comes up while this one is judged.
        const next = mutants[place + 1];
        if (next) waiting.push(sandboxWith(next));
        const outcome = await judgedIn(sandbox, mutant, { reach, seed, runs }, patience);
        if (outcome.fate === 'timed-out') late.push(mutant);
        kept.keep(`outcome ${mutantKey(mutant)}`, { state, outcome });
        done(outcome);
      }
      return late;
    };
    // Those that took too long may have been unlucky with a busy machine: they get a second look, and more time.
    await judge(await judge(due, 1), 4);
    return {
      seed,
      /** All that the source has, those that were drawn, and those of them that an earlier state of the code was judged with. */
      total: tree.mutants.length,
      asked: wanted.length,
      outcomes: wanted.flatMap((mutant) => outcomes.get(mutant) ?? []),
      earlier,
      durationMs: performance.now() - started,
    };
  } finally {
    for (const sandbox of waiting) sandbox.stop();
    await tree.remove();
  }
}

/** What became of a mutant, and the state of source and suite in which it was judged. */
type Kept = { state: string; outcome: SourceOutcome };

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** What neither is judged nor judges. */
const besides = /\.test\.ts$|classified\.yaml$|^conformance\/(exam|pact|report|proof\/(mutants|variants))\//;

function sourceState(): string {
  const hash = createHash('sha256');
  const files = ['spec', 'generators', 'simulator', 'conformance'].flatMap((folder) =>
    globSync(`${folder}/**/*.{ts,yaml,json}`, { cwd: root }),
  );
  for (const file of files.filter((name) => !besides.test(name)).sort())
    hash.update(file).update(readFileSync(join(root, file)));
  return hash.digest('hex').slice(0, 12);
}
