import type { ReceiverClause } from '../../spec/receiver-clauses.ts';
import { CannotArrange, Failure } from '../failure.ts';
import type { FailureReport, ReportedExchange } from '../result.ts';
import { type Attempt, type CheckOutcome, type CheckRun, judgeCheck } from '../run/judge-check.ts';
import { reportedRequest } from '../target/curl.ts';
import type { Redactor } from '../target/redactor.ts';
import type { ExamCheck } from './exam-check.ts';
import { ExamContext, type ExamContextParts } from './exam-context.ts';
import { DeliveryFailure, type Reply } from './sender.ts';

const stepsKept = 6;
const mostShrinks = 30;

/** What one check found, and whether the receiver had gone away or fallen silent at its end. */
export type ReceiverOutcome = { outcome: CheckOutcome; isGone: boolean; isSilent: boolean };

/** Judges one check of a receiver, whatever the receiver does. */
export async function judgeReceiver(
  parts: ExamContextParts,
  redactor: Redactor,
  check: ExamCheck,
  clause: ReceiverClause,
  run: CheckRun,
): Promise<ReceiverOutcome> {
  const context = new ExamContext(parts);
  const before = parts.sender.count;
  let silences: string[] = [];
  const attempt: Attempt<ExamContext, readonly Reply[]> = {
    redactor,
    context: () => context,
    begin: () => context.begin(),
    evidence: () => [...context.replies],
    blame(error) {
      if (error instanceof Failure || error instanceof CannotArrange)
        silences = silencesIn(error, context.replies);
      return error;
    },
    shown: (failure, replies) => ({
      exchange: shownReply(failure, replies, redactor),
      steps: replies
        .slice(-stepsKept)
        .map((reply) => ({ kind: 'request', exchange: reportedReply(reply, redactor) })),
      advice: adviceFor(clause, parts),
    }),
    requests: () => parts.sender.count - before,
    again: parts.again,
  };
  const outcome = await judgeCheck(check, attempt, { ...run, mostShrinks });
  return { outcome, isGone: silences.includes('refused'), isSilent: silences.includes('timeout') };
}

/** How the latest deliveries went unanswered, and the one that the failure is about. */
function silencesIn(error: Error, replies: readonly Reply[]): string[] {
  const latest = replies.slice(-2);
  if (error instanceof DeliveryFailure) latest.push(error.reply);
  return latest.flatMap((reply) => ('silence' in reply ? [reply.silence] : []));
}

function shownReply(failure: Failure, replies: readonly Reply[], redactor: Redactor) {
  const reply = failure instanceof DeliveryFailure ? failure.reply : replies.at(-1);
  return reply && reportedReply(reply, redactor);
}

function adviceFor({ danger, mend }: ReceiverClause, { sealing }: ExamContextParts): FailureReport['advice'] {
  const secret = sealing.secret === undefined ? 'unsigned: true' : 'secret';
  const key = sealing.key === undefined ? 'unencrypted: true' : 'key';
  return {
    danger,
    mend,
    kit: `In TypeScript, expressReceiver or fetchReceiver of payrig/webhooks does it: expressReceiver({ ${secret}, ${key} }, handle).`,
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
