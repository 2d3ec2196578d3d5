import type { Arbitrary } from 'fast-check';
import type { PointId } from '../../spec/profile.ts';
import { Refused } from '../arrange/arrangement.ts';
import type { Check, Context } from '../check.ts';
import {
  ArrangementFailed,
  CannotArrange,
  Failure,
  NoAnswer,
  NotApplicable,
  RunStopped,
  TargetUnusable,
} from '../failure.ts';
import type { FailureReport, SkipReason, Verdict } from '../result.ts';
import { replayToken } from '../run/replay.ts';
import { runProperty } from '../run/run-property.ts';
import { reported } from '../target/curl.ts';
import type { Exchange } from '../target/exchange.ts';
import { contextFor } from './context.ts';
import { answerLines } from './diagnose-answer.ts';
import { faultOf } from './fault-of.ts';
import { needsOf } from './needs.ts';
import { lacking } from './offers.ts';
import type { RunEnvironment } from './run-environment.ts';
import { hintsOf, storyTold } from './story.ts';
import { type Story, Trace } from './trace.ts';

export type CheckOutcome = {
  verdict: Verdict;
  skip?: SkipReason;
  failure?: FailureReport;
  error?: { message: string; stack?: string };
  durationMs: number;
  requests: number;
  runs: number;
};

export type CheckRun = { seed: number; runs: number; path?: string; mostShrinks?: number };

type Broken = {
  failure: Failure;
  story: Story;
  counterexample?: string;
  shrinks?: number;
  path?: string;
};

/** Judges one check, whatever happens on the way, and removes what it made. */
export async function runCheck(
  environment: RunEnvironment,
  check: Check,
  run: CheckRun,
): Promise<CheckOutcome> {
  const started = performance.now();
  const trace = new Trace();
  const outcome = await judged(environment, check, run, trace);
  const { requests } = trace;
  const durationMs = Math.round(performance.now() - started);
  // Of what holds nothing is kept: a clock that is moved later would move with all of it.
  const isKept = environment.keep && (outcome.failure ?? outcome.error) !== undefined;
  if (!isKept)
    for (const client of new Set([environment.client, environment.other, environment.production]))
      await client?.cleanup.remove(trace.made);
  return { ...outcome, durationMs, requests };
}

type Judgement = Omit<CheckOutcome, 'durationMs' | 'requests'>;

async function judged(
  environment: RunEnvironment,
  check: Check,
  run: CheckRun,
  trace: Trace,
): Promise<Judgement> {
  const reason = unready(environment, check);
  if (reason) return { verdict: 'skip', skip: reason, runs: 0 };
  const points = (check.points ?? []) as readonly PointId[];
  const context = contextFor(environment, trace, points, check.clause);
  let runs = 0;
  try {
    const arranged = await check.arrange?.(context as Context<never, undefined>).catch((error: unknown) => {
      throw faultOf(error, trace);
    });
    // Assigned, not spread: spreading would ask for the clients that this run may not have.
    const whole = Object.assign(context, { arranged });
    const broken = await tried(check, whole, run, trace, (count) => {
      runs = count;
    });
    if (!broken) return { verdict: 'pass', runs };
    return { verdict: 'fail', runs, failure: failureReport(environment, check, run, broken) };
  } catch (error) {
    if (error instanceof TargetUnusable) throw error;
    if (error instanceof Failure)
      return {
        verdict: 'fail',
        runs,
        failure: failureReport(environment, check, run, { failure: error, story: trace.story }),
      };
    return { ...notJudged(environment, error), runs };
  }
}

/** Why the check cannot even begin. */
function unready(environment: RunEnvironment, check: Check): SkipReason | undefined {
  const missing = needsOf(check).filter((need) => !environment.offers.has(need));
  if (missing.length > 0) return lacking(missing, environment.serverKind);
  const unknown = (check.points ?? []).filter((point) => !(point in environment.known));
  if (unknown.length === 0) return undefined;
  return {
    kind: 'unknown-point',
    message: `it depends on what is not known of the deployment: ${unknown.join(', ')}`,
    missing: [],
    enable: unknown.map((point) => `declare [${point}] in a profile (--profile FILE)`),
  };
}

async function tried(
  check: Check,
  context: Context,
  run: CheckRun,
  trace: Trace,
  count: (runs: number) => void,
): Promise<Broken | undefined> {
  let story = trace.story;
  const once = async (act: () => Promise<void>): Promise<void> => {
    trace.begin();
    try {
      await act();
    } catch (error) {
      story = trace.story;
      throw faultOf(error, trace);
    }
  };
  if ('scenario' in check) {
    count(1);
    await once(() => check.scenario(context));
    return undefined;
  }
  const given: Arbitrary<unknown> = typeof check.given === 'function' ? check.given(context) : check.given;
  const outcome = await runProperty({
    given,
    property: (value) => once(() => check.property(context, value)),
    seed: run.seed,
    runs: Math.max(1, Math.round(run.runs * (check.effort ?? 1))),
    ...(run.path !== undefined && { path: run.path }),
    ...(run.mostShrinks !== undefined && { mostShrinks: run.mostShrinks }),
    ...(check.shrinksByRunning && { shrinksByRunning: true }),
    breaks: (error) => error instanceof Failure,
  });
  count(outcome.runs);
  if (outcome.kind === 'held') return undefined;
  return { ...outcome, failure: outcome.error as Failure, story };
}

function notJudged(environment: RunEnvironment, error: unknown): Omit<Judgement, 'runs'> {
  const { redactor } = environment;
  const skip = (
    kind: SkipReason['kind'],
    { message }: Error,
    more: Partial<SkipReason> = {},
  ): Omit<Judgement, 'runs'> => ({
    verdict: 'skip',
    skip: { kind, message: redactor.text(message), missing: [], enable: [], ...more },
  });
  if (error instanceof CannotArrange)
    return skip('cannot-arrange', error, { missing: error.missing, enable: error.enable });
  if (error instanceof NotApplicable) return skip('not-applicable', error);
  if (error instanceof ArrangementFailed || error instanceof Refused)
    return skip('arrangement-failed', error, {
      enable: ['mend the arrangement: what it was asked for is lawful'],
      ...(error.stack !== undefined && { stack: redactor.text(error.stack) }),
    });
  if (error instanceof NoAnswer) return skip('no-answer', error);
  if (error instanceof RunStopped) return skip('stopped', error);
  const { message, stack } = error instanceof Error ? error : new Error(String(error));
  return {
    verdict: 'error',
    error: { message: redactor.text(message), ...(stack && { stack: redactor.text(stack) }) },
  };
}

function failureReport(
  environment: RunEnvironment,
  check: Check,
  run: CheckRun,
  broken: Broken,
): FailureReport {
  const { failure, story, counterexample, shrinks, path } = broken;
  const { redactor, client, naming } = environment;
  const shown = failure.exchange ?? latestExchange(story);
  const replay = replayToken({ clause: check.clause, seed: run.seed, ...(path !== undefined && { path }) });
  const { steps, diagnosis: ofDeliveries } = storyTold(story, redactor, naming.vendor);
  const ofAnswer = shown ? answerLines(shown, story.steps).map((line) => redactor.text(line)) : [];
  const diagnosis = [...ofDeliveries, ...ofAnswer];
  const hints = hintsOf(steps, redactor.text(client.target.baseUrl), client.arrangement.name);
  return {
    expected: redactor.text(failure.expected),
    actual: redactor.text(failure.actual),
    ...(counterexample !== undefined && { counterexample: redactor.text(counterexample) }),
    ...(shrinks !== undefined && { shrinks }),
    ...(shown && { exchange: reported(shown, redactor) }),
    ...(diagnosis.length > 0 && { diagnosis }),
    steps,
    seed: run.seed,
    replay,
    again: environment.again(replay),
    ...(hints.length > 0 && { hints }),
  };
}

function latestExchange({ steps }: Story): Exchange | undefined {
  const step = steps.findLast(({ kind }) => kind === 'request');
  return step?.kind === 'request' ? step.exchange : undefined;
}
