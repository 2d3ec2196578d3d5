import { checks } from '../../conformance/checks/index.ts';
import { probes } from '../../conformance/learn/probes/index.ts';
import { runSuite } from '../../conformance/run/run-conformance.ts';
import { MutatedSandbox, SandboxBroke } from './mutated-sandbox.ts';
import { type Reach, targetAt } from './reach.ts';
import type { SourceMutant } from './source-mutant.ts';

/** `unreachable`: no check runs over it. `broken`: the sandbox does not start, stops, or cannot be arranged with any more. */
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

/** What some clauses say of a sandbox with mutants in it. */
export type Verdicts = {
  readonly failed: readonly { readonly clause: string; readonly detail: string }[];
  /** Why the run came to no end: the sandbox is broken, or too slow. */
  readonly stopped?: { readonly fate: 'broken' | 'timed-out'; readonly detail: string };
  readonly hidden: readonly string[];
};

export type JudgeOptions = {
  readonly folder: string;
  readonly reach: Reach;
  readonly seed: number;
  readonly runs?: number;
};

/** How long clauses may take: so much, and so many times what they take without a mutant, up to a bound. */
const leastMs = 60_000;
const times = 3;
const mostMs = 180_000;

/** Starts a sandbox with these mutants in it. */
export const sandboxWith = ({ folder }: JudgeOptions, mutants: readonly SourceMutant[]): MutatedSandbox =>
  new MutatedSandbox(
    folder,
    mutants.map(({ id }) => id),
  );

/** Runs clauses over a sandbox, in the order given, and throws it away. */
export async function verdictsOf(
  sandbox: MutatedSandbox,
  clauses: readonly string[],
  { reach, seed, runs }: JudgeOptions,
  until: 'first-failure' | 'end' = 'first-failure',
): Promise<Verdicts> {
  const places = new Map(clauses.map((clause, place) => [clause, place]));
  const wanted = checks
    .filter(({ clause }) => places.has(clause))
    .sort((a, b) => (places.get(a.clause) ?? 0) - (places.get(b.clause) ?? 0));
  try {
    const caught = new AbortController();
    const result = await runSuite({ checks: wanted, probes }, targetAt(await sandbox.addresses), {
      seed,
      ...(runs !== undefined && { runs }),
      only: clauses,
      signal: caught.signal,
      maxTimeMs: Math.min(mostMs, leastMs + times * reach.durationOf(clauses)),
      timeoutMs: 20_000,
      mostShrinks: 0,
      patienceMs: 2000,
      failOn: 'implied',
      preflight: false,
      // The whole sandbox is thrown away.
      keep: true,
      onProgress: (event) => {
        if (until === 'first-failure' && event.kind === 'clause' && event.result.verdict === 'fail')
          caught.abort();
      },
    });
    const failed = result.clauses.flatMap(({ clause, verdict, failure }) =>
      verdict === 'fail' ? [{ clause, detail: `expected ${failure?.expected}, got ${failure?.actual}` }] : [],
    );
    const hidden = result.clauses
      .filter(({ clause, verdict }) => places.has(clause) && verdict !== 'pass' && verdict !== 'fail')
      .map(({ clause }) => clause);
    if (failed.length > 0) return { failed, hidden };
    // What cannot even be arranged any more is no pass: such a run is incomplete, and says so.
    const refused = result.clauses.find(({ skip }) => skip?.kind === 'arrangement-failed');
    if (refused) return { failed, hidden, stopped: { fate: 'broken', detail: refused.skip?.message ?? '' } };
    if (result.stopped === undefined) return { failed, hidden };
    // A sandbox that is slow may be so because the machine is busy; one that never answered is broken.
    const isSlow =
      /took longer|no whole answer within/.test(result.stopped) && !/health/.test(result.stopped);
    const fate = isSlow ? 'timed-out' : 'broken';
    return { failed, hidden, stopped: { fate, detail: result.stopped } };
  } catch (error) {
    if (!(error instanceof SandboxBroke)) throw error;
    return { failed: [], hidden: [], stopped: { fate: 'broken', detail: error.message } };
  } finally {
    sandbox.stop();
  }
}

/** What these verdicts say of a mutant that was alone in the sandbox. */
export function outcomeOf(
  mutant: SourceMutant,
  clauses: readonly string[],
  { failed: [first], stopped, hidden }: Verdicts,
): SourceOutcome {
  if (first) return { mutant, clauses, hidden: [], fate: 'killed', by: first.clause, detail: first.detail };
  if (stopped) return { mutant, clauses, hidden: [], ...stopped };
  return { mutant, clauses, hidden, fate: 'survived' };
}
