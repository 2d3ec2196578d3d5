import { checks } from '../../checks/all-checks.ts';
import { probes } from '../../suite/learn/probes/index.ts';
import { runSuite } from '../../suite/run-suite.ts';
import { standardTarget } from '../mutants/run-mutant.ts';
import type { SourceMutant } from './instrumented-tree.ts';
import { type MutatedSandbox, type Reach, SandboxBroke } from './reach.ts';

/**
 * `unreachable`: no check runs over it. `broken`: the sandbox does not start, stops, or cannot be arranged with any more.
 * `set-aside`: it was read before, breaks no stated sentence, and is not judged.
 */
export const fates = ['killed', 'broken', 'timed-out', 'survived', 'unreachable', 'set-aside'] as const;
export type Fate = (typeof fates)[number];

export type SourceOutcome = {
  readonly mutant: SourceMutant;
  readonly fate: Fate;
  readonly clauses: readonly string[];
  /** The clause that failed, and what it said; or why there was nothing to say. */
  readonly by?: string;
  readonly detail?: string;
  /** Clauses that pass without the mutant and were not judged with it: a defect that hides its own check. */
  readonly hidden: readonly string[];
};

/** How long its clauses may take: a minimum, and a multiple of what they take without a mutant, up to a bound. */
const leastMs = 30_000;
const times = 4;
const mostMs = 180_000;

/** Runs the clauses that reach a mutant over the sandbox that has it, up to the first stated one that fails, and throws it away. */
export async function judgedIn(
  sandbox: Pick<MutatedSandbox, 'addresses' | 'stop'>,
  mutant: SourceMutant,
  { reach, seed, runs }: { reach: Reach; seed: number; runs?: number | undefined },
  patience: number,
): Promise<SourceOutcome> {
  const clauses = reach.clausesOf(mutant);
  const places = new Map(clauses.map((clause, place) => [clause, place]));
  const wanted = checks
    .filter(({ clause }) => places.has(clause))
    .sort((a, b) => (places.get(a.clause) ?? 0) - (places.get(b.clause) ?? 0));
  const ended = (fate: Fate, detail: string, by?: string): SourceOutcome => {
    return { mutant, clauses, hidden: [], fate, detail, by };
  };
  try {
    const caught = new AbortController();
    const result = await runSuite({ checks: wanted, probes }, standardTarget(await sandbox.addresses), {
      seed,
      runs,
      only: clauses,
      signal: caught.signal,
      maxTimeMs: patience * Math.min(mostMs, leastMs + times * reach.durationOf(clauses)),
      timeoutMs: patience * 30_000,
      destructive: true,
      // As its owner would declare: a mutant that refuses every role must not pass as one whose roles are not known.
      profile: { points: { 'members.roles': null } },
      learnOnlyNeeded: true,
      mostShrinks: 0,
      // On a busy machine a delivery takes its time, and one that comes late is no defect.
      patienceMs: patience * 10_000,
      failOn: 'implied',
      preflight: false,
      onProgress: (event) => {
        if (event.kind !== 'clause') return;
        const { verdict, level } = event.result;
        if (verdict === 'fail' && level === 'stated') caught.abort();
      },
    });
    const failures = result.clauses.filter(({ verdict }) => verdict === 'fail');
    const failed = failures.find(({ level }) => level === 'stated') ?? failures[0];
    const { expected, actual } = failed?.failure ?? {};
    if (failed) return ended('killed', `expected ${expected}, got ${actual}`, failed.clause);
    // What cannot even be arranged any more is no pass: such a run is incomplete, and says so.
    const refused = result.clauses.find(({ skip }) => skip?.kind === 'arrangement-failed');
    if (refused) return ended('broken', refused.skip?.message ?? '');
    if (result.stopped !== undefined) {
      // A sandbox that is slow may be so because the machine is busy; one that never answers a request hangs.
      const isSlow =
        /took longer/.test(result.stopped) ||
        (patience === 1 && /no whole answer within/.test(result.stopped) && !/health/.test(result.stopped));
      return ended(isSlow ? 'timed-out' : 'broken', result.stopped);
    }
    const hidden = result.clauses
      .filter(({ clause, verdict }) => places.has(clause) && verdict !== 'pass')
      .map(({ clause }) => clause);
    return { mutant, clauses, hidden, fate: 'survived' };
  } catch (error) {
    if (!(error instanceof SandboxBroke)) throw error;
    return ended('broken', error.message);
  } finally {
    sandbox.stop();
  }
}
