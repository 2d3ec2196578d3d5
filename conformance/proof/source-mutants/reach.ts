import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checks } from '../../checks/all-checks.ts';
import { probes } from '../../suite/learn/probes/index.ts';
import { runSuite } from '../../suite/run-suite.ts';
import { standardTarget } from '../mutants/run-mutant.ts';
import type { SourceMutant } from './instrumented-tree.ts';

/** What one run of the whole suite over a sandbox without a mutant shows; kept in a file as it is. */
export type Reached = Awaited<ReturnType<typeof lookForReach>>;

export type Reach = ReturnType<typeof reachOf>;

export async function lookForReach(folder: string, seed: number) {
  const sandbox = new MutatedSandbox(folder);
  let current = 'learning';
  const headers = {
    get 'X-Payrig-Clause'() {
      return current;
    },
  };
  try {
    const target = { ...standardTarget(await sandbox.addresses), headers };
    const unbroken = await runSuite({ checks, probes }, target, {
      seed,
      concurrency: 1,
      destructive: true,
      onProgress: (event) => {
        if (event.kind === 'start') current = event.clause;
      },
    });
    const { onStarting, byClause } = await sandbox.coverage();
    if (Object.keys(byClause).length < 2) throw new Error('No request named the clause that it was sent for');
    const passed = unbroken.clauses.filter(({ verdict }) => verdict === 'pass');
    return {
      summary: unbroken.summary,
      /** Mutants that ran before the first request. */
      onStarting,
      /** The clauses that pass (others cannot catch anything): which mutants each ran over, and for how many milliseconds. */
      clauses: Object.fromEntries(
        passed.map(({ clause, durationMs }) => [
          clause,
          { mutants: byClause[clause] ?? [], ms: Math.round(durationMs) },
        ]),
      ),
    };
  } finally {
    sandbox.stop();
  }
}

/** Which clauses a mutant could make fail, the quickest first, by what ran while each was checked; and how long some take. */
export function reachOf({ onStarting, clauses }: Reached, mutants: readonly SourceMutant[]) {
  const quickestFirst = Object.entries(clauses).sort(([, a], [, b]) => a.ms - b.ms);
  const byMutant = new Map<string, string[]>();
  for (const [clause, { mutants: ids }] of quickestFirst)
    for (const id of ids) byMutant.set(id, [...(byMutant.get(id) ?? []), clause]);
  // What runs before any request is felt wherever its file is: by the clauses that run over the rest of it.
  const early = new Set(onStarting);
  const byFile = new Map<string, Set<string>>();
  for (const { id, file } of mutants) {
    const known = byFile.get(file) ?? new Set();
    for (const clause of byMutant.get(id) ?? []) known.add(clause);
    byFile.set(file, known);
  }
  const all = quickestFirst.map(([clause]) => clause);
  return {
    clausesOf: ({ id, file }: SourceMutant): readonly string[] => {
      if (!early.has(id)) return byMutant.get(id) ?? [];
      const near = byFile.get(file) ?? new Set();
      return near.size > 0 ? all.filter((clause) => near.has(clause)) : all;
    },
    durationOf: (some: readonly string[]): number =>
      some.reduce((sum, clause) => sum + (clauses[clause]?.ms ?? 0), 0),
  };
}

export type Order = 'start' | 'coverage';

export type Addresses = Record<'url' | 'apiKey' | 'otherApiKey', string> & {
  production: Record<'url' | 'apiKey', string>;
};

export type Coverage = { onStarting: string[]; byClause: Record<string, string[]> };

const entry = fileURLToPath(new URL('./sandbox-process.ts', import.meta.url));
const patienceMs = 60_000;

/** A process with the sandboxes of an instrumented tree, in which a mutant may be switched on from the start. */
export class MutatedSandbox {
  readonly #process: ChildProcess;
  /** Where a fresh sandbox and a production server beside it listen; fails with SandboxBroke when they do not come up. */
  readonly addresses: Promise<Addresses>;

  /** A process of its own: what a module remembers of earlier mutants would hide the next. Code is compiled once. */
  constructor(folder: string, mutant?: string) {
    this.#process = fork(entry, [folder], {
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      env: {
        ...process.env,
        NODE_COMPILE_CACHE: join(folder, 'compile-cache'),
        __STRYKER_ACTIVE_MUTANT__: mutant,
      },
    });
    this.addresses = this.#answer().then(() => this.#ask('start') as Promise<Addresses>);
    // A caller of `addresses` gets the error; a run that is stopped never asks for them.
    this.addresses.catch(() => {});
  }

  async coverage(): Promise<Coverage> {
    return (await this.#ask('coverage')) as Coverage;
  }

  stop(): void {
    this.#process.removeAllListeners();
    this.#process.kill('SIGKILL');
  }

  async #ask(order: Order): Promise<unknown> {
    this.#process.send(order);
    return this.#answer();
  }

  async #answer(): Promise<unknown> {
    const signal = AbortSignal.timeout(patienceMs);
    const answered = once(this.#process, 'message', { signal });
    const ended = once(this.#process, 'exit', { signal }).then(() => [{ failed: 'the process ended' }]);
    const late = () => [{ failed: 'it did not start in time' }];
    const [message] = await Promise.race([answered, ended]).catch(late);
    const { done, failed }: { done?: unknown; failed?: string } = message;
    if (failed === undefined) return done;
    this.stop();
    throw new SandboxBroke(failed);
  }
}

export class SandboxBroke extends Error {
  override name = 'SandboxBroke';
}
