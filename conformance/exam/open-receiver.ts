import type { Sealing } from '../../spec/forgeries.ts';
import { givenAddress } from '../../spec/given-address.ts';
import { payrigCommand } from '../../spec/payrig-command.ts';
import { completeProfile } from '../../spec/profile.ts';
import { loadReceiverClauses, type ReceiverClause } from '../../spec/receiver-clauses.ts';
import { redactUrls } from '../../spec/redact-urls.ts';
import { headerNames, keyOf } from '../../spec/webhooks/seal.ts';
import { headerVariable, headerWords } from '../deployment/redacted-config.ts';
import { CannotArrange, Failure } from '../judgement/failure.ts';
import { type Attempt, judgeCheck } from '../judgement/judge-check.ts';
import type { FailureReport, VerdictEvidence } from '../judgement/result.ts';
import { Stop, type Subject } from '../judgement/subject.ts';
import { DeliveryFailure, type Reply, Sender } from '../receiver/sender.ts';
import { type ReportedExchange, reportedRequest } from '../target/curl.ts';
import { Redactor } from '../target/redactor.ts';
import { forgedChecks } from './checks/forged.ts';
import { genuineChecks } from './checks/genuine.ts';
import { handledChecks } from './checks/handled.ts';
import { survivalChecks } from './checks/survival.ts';
import { eventMaker } from './context/events.ts';
import { type ExamCheck, ExamContext, leaksOf } from './context/exam-context.ts';
import { failingFrom, handledBy, probeFrom } from './context/handled.ts';
import type { ExamOptions, ReceiverDescription } from './exam-options.ts';

export const examChecks = [...forgedChecks, ...survivalChecks, ...genuineChecks, ...handledChecks];

const mostSilences = 3;
const enabling = {
  secret: 'give the signing secret of the receiver (--secret)',
  key: 'give the encryption key of the receiver (--encryption-key)',
  handled: 'give a probe that tells what was processed (--handled)',
  failing: 'give something that makes your code fail once (--failing)',
} as const;

/** A receiver as the engine judges it. */
export async function openReceiver(
  given: ReceiverDescription,
  options: ExamOptions,
): Promise<Subject<ExamCheck, ReceiverClause>> {
  const address = givenAddress(given.url);
  const receiver = { ...given, url: address.url, headers: { ...address.headers, ...given.headers } };
  const { secret, encryptionKey: key, url, headers } = receiver;
  const { timeoutMs = 5000, promptMs = 1000, patienceMs = 3000, now = () => Date.now() } = options;
  if (secret === '') throw new TypeError('The signing secret must not be empty.');
  if (key !== undefined) keyOf(key);
  const profile = completeProfile(options.profile);
  const probe = typeof options.handled === 'string' ? await probeFrom(options.handled) : options.handled;
  const sealing = {
    secret,
    key,
    headerNames: headerNames(profile.naming.vendor),
    encryptedContentType: profile.points['webhooks.encryption.content-type'],
  };
  const parts = {
    sender: new Sender(url, timeoutMs, headers),
    sealing,
    leaks: leaksOf(sealing),
    makeEvent: eventMaker(profile, now),
    ivBytes: profile.points['webhooks.encryption.iv-bytes'],
    handled: probe && handledBy(probe, patienceMs),
    failing: typeof options.failing === 'string' ? await failingFrom(options.failing) : options.failing,
    promptMs,
    now,
    again: (token: string) => againExam(receiver, options, token),
  };
  const { sender, handled, failing } = parts;
  const redactor = redactorOf(receiver);
  const baseUrl = redactor.text(url);
  const clauses = loadReceiverClauses();
  let stop = new Stop();
  let silent = 0;

  /** Ends the exam of a receiver that has gone away, or has fallen silent. */
  const endFor = (silences: readonly string[], clause: string): void => {
    const gone = sender.answered
      ? `The receiver is gone since ${clause}: nothing listens at its address any more.`
      : `No receiver answers at ${baseUrl}: is it running, and is the address right?`;
    if (silences.includes('refused')) stop.end(gone, sender.answered ? 1 : 3);
    if (silences.includes('timeout') && ++silent >= mostSilences) stop.end('The receiver stopped answering.');
  };
  return {
    called: 'exam',
    clauses,
    // The first clauses of the catalogue say most.
    checks: clauses.flatMap(({ id }) => examChecks.filter(({ clause }) => clause === id)),
    needs: ({ needs }) => needs,
    missing({ needs }) {
      const offered = { secret, key, handled, failing };
      const missing = needs.filter((need) => offered[need] === undefined);
      const enable = missing.map((need) => enabling[need]);
      const message = `it needs ${missing.join(' and ')}`;
      return missing.length > 0 ? { kind: 'cannot-arrange', message, missing, enable } : undefined;
    },
    // One check after the other, so that what a receiver does is known to be the answer to what it was just sent.
    async prepare(_chosen, given) {
      stop = given;
      return { concurrency: 1 };
    },
    async judge(check, run) {
      const clause = clauses.find(({ id }) => id === check.clause)!;
      const context = new ExamContext({ ...parts, signal: stop.signal });
      const before = sender.count;
      const asked = handled?.asked ?? 0;
      let silences: string[] = [];
      const shown = (reply: Reply): ReportedExchange => reportedReply(reply, redactor);
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
        shown: (failure, replies) => {
          const reply = failure instanceof DeliveryFailure ? failure.reply : replies.at(-1);
          return {
            diagnosis: failure.root === undefined ? undefined : [failure.root],
            exchange: reply && shown(reply),
            steps: replies.slice(-stepsKept).map((one) => ({ kind: 'request', exchange: shown(one) })),
            advice: adviceFor(clause, sealing),
          };
        },
        requests: () => sender.count - before,
        restsOn: () => examEvidence((handled?.asked ?? 0) > asked, clause.needs.includes('failing')),
        again: parts.again,
      };
      const outcome = await judgeCheck(check, attempt, { ...run, mostShrinks });
      endFor(silences, check.clause);
      return outcome;
    },
    close: async () => sender.close(),
    about: () => ({
      subject: 'receiver',
      target: { baseUrl, environment: 'unknown', arrangement: 'none' },
      requests: sender.count,
      config: configOf(receiver, options),
      points: [],
      profile: options.profile ?? {},
      notes: [],
      leftovers: [],
    }),
  };
}

function againExam(receiver: ReceiverDescription, { handled, failing }: ExamOptions, token: string): string {
  const { url, secret, encryptionKey, headers } = receiver;
  return payrigCommand('exam', [redactUrls(url)], {
    unsigned: secret === undefined,
    secret: secret === undefined ? undefined : { variable: 'WEBHOOK_SECRET' },
    encryptionKey: encryptionKey === undefined ? undefined : { variable: 'WEBHOOK_KEY' },
    header: headerWords(headers),
    handled: typeof handled === 'string' ? givenAddress(handled).url : undefined,
    failing: typeof failing === 'string' ? givenAddress(failing).url : undefined,
    replay: token,
  }).join(' ');
}

function redactorOf({ secret, encryptionKey, headers }: ReceiverDescription): Redactor {
  const redactor = new Redactor();
  redactor.add(secret, '$WEBHOOK_SECRET');
  redactor.add(encryptionKey, '$WEBHOOK_KEY');
  for (const [name, value] of Object.entries(headers ?? {})) redactor.add(value, `$${headerVariable(name)}`);
  return redactor;
}

function configOf({ secret, encryptionKey, headers }: ReceiverDescription, options: ExamOptions) {
  const { signal: _signal, onProgress: _onProgress, profile, handled, failing, now: _now, ...rest } = options;
  const named = (where: typeof handled | typeof failing) =>
    typeof where === 'function' ? 'a function' : where && givenAddress(where).url;
  return {
    secret: secret === undefined ? undefined : '$WEBHOOK_SECRET',
    encryptionKey: encryptionKey === undefined ? undefined : '$WEBHOOK_KEY',
    headers: headers && Object.keys(headers),
    profile: profile && 'given',
    handled: named(handled),
    failing: named(failing),
    ...rest,
  };
}

const stepsKept = 6;
const mostShrinks = 30;

/** The integrator's own word on what was handled, and a failure made to order, are no public evidence. */
function examEvidence(handled: boolean, failing: boolean): VerdictEvidence {
  const arranged = [...(handled ? ['handled'] : []), ...(failing ? ['failing'] : [])];
  return arranged.length > 0 ? { path: 'arranged', arranged } : { path: 'public' };
}

/** How the latest deliveries went unanswered, and the one that the failure is about. */
function silencesIn(error: Error, replies: readonly Reply[]): string[] {
  const latest = replies.slice(-2);
  if (error instanceof DeliveryFailure) latest.push(error.reply);
  return latest.flatMap((reply) => ('silence' in reply ? [reply.silence] : []));
}

function adviceFor({ danger, mend }: ReceiverClause, sealing: Sealing): FailureReport['advice'] {
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
