import type { ReceiverClause } from '../../spec/receiver-clauses.ts';
import { CannotArrange, Failure, RunStopped, TargetUnusable } from '../failure.ts';
import type { ClauseResult, FailureReport, ReportedExchange, SkipReason } from '../result.ts';
import { replayToken } from '../run/replay.ts';
import { runProperty } from '../run/run-property.ts';
import { reportedRequest } from '../target/curl.ts';
import type { Redactor } from '../target/redactor.ts';
import { DeliveryFailure } from './delivery-failure.ts';
import type { ExamCheck } from './exam-check.ts';
import { ExamContext, type ExamContextParts } from './exam-context.ts';
import type { Reply } from './sender.ts';

/** What one check found, and whether the receiver survived it. */
export type ExamOutcome = Pick<
  ClauseResult,
  'verdict' | 'skip' | 'failure' | 'error' | 'durationMs' | 'requests' | 'runs'
> & { gone?: boolean; silent?: boolean };

export type ExamRun = { seed: number; runs: number; path?: string };

type Broken = { failure: Failure; counterexample?: string; shrinks?: number; path?: string };

const stepsKept = 6;
const mostShrinks = 30;

/** Judges one check, whatever the receiver does. */
export async function judgeExamCheck(
  parts: ExamContextParts,
  redactor: Redactor,
  check: ExamCheck,
  clause: ReceiverClause,
  run: ExamRun,
): Promise<ExamOutcome> {
  const started = performance.now();
  const before = parts.sender.count;
  const context = new ExamContext(parts);
  let runs = 0;
  const judged = await tried(check, context, run, (count) => {
    runs = count;
  }).then(
    (broken): Partial<ExamOutcome> & Pick<ExamOutcome, 'verdict'> =>
      broken
        ? {
            verdict: 'fail',
            failure: failureReport(parts, redactor, context, clause, run, broken),
            ...fateOf(broken.failure, context.replies),
          }
        : { verdict: 'pass' },
    (error: unknown) => notJudged(error, redactor, context.replies),
  );
  const durationMs = Math.round(performance.now() - started);
  return { ...judged, durationMs, requests: parts.sender.count - before, runs };
}

async function tried(
  check: ExamCheck,
  context: ExamContext,
  run: ExamRun,
  count: (runs: number) => void,
): Promise<Broken | undefined> {
  if ('scenario' in check) {
    count(1);
    try {
      await check.scenario(context);
      return undefined;
    } catch (error) {
      if (error instanceof Failure) return { failure: error };
      throw error;
    }
  }
  const outcome = await runProperty({
    given: check.given,
    property: (value) => {
      context.begin();
      return check.property(context, value);
    },
    seed: run.seed,
    runs: check.once ? 1 : run.runs,
    mostShrinks: check.once ? 0 : mostShrinks,
    ...(run.path !== undefined && { path: run.path }),
    breaks: (error) => error instanceof Failure,
  });
  count(outcome.runs);
  if (outcome.kind === 'held') return undefined;
  const { counterexample, shrinks, path } = outcome;
  const shown = check.once ? {} : { counterexample, shrinks };
  return { failure: outcome.error as Failure, path, ...shown };
}

function notJudged(
  error: unknown,
  redactor: Redactor,
  replies: readonly Reply[],
): Partial<ExamOutcome> & Pick<ExamOutcome, 'verdict'> {
  if (error instanceof TargetUnusable) throw error;
  const { message, stack } = error instanceof Error ? error : new Error(String(error));
  const skip = (kind: SkipReason['kind'], enable: readonly string[] = []) => ({
    verdict: 'skip' as const,
    skip: { kind, message, missing: [], enable },
  });
  if (error instanceof CannotArrange)
    return { ...skip('cannot-arrange', error.enable), ...fateOf(undefined, replies) };
  if (error instanceof RunStopped) return skip('stopped');
  return {
    verdict: 'error',
    error: { message: redactor.text(message), ...(stack && { stack: redactor.text(stack) }) },
  };
}

/** Whether the receiver went away, or did not answer, at the end of a check. */
function fateOf(
  failure: Failure | undefined,
  replies: readonly Reply[],
): { gone?: boolean; silent?: boolean } {
  const last = failure instanceof DeliveryFailure ? [failure.reply, ...replies.slice(-2)] : replies.slice(-2);
  const silences = last.flatMap((reply) => ('silence' in reply ? [reply.silence] : []));
  return { gone: silences.includes('refused'), silent: silences.includes('timeout') };
}

function failureReport(
  { sealing, again }: ExamContextParts,
  redactor: Redactor,
  { replies }: ExamContext,
  { id, danger, mend }: ReceiverClause,
  { seed }: ExamRun,
  { failure, counterexample, shrinks, path }: Broken,
): FailureReport {
  const shown = failure instanceof DeliveryFailure ? failure.reply : replies.at(-1);
  const replay = replayToken({ clause: id, seed, ...(path !== undefined && { path }) });
  return {
    expected: redactor.text(failure.expected),
    actual: redactor.text(failure.actual),
    ...(counterexample !== undefined && { counterexample }),
    ...(shrinks !== undefined && { shrinks }),
    ...(shown && { exchange: reportedReply(shown, redactor) }),
    steps: replies
      .slice(-stepsKept)
      .map((reply) => ({ kind: 'request', exchange: reportedReply(reply, redactor) })),
    advice: {
      danger,
      mend,
      kit: `In TypeScript, expressReceiver or fetchReceiver of payrig/webhooks does it: expressReceiver({ ${[
        sealing.secret === undefined ? 'unsigned: true' : 'secret',
        sealing.key === undefined ? 'unencrypted: true' : 'key',
      ].join(', ')} }, handle).`,
    },
    seed,
    replay,
    again: again(replay),
  };
}

function reportedReply(reply: Reply, redactor: Redactor): ReportedExchange {
  const { sent, durationMs } = reply;
  return {
    ...reportedRequest({ method: 'POST', url: sent.url, headers: sent.headers, body: sent.body }, redactor),
    ...('status' in reply
      ? { status: reply.status, responseHeaders: reply.headers, responseBody: redactor.text(reply.text) }
      : { responseBody: reply.message }),
    durationMs: Math.round(durationMs),
  };
}
