import { checks } from '../../conformance/checks/index.ts';
import { probes } from '../../conformance/learn/probes/index.ts';
import { runSuite } from '../../conformance/run/run-conformance.ts';
import { type MutatedSandbox, SandboxBroke } from './mutated-sandbox.ts';
import { type Reach, targetAt } from './reach.ts';
import type { SourceMutant } from './source-mutant.ts';

/** `unreachable`: no check runs over it. `broken`: the sandbox does not start, or stops answering, with it. */
export type Fate = 'killed' | 'broken' | 'timed-out' | 'survived' | 'unreachable';

export type SourceOutcome = {
  readonly mutant: SourceMutant;
  readonly fate: Fate;
  /** The clauses that ran over it. */
  readonly clauses: readonly string[];
  /** The clause that failed, and what it said; or why there was nothing to say. */
  readonly by?: string;
  readonly detail?: string;
  /** Clauses that pass without the mutant and were not judged with it: a defect that hides its own check. */
  readonly hidden: readonly string[];
};

/** How long a mutant may take: so much, and so many times what its checks take without it, up to a bound. */
const leastMs = 20_000;
const times = 3;
const mostMs = 180_000;

/** Runs the checks that could see a mutant over a sandbox that has it, until the first that does. */
export async function judge(
  sandbox: MutatedSandbox,
  reach: Reach,
  mutant: SourceMutant,
  options: { seed: number; runs?: number },
): Promise<SourceOutcome> {
  const clauses = reach.clausesOf(mutant);
  const outcome = { mutant, clauses, hidden: [] };
  const places = new Map(clauses.map((clause, place) => [clause, place]));
  const wanted = checks
    .filter(({ clause }) => places.has(clause))
    .sort((a, b) => (places.get(a.clause) ?? 0) - (places.get(b.clause) ?? 0));
  try {
    const addresses = await sandbox.addresses;
    const caught = new AbortController();
    const result = await runSuite({ checks: wanted, probes }, targetAt(addresses), {
      ...options,
      only: clauses,
      signal: caught.signal,
      maxTimeMs: Math.min(mostMs, leastMs + times * reach.durationOf(clauses)),
      timeoutMs: 10_000,
      mostShrinks: 0,
      patienceMs: 2000,
      failOn: 'implied',
      preflight: false,
      // The whole sandbox is thrown away.
      keep: true,
      onProgress: (event) => {
        if (event.kind === 'clause' && event.result.verdict === 'fail') caught.abort();
      },
    });
    const failed = result.clauses.find(({ verdict }) => verdict === 'fail');
    if (failed)
      return {
        ...outcome,
        fate: 'killed',
        by: failed.clause,
        detail: `expected ${failed.failure?.expected}, got ${failed.failure?.actual}`,
      };
    if (result.stopped !== undefined) {
      const late = /took longer/.test(result.stopped);
      return { ...outcome, fate: late ? 'timed-out' : 'broken', detail: result.stopped };
    }
    const unjudged = result.clauses.filter(({ clause, verdict }) => places.has(clause) && verdict !== 'pass');
    return { ...outcome, fate: 'survived', hidden: unjudged.map(({ clause }) => clause) };
  } catch (error) {
    if (!(error instanceof SandboxBroke)) throw error;
    return { ...outcome, fate: 'broken', detail: error.message };
  }
}
