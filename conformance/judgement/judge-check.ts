import fc, { type Arbitrary } from 'fast-check';
import { NoAnswer, RunStopped, TargetUnusable } from '../target/call-errors.ts';
import type { Redactor } from '../target/redactor.ts';
import { ArrangementFailed, ArrangementThrew, CannotArrange, Failure, NotApplicable } from './failure.ts';
import { replayToken } from './replay.ts';
import type { ClauseResult, FailureReport, SkipReason, VerdictEvidence } from './result.ts';

/** The inputs that a rule ranges over; a rule about one sequence of events has none. */
export type Inputs<Ctx, T = unknown> = {
  /** Drawn from a seed, and shrunk when the rule does not hold. */
  readonly given?: Arbitrary<T> | ((ctx: Ctx) => Arbitrary<T>);
  /** What differs in kind from the rest: every run goes through all of these before it draws. */
  readonly always?: readonly T[] | ((ctx: Ctx) => readonly T[]);
  /** A factor on --runs: below 1 for what is expensive, above for what is cheap. */
  readonly effort?: number;
  /** True for fc.commands, which shrinks by what was run: a replay begins with the run that failed, and shrinks it anew. */
  readonly shrinksByRunning?: boolean;
  /** True for what is very expensive: one input, which is not shrunk. */
  readonly once?: boolean;
};

export type Judging<Ctx> = Inputs<Ctx> & { readonly run: (ctx: Ctx, input: unknown) => Promise<void> };

/** Where one check runs, and what is kept of it for the report: each kind of subject has its own. */
export type Attempt<Ctx, Evidence> = {
  readonly redactor: Redactor;
  context(): Ctx | Promise<Ctx>;
  /** A run of a property begins, whose evidence is its own. */
  begin(): void;
  evidence(): Evidence;
  /** A Failure where the subject is to blame for the error; else the error as it is. */
  blame(error: unknown): unknown;
  shown(
    failure: Failure,
    evidence: Evidence,
  ): Pick<FailureReport, 'exchange' | 'cause' | 'diagnosis' | 'steps' | 'advice' | 'hints'>;
  requests(): number;
  /** What the verdict rests on, asked for at its end; the public interface alone when left out. */
  restsOn?(): VerdictEvidence;
  /** The command that sees the failure of a token again. */
  again(token: string): string;
};

export type CheckOutcome = Pick<
  ClauseResult,
  'verdict' | 'evidence' | 'skip' | 'failure' | 'error' | 'durationMs' | 'requests' | 'runs'
>;

export type CheckRun = { seed: number; runs: number; path?: string; mostShrinks?: number };

export const skipped = (skip: SkipReason): CheckOutcome => {
  return { verdict: 'skip', skip, durationMs: 0, requests: 0, runs: 0 };
};

type Judgement = Omit<CheckOutcome, 'durationMs' | 'requests' | 'runs'>;

/** Judges one check, whatever happens on the way; only what ends the whole run is thrown. */
export async function judgeCheck<Ctx, Evidence>(
  check: { readonly clause: string } & Judging<Ctx>,
  attempt: Attempt<Ctx, Evidence>,
  run: CheckRun,
): Promise<CheckOutcome> {
  const started = performance.now();
  let runs = 0;
  let evidence = attempt.evidence();
  const blaming = async <T>(act: () => T | Promise<T>): Promise<T> => {
    try {
      return await act();
    } catch (error) {
      const blamed = attempt.blame(error);
      if (blamed instanceof Failure) evidence = attempt.evidence();
      throw blamed;
    }
  };
  const inRun = (act: () => Promise<void>): Promise<void> => {
    attempt.begin();
    return blaming(act);
  };

  async function judgement(): Promise<Judgement> {
    const context = await blaming(() => attempt.context());
    const { given, always = [], effort = 1, shrinksByRunning, once } = check;
    if (given === undefined) {
      runs = 1;
      await inRun(() => check.run(context, undefined));
      return { verdict: 'pass' };
    }
    const inputs = typeof given === 'function' ? given(context) : given;
    const { tried, broken } = await runProperty(inputs, (value) => inRun(() => check.run(context, value)), {
      ...run,
      always: typeof always === 'function' ? always(context) : always,
      runs: once ? 1 : Math.max(1, Math.round(run.runs * effort)),
      mostShrinks: once ? 0 : run.mostShrinks,
      shrinksByRunning,
    });
    runs = tried;
    if (!broken) return { verdict: 'pass' };
    const { error, path, counterexample, shrinks, isCutShort } = broken;
    const goesOn = isCutShort && shrinksByRunning;
    // A bare number or boolean says nothing to a reader; the steps show what it led to.
    const isBare = /^(-?\d+|true|false)$/.test(counterexample);
    return failed(error, once || isBare ? { path } : { path, counterexample, shrinks, goesOn });
  }

  function failed(failure: Failure, found: Partial<Broken> & { goesOn?: boolean } = {}): Judgement {
    const { seed } = run;
    const replay = replayToken({ clause: check.clause, seed, path: found.path });
    const { hints = [], ...shown } = attempt.shown(failure, evidence);
    const text = (shown: string): string => attempt.redactor.text(shown);
    const { expected, actual, whole } = failure;
    const fewer = found.goesOn
      ? ['The run ended the search for fewer steps early; a replay goes on with it.']
      : [];
    return {
      verdict: 'fail',
      failure: {
        expected: text(expected),
        actual: text(actual),
        ...(whole && { whole: { expected: text(whole.expected), actual: text(whole.actual) } }),
        // A sequence of no commands has no text.
        counterexample: found.counterexample ? text(found.counterexample) : undefined,
        shrinks: found.shrinks,
        ...shown,
        seed,
        replay,
        again: attempt.again(replay),
        hints: [...fewer, ...hints],
      },
    };
  }

  const { verdict, skip, failure, error } = await judgement().catch((thrown: unknown) => {
    if (thrown instanceof TargetUnusable) throw thrown;
    return thrown instanceof Failure ? failed(thrown) : notJudged(thrown, attempt.redactor);
  });
  const durationMs = Math.round(performance.now() - started);
  const isJudged = verdict === 'pass' || verdict === 'fail';
  const restsOn = isJudged ? (attempt.restsOn?.() ?? { path: 'public' as const }) : undefined;
  return { verdict, evidence: restsOn, skip, failure, error, durationMs, requests: attempt.requests(), runs };
}

function notJudged(error: unknown, redactor: Redactor): Judgement {
  const { message, stack } = error instanceof Error ? error : new Error(String(error));
  const shownStack = stack === undefined ? undefined : redactor.text(stack);
  const skip = (kind: SkipReason['kind'], more: Partial<SkipReason> = {}): Judgement => ({
    verdict: 'skip',
    skip: { kind, message: redactor.text(message), missing: [], enable: [], ...more },
  });
  if (error instanceof CannotArrange)
    return skip('cannot-arrange', { missing: error.missing, enable: error.enable });
  if (error instanceof NotApplicable) return skip('not-applicable');
  if (error instanceof ArrangementFailed)
    return skip('arrangement-failed', {
      enable: ['correct the arrangement: it has to do what the suite asked for'],
      stack: error instanceof ArrangementThrew ? shownStack : undefined,
    });
  if (error instanceof NoAnswer) return skip('no-answer');
  if (error instanceof RunStopped) return skip('stopped');
  return { verdict: 'error', error: { message: redactor.text(message), stack: shownStack } };
}

type Broken = {
  error: Failure;
  counterexample: string;
  shrinks: number;
  /** The time was over before the smallest input was found. */
  isCutShort: boolean;
  path: string;
};

/** Shrinking ends after this time, however far it came: where a delivery is missing, each try waits for it. */
const mostShrinkMs = 3000;

async function runProperty<T>(
  inputs: Arbitrary<T>,
  property: (value: T) => Promise<void>,
  options: CheckRun & Pick<Inputs<T>, 'shrinksByRunning'> & { always: readonly T[] },
): Promise<{ tried: number; broken?: Broken }> {
  const { seed, runs, always, mostShrinks = 60, shrinksByRunning = false } = options;
  // fc.commands has to run each smaller case on the way, so that a path names the failing run alone.
  const shortened = (path: string): string => (shrinksByRunning ? (path.split(':')[0] ?? path) : path);
  const path = options.path === undefined ? undefined : shortened(options.path);
  let tried = 0;
  let sinceBroken = 0;
  let isCutShort = false;
  let brokenAt: number | undefined;
  let odd: { error: unknown } | undefined;
  let latest: Failure | undefined;
  const bounded = fc.asyncProperty(inputs, async (value) => {
    const shrunkFor = brokenAt === undefined ? 0 : performance.now() - brokenAt;
    if (brokenAt !== undefined) sinceBroken++;
    if (shrunkFor > mostShrinkMs) isCutShort = true;
    if (odd || sinceBroken > mostShrinks || isCutShort) return;
    tried++;
    try {
      await property(value);
    } catch (error) {
      if (error instanceof Failure) {
        brokenAt ??= performance.now();
        latest = error;
        throw error;
      }
      // While shrinking, a case that cannot be tried is no smaller failure.
      if (brokenAt === undefined) odd = { error };
    }
  });
  const examples = always.map((value): [T] => [value]);
  const endOnFailure = path !== undefined && !shrinksByRunning;
  const details = await fc
    .check(bounded, { seed, examples, numRuns: always.length + runs, verbose: 0, path, endOnFailure })
    .catch((error: Error) => {
      // The path is of another check of the same clause, and leads nowhere in this one.
      if (path !== undefined && error.message.startsWith('Unable to replay')) return undefined;
      throw error;
    });
  if (odd) throw odd.error;
  if (!details?.failed) return { tried };
  if (!latest) throw details.errorInstance;
  const counterexample = fc.stringify(details.counterexample?.[0]).replaceAll('__proto__:null,', '');
  const at = shortened(details.counterexamplePath ?? '0');
  const broken = { error: latest, counterexample, shrinks: details.numShrinks, isCutShort, path: at };
  return { tried, broken };
}
