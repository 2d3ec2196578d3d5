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

/** What a check does: it throws a Failure where the rule does not hold. */
export type Judging<Ctx> = Inputs<Ctx> & { readonly run: (ctx: Ctx, input: unknown) => Promise<void> };

/** Where one check runs, and what is kept of it for the report: each kind of subject has its own. */
export type Attempt<Ctx, Evidence> = {
  readonly redactor: Redactor;
  /** Sets up what the check starts from. */
  context(): Ctx | Promise<Ctx>;
  /** A run of a property begins, whose evidence is its own. */
  begin(): void;
  /** What was sent and received so far. */
  evidence(): Evidence;
  /** A Failure where the subject is to blame for the error; else the error as it is. */
  blame(error: unknown): unknown;
  /** The parts of a report that show the failure. */
  shown(
    failure: Failure,
    evidence: Evidence,
  ): Pick<FailureReport, 'exchange' | 'diagnosis' | 'steps' | 'advice' | 'hints'>;
  requests(): number;
  /** What the verdict rests on, told at its end; the public interface alone when left out. */
  restsOn?(): VerdictEvidence;
  /** The command that sees the failure of a token again. */
  again(token: string): string;
};

export type CheckOutcome = Pick<
  ClauseResult,
  'verdict' | 'evidence' | 'skip' | 'failure' | 'error' | 'durationMs' | 'requests' | 'runs'
>;

export type CheckRun = { seed: number; runs: number; path?: string; mostShrinks?: number };

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
    const outcome = await runProperty({
      given: typeof given === 'function' ? given(context) : given,
      always: typeof always === 'function' ? always(context) : always,
      property: (value) => inRun(() => check.run(context, value)),
      seed: run.seed,
      runs: once ? 1 : Math.max(1, Math.round(run.runs * effort)),
      path: run.path,
      mostShrinks: once ? 0 : run.mostShrinks,
      shrinksByRunning,
      breaks: (error) => error instanceof Failure,
    });
    runs = outcome.runs;
    if (outcome.kind === 'held') return { verdict: 'pass' };
    const { error, path, counterexample, shrinks, isCutShort } = outcome;
    const goesOn = isCutShort && shrinksByRunning;
    // A bare number or switch tells a reader nothing: what came of it is in the story.
    const isBare = /^(-?\d+|true|false)$/.test(counterexample);
    return failed(error, once || isBare ? { path } : { path, counterexample, shrinks, goesOn });
  }

  function failed(
    failure: Failure,
    found: { path?: string; counterexample?: string; shrinks?: number; goesOn?: boolean } = {},
  ): Judgement {
    const { redactor } = attempt;
    const { seed } = run;
    const replay = replayToken({ clause: check.clause, seed, path: found.path });
    const { exchange, diagnosis, steps, advice, hints = [] } = attempt.shown(failure, evidence);
    const fewer = found.goesOn
      ? ['The run ended the search for fewer steps early; a replay goes on with it.']
      : [];
    return {
      verdict: 'fail',
      failure: {
        expected: redactor.text(failure.expected),
        actual: redactor.text(failure.actual),
        ...(failure.whole && {
          whole: {
            expected: redactor.text(failure.whole.expected),
            actual: redactor.text(failure.whole.actual),
          },
        }),
        counterexample: found.counterexample === undefined ? undefined : redactor.text(found.counterexample),
        shrinks: found.shrinks,
        exchange,
        diagnosis,
        steps,
        advice,
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
  const requests = attempt.requests();
  return { verdict, evidence: restsOn, skip, failure, error, durationMs, requests, runs };
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
      enable: ['mend the arrangement: what the suite asked of it is lawful'],
      stack: error instanceof ArrangementThrew ? shownStack : undefined,
    });
  if (error instanceof NoAnswer) return skip('no-answer');
  if (error instanceof RunStopped) return skip('stopped');
  return { verdict: 'error', error: { message: redactor.text(message), stack: shownStack } };
}

type PropertyOutcome<Broken> =
  | { kind: 'held'; runs: number }
  | {
      kind: 'broken';
      error: Broken;
      counterexample: string;
      shrinks: number;
      /** The time was over before the smallest input was found. */
      isCutShort: boolean;
      path: string;
      runs: number;
    };

type PropertyRun<T, Broken> = {
  given: fc.Arbitrary<T>;
  always: readonly T[];
  property: (value: T) => Promise<void>;
  seed: number;
  runs: number;
  path?: string;
  /** Tells a broken clause from whatever else can be thrown, which ends the property at once. */
  breaks: (error: unknown) => error is Broken;
  mostShrinks?: number;
  /** The way down from the failing run cannot be gone without running: only that run is named by a path. */
  shrinksByRunning?: boolean;
};

/** A failure is told soon: shrinking ends then, however far it came. Where a delivery is missing, each try waits for it. */
const mostShrinkMs = 3000;

/** Runs a property over drawn inputs and shrinks the first that breaks it, within bounds. */
async function runProperty<T, Broken>(options: PropertyRun<T, Broken>): Promise<PropertyOutcome<Broken>> {
  const { given, always, property, seed, runs, breaks, mostShrinks = 60, shrinksByRunning = false } = options;
  const shortened = (path: string): string => (shrinksByRunning ? (path.split(':')[0] ?? path) : path);
  const path = options.path === undefined ? undefined : shortened(options.path);
  let tried = 0;
  let sinceBroken = 0;
  let isCutShort = false;
  let brokenAt: number | undefined;
  let odd: { error: unknown } | undefined;
  let latest: { error: Broken } | undefined;
  const details = await fc
    .check(
      fc.asyncProperty(given, async (value) => {
        const shrunkFor = brokenAt === undefined ? 0 : performance.now() - brokenAt;
        if (brokenAt !== undefined) sinceBroken++;
        if (shrunkFor > mostShrinkMs) isCutShort = true;
        if (odd || sinceBroken > mostShrinks || isCutShort) return;
        tried++;
        try {
          await property(value);
        } catch (error) {
          if (!breaks(error)) {
            // While shrinking, a case that cannot be tried is no smaller failure.
            if (brokenAt === undefined) odd = { error };
            return;
          }
          brokenAt ??= performance.now();
          latest = { error };
          throw error;
        }
      }),
      {
        seed,
        examples: always.map((value) => [value]),
        numRuns: always.length + runs,
        verbose: 0,
        path,
        endOnFailure: path !== undefined && !shrinksByRunning,
      },
    )
    .catch((error: Error) => {
      // The way was found by another check of the same clause, and leads nowhere in this one.
      if (path !== undefined && error.message.startsWith('Unable to replay')) return undefined;
      throw error;
    });
  if (odd) throw odd.error;
  if (!details?.failed) return { kind: 'held', runs: tried };
  if (!latest) throw details.errorInstance;
  return {
    kind: 'broken',
    error: latest.error,
    counterexample: fc.stringify(details.counterexample?.[0]).replaceAll('__proto__:null,', ''),
    shrinks: details.numShrinks,
    isCutShort,
    path: shortened(details.counterexamplePath ?? '0'),
    runs: tried,
  };
}
