import { checks } from '../../all-checks.ts';
import { probes } from '../../learn/probes/index.ts';
import { runSuite } from '../../run-conformance.ts';
import type { SourceMutant } from './instrumented-tree.ts';
import { type Addresses, MutatedSandbox } from './mutated-sandbox.ts';

/** What one run of the whole suite over a sandbox without a mutant tells; kept in a file as it is. */
export type Reached = {
  /** What the suite says of the sandbox as it is. */
  readonly summary: string;
  /** Mutants that ran before the first request. */
  readonly onStarting: readonly string[];
  /** The clauses that pass (others cannot catch anything): which mutants each ran over, and for how many milliseconds. */
  readonly clauses: Readonly<Record<string, { readonly mutants: readonly string[]; readonly ms: number }>>;
};

/** Which clauses a mutant could make fail, by what ran while each was checked. */
export type Reach = {
  /** The clauses whose check runs over a mutant, the quickest first; none when nothing does. */
  readonly clausesOf: (mutant: SourceMutant) => readonly string[];
  /** How long these took without a mutant, one after the other, in milliseconds. */
  readonly durationOf: (clauses: readonly string[]) => number;
};

const learning = 'learning';

export const targetAt = ({ url, apiKey, otherApiKey, production }: Addresses, headers = {}) => ({
  baseUrl: url,
  apiKey,
  otherApiKey,
  member: { username: 'member@sandbox.test', password: 'sandbox-password' },
  production: { baseUrl: production.url, apiKey: production.apiKey },
  headers,
});

/** Runs the whole suite once, check by check, over a sandbox in which no mutant is active. */
export async function lookForReach(folder: string, seed: number): Promise<Reached> {
  const sandbox = new MutatedSandbox(folder);
  let current = learning;
  const headers = {
    get 'X-Payrig-Clause'() {
      return current;
    },
  };
  try {
    const unbroken = await runSuite({ checks, probes }, targetAt(await sandbox.addresses, headers), {
      seed,
      concurrency: 1,
      destructive: true,
      onProgress: (event) => {
        if (event.kind === 'start') current = event.clause;
      },
    });
    const { onStarting, byClause } = await sandbox.coverage();
    const passed = unbroken.clauses.filter(({ verdict }) => verdict === 'pass');
    return {
      summary: unbroken.summary,
      onStarting,
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

export function reachOf({ onStarting, clauses }: Reached, mutants: readonly SourceMutant[]): Reach {
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
    clausesOf: ({ id, file }) => {
      if (!early.has(id)) return byMutant.get(id) ?? [];
      const near = byFile.get(file) ?? new Set();
      return near.size > 0 ? all.filter((clause) => near.has(clause)) : all;
    },
    durationOf: (some) => some.reduce((sum, clause) => sum + (clauses[clause]?.ms ?? 0), 0),
  };
}
