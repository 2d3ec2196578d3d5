import { checks } from '../../conformance/checks/index.ts';
import { probes } from '../../conformance/learn/probes/index.ts';
import type { RunResult } from '../../conformance/result.ts';
import { runSuite } from '../../conformance/run/run-conformance.ts';
import type { MutatedSandbox } from './mutated-sandbox.ts';
import type { Addresses } from './sandbox-orders.ts';
import type { SourceMutant } from './source-mutant.ts';

/** Which clauses a mutant could make fail, by what ran while each was checked. */
export type Reach = {
  /** The clauses whose check runs over a mutant; none when nothing does. */
  readonly clausesOf: (mutant: SourceMutant) => readonly string[];
  /** What the suite says of the sandbox as it is; clauses that it does not pass cannot catch anything. */
  readonly unbroken: RunResult;
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
export async function reach(
  sandbox: MutatedSandbox,
  mutants: readonly SourceMutant[],
  seed: number,
): Promise<Reach> {
  let current = learning;
  const headers = {
    get 'X-Payrig-Clause'() {
      return current;
    },
  };
  const unbroken = await runSuite({ checks, probes }, targetAt(await sandbox.restart(), headers), {
    seed,
    concurrency: 1,
    onProgress: (event) => {
      if (event.kind === 'start') current = event.clause;
    },
  });
  const { onStarting, byClause } = await sandbox.coverage();
  const passed = unbroken.clauses.filter(({ verdict }) => verdict === 'pass').map(({ clause }) => clause);
  const durations = new Map<string, number>(
    unbroken.clauses.map(({ clause, durationMs }) => [clause, durationMs]),
  );
  const clauses = new Map<string, string[]>();
  const reaches = (id: string, clause: string): void => {
    const known = clauses.get(id) ?? [];
    clauses.set(id, [...known, clause]);
  };
  for (const clause of passed) for (const id of byClause[clause] ?? []) reaches(id, clause);
  // What runs before any request is felt wherever its file is: by the clauses that run over the rest of it.
  const early = new Set(onStarting);
  const byFile = new Map<string, Set<string>>();
  for (const { id, file } of mutants) {
    const known = byFile.get(file) ?? new Set();
    for (const clause of clauses.get(id) ?? []) known.add(clause);
    byFile.set(file, known);
  }
  return {
    clausesOf: ({ id, file }) => {
      if (!early.has(id)) return clauses.get(id) ?? [];
      const near = byFile.get(file) ?? new Set();
      return near.size > 0 ? [...near] : passed;
    },
    unbroken,
    durationOf: (some) => some.reduce((sum, clause) => sum + (durations.get(clause) ?? 0), 0),
  };
}
