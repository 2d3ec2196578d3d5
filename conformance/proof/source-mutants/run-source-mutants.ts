import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { hash32 } from '../../../generators/random.ts';
import { instrumentedTree, mutantKey, type SourceMutant } from './instrumented-tree.ts';
import { judgedIn, type SourceOutcome, sandboxWith } from './judge.ts';
import { lookForReach, type MutatedSandbox, type Reached, reachOf } from './reach.ts';

export type SourceRun = Awaited<ReturnType<typeof runSourceMutants>>;

type SourceRunOptions = {
  count: number;
  seed: number;
  /** Those whose key has this text alone, all of them. */
  matching?: string | undefined;
  /** Where outcomes are kept, and taken from when they are there already. */
  keptIn?: string | undefined;
  /** Whether those that were not killed are judged again, although their outcome is kept. */
  again?: boolean | undefined;
  /** Which are not judged, since they break no stated sentence. */
  isSetAside: (mutant: SourceMutant) => boolean;
  runs?: number | undefined;
  tell: (text: string) => void;
  onOutcome?: (outcome: SourceOutcome, done: number, of: number) => void;
  signal?: AbortSignal;
};

/** Draws `count` mutants; an edit elsewhere in the source does not change which. */
export function drawn(mutants: readonly SourceMutant[], count: number, seed: number): SourceMutant[] {
  const places = new Map(mutants.map((one) => [one, hash32(`${seed} ${mutantKey(one)}`)]));
  return [...mutants].sort((a, b) => (places.get(a) ?? 0) - (places.get(b) ?? 0)).slice(0, count);
}

export async function runSourceMutants(options: SourceRunOptions) {
  const { count, seed, matching, keptIn, again, isSetAside, runs, tell, onOutcome, signal } = options;
  const started = performance.now();
  const file = new RunFile(keptIn, sourceState());
  const tree = await instrumentedTree();
  const waiting: MutatedSandbox[] = [];
  try {
    const wanted =
      matching === undefined
        ? drawn(tree.mutants, count, seed)
        : tree.mutants.filter((one) => mutantKey(one).includes(matching));
    tell(`${tree.mutants.length} mutants in the simulator; looking which clause reaches which.`);
    const reached = file.reached(seed) ?? (await lookForReach(tree.folder, seed));
    if (!file.reached(seed)) file.keepReached(seed, reached);
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
      const known = isSetAside(mutant) ? undefined : file.outcomeOf(mutant);
      const fate = known?.outcome.fate;
      if (isSetAside(mutant)) done({ mutant, fate: 'set-aside', clauses, hidden: [] });
      else if (known && (fate === 'killed' || (fate !== 'timed-out' && !again))) {
        earlier += known.earlier ? 1 : 0;
        done(known.outcome);
      } else if (clauses.length === 0) done({ mutant, fate: 'unreachable', clauses, hidden: [] });
      else due.push(mutant);
    }
    // The quickest to judge come first, so that a run that is interrupted has judged as many as it could.
    const dearness = new Map(due.map((mutant) => [mutant, reach.durationOf(reach.clausesOf(mutant))]));
    due.sort((a, b) => (dearness.get(a) ?? 0) - (dearness.get(b) ?? 0));
    const judging = { folder: tree.folder, reach, seed, runs };
    const judge = async (mutants: readonly SourceMutant[], patience: number): Promise<SourceMutant[]> => {
      const late: SourceMutant[] = [];
      for (const [place, mutant] of mutants.entries()) {
        if (signal?.aborted) break;
        const sandbox = waiting.shift() ?? sandboxWith(judging, mutant);
        // The next one comes up while this one is judged.
        const next = mutants[place + 1];
        if (next) waiting.push(sandboxWith(judging, next));
        const outcome = await judgedIn(sandbox, mutant, judging, patience);
        if (outcome.fate === 'timed-out') late.push(mutant);
        file.keepOutcome(outcome);
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

type Line =
  | { kind: 'reach'; state: string; seed: number; reached: Reached }
  | { kind: 'outcome'; state: string; key: string; outcome: SourceOutcome };

/** What a run of source mutants has found so far, line by line, so that it can be interrupted and gone on with. */
class RunFile {
  readonly #path: string | undefined;
  readonly #state: string;
  readonly #lines: Line[];

  /** Without a path nothing is kept. `state` names the source that is judged, and that which judges. */
  constructor(path: string | undefined, state: string) {
    this.#path = path;
    this.#state = state;
    const text = path !== undefined && existsSync(path) ? readFileSync(path, 'utf8') : '';
    this.#lines = text
      .split('\n')
      .filter(Boolean)
      .map((line): Line => JSON.parse(line));
  }

  /** Which clause reaches which mutant, if it was looked for in this very state. */
  reached(seed: number): Reached | undefined {
    const line = this.#lines.findLast(
      (one) => one.kind === 'reach' && one.state === this.#state && one.seed === seed,
    );
    return line?.kind === 'reach' ? line.reached : undefined;
  }

  keepReached(seed: number, reached: Reached): void {
    this.#keep({ kind: 'reach', state: this.#state, seed, reached });
  }

  /** What became of a mutant the last time, and whether source or suite have changed since. */
  outcomeOf(mutant: SourceMutant): { outcome: SourceOutcome; earlier: boolean } | undefined {
    const key = mutantKey(mutant);
    const line = this.#lines.findLast((one) => one.kind === 'outcome' && one.key === key);
    if (line?.kind !== 'outcome') return undefined;
    return { outcome: { ...line.outcome, mutant }, earlier: line.state !== this.#state };
  }

  keepOutcome(outcome: SourceOutcome): void {
    this.#keep({ kind: 'outcome', state: this.#state, key: mutantKey(outcome.mutant), outcome });
  }

  #keep(line: Line): void {
    this.#lines.push(line);
    if (this.#path !== undefined) appendFileSync(this.#path, `${JSON.stringify(line)}\n`);
  }
}

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
