import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { mutantKey, type SourceMutant } from './instrumented-tree.ts';
import type { SourceOutcome } from './judge.ts';
import type { Reached } from './reach.ts';

type Line =
  | { kind: 'reach'; state: string; seed: number; reached: Reached }
  | { kind: 'outcome'; state: string; key: string; outcome: SourceOutcome };

/** What a run of source mutants has found so far, line by line, so that it can be interrupted and gone on with. */
export class RunFile {
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

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** What neither is judged nor judges. */
const besides = /\.test\.ts$|^conformance\/(exam|pact|report|proof\/(mutants|variants))\//;

/** A name for the state of all that a verdict depends on. */
export function sourceState(): string {
  const hash = createHash('sha256');
  const files = ['spec', 'generators', 'simulator', 'conformance'].flatMap((folder) =>
    globSync(`${folder}/**/*.{ts,yaml,json}`, { cwd: root }),
  );
  for (const file of files.filter((name) => !besides.test(name)).sort())
    hash.update(file).update(readFileSync(join(root, file)));
  return hash.digest('hex').slice(0, 12);
}
