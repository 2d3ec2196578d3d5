import { givenAddress } from '../../spec/given-address.ts';
import { payrigCommand } from '../../spec/payrig-command.ts';
import { completeProfile } from '../../spec/profile.ts';
import { loadReceiverClauses, type ReceiverClause } from '../../spec/receiver-clauses.ts';
import { redactUrls } from '../../spec/redact-urls.ts';
import { headerNames, keyOf } from '../../spec/webhooks/seal.ts';
import { headerVariable, headerWords } from '../deployment/redacted-config.ts';
import { CannotArrange, Failure } from '../judgement/failure.ts';
import { type Attempt, type CheckOutcome, type CheckRun, judgeCheck } from '../judgement/judge-check.ts';
import type { FailureReport, SkipReason, VerdictEvidence } from '../judgement/result.ts';
import { Stop, type Subject } from '../judgement/subject.ts';
import { DeliveryFailure, type Reply, Sender } from '../receiver/sender.ts';
import { type ReportedExchange, reportedRequest } from '../target/curl.ts';
import { Redactor } from '../target/redactor.ts';
import { forgedChecks } from './checks/forged.ts';
import { genuineChecks } from './checks/genuine.ts';
import { handledChecks } from './checks/handled.ts';
import { survivalChecks, timeChecks } from './checks/survival.ts';
import { eventMaker } from './context/events.ts';
import { type ExamCheck, ExamContext, type ExamContextParts } from './context/exam-context.ts';
import { failingFrom, Handled, probeFrom } from './context/handled.ts';
import { Leaks } from './context/leaks.ts';
import type { ExamOptions, ReceiverDescription } from './exam-options.ts';

export const examChecks: readonly ExamCheck[] = [
  ...forgedChecks,
  ...survivalChecks,
  ...genuineChecks,
  ...handledChecks,
  ...timeChecks,
];

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
  const { handled, failing } = options;
  if (secret === '') throw new TypeError('The signing secret must not be empty.');
  if (key !== undefined) keyOf(key);
  const profile = completeProfile(options.profile);
  const probe = typeof handled === 'string' ? await probeFrom(handled) : handled;
  const sealing = {
    secret,
    key,
    headerNames: headerNames(profile.naming.vendor),
    encryptedContentType: profile.points['webhooks.encryption.content-type'],
  };
  const parts: Omit<ExamContextParts, 'signal'> = {
    sender: new Sender(url, timeoutMs, headers),
    sealing,
    leaks: new Leaks(sealing),
    makeEvent: eventMaker(profile, now),
    ivBytes: profile.points['webhooks.encryption.iv-bytes'],
    handled: probe && new Handled(probe, patienceMs),
    failing: typeof failing === 'string' ? await failingFrom(failing) : failing,
    promptMs,
    now,
    again: (token) => againExam(receiver, options, token),
  };
  return new Receiver(receiver, options, parts);
}

class Receiver implements Subject<ExamCheck, ReceiverClause> {
  readonly called = 'exam';
  readonly clauses = loadReceiverClauses();
  readonly checks = inOrder(examChecks, this.clauses);
  readonly #description: ReceiverDescription;
  readonly #options: ExamOptions;
  readonly #parts: Omit<ExamContextParts, 'signal'>;
  readonly #redactor: Redactor;
  readonly #byId = new Map(this.clauses.map((clause) => [clause.id, clause]));
  #stop = new Stop();
  #silences = 0;

  constructor(
    description: ReceiverDescription,
    options: ExamOptions,
    parts: Omit<ExamContextParts, 'signal'>,
  ) {
    this.#description = description;
    this.#options = options;
    this.#parts = parts;
    this.#redactor = redactorOf(description);
  }

  needs({ needs }: ReceiverClause) {
    return needs;
  }

  missing({ needs }: ReceiverClause): SkipReason | undefined {
    const { sealing, handled, failing } = this.#parts;
    const offered = { secret: sealing.secret, key: sealing.key, handled, failing };
    const missing = needs.filter((need) => offered[need] === undefined);
    if (missing.length === 0) return undefined;
    return {
      kind: 'cannot-arrange',
      message: `it needs ${missing.join(' and ')}`,
      missing,
      enable: missing.map((need) => enabling[need]),
    };
  }

  /** One check after the other, so that what a receiver does is known to be the answer to what it was just sent. */
  async prepare(_chosen: readonly ExamCheck[], stop: Stop): Promise<{ concurrency: number }> {
    this.#stop = stop;
    return { concurrency: 1 };
  }

  async judge(check: ExamCheck, run: CheckRun): Promise<CheckOutcome> {
    const clause = this.#byId.get(check.clause)!;
    const parts = { ...this.#parts, signal: this.#stop.signal };
    const { outcome, isGone, isSilent } = await judgeReceiver(parts, this.#redactor, check, clause, run);
    if (isGone) this.#stop.end(this.#goneText(check.clause), this.#parts.sender.answered ? 1 : 3);
    if (isSilent && ++this.#silences >= mostSilences) this.#stop.end('The receiver stopped answering.');
    return outcome;
  }

  #goneText(clause: string): string {
    return this.#parts.sender.answered
      ? `The receiver is gone since ${clause}: nothing listens at its address any more.`
      : `No receiver answers at ${this.#url}: is it running, and is the address right?`;
  }

  get #url(): string {
    return this.#redactor.text(this.#description.url);
  }

  async close(): Promise<void> {
    this.#parts.sender.close();
  }

  about() {
    return {
      subject: 'receiver' as const,
      target: { baseUrl: this.#url, environment: 'unknown' as const, arrangement: 'none' },
      requests: this.#parts.sender.count,
      config: configOf(this.#description, this.#options),
      points: [],
      profile: this.#options.profile ?? {},
      notes: [],
      leftovers: [],
    };
  }
}

/** The checks in the order of the catalogue, whose first clauses say most. */
const inOrder = (checks: readonly ExamCheck[], clauses: readonly ReceiverClause[]): ExamCheck[] =>
  clauses.flatMap(({ id }) => checks.filter(({ clause }) => clause === id));

function againExam(
  { url, secret, encryptionKey, headers }: ReceiverDescription,
  { handled, failing }: ExamOptions,
  token: string,
): string {
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

/** What one check found, and whether the receiver had gone away or fallen silent at its end. */
export type ReceiverOutcome = { outcome: CheckOutcome; isGone: boolean; isSilent: boolean };

/** Judges one check of a receiver, whatever the receiver does. */
async function judgeReceiver(
  parts: ExamContextParts,
  redactor: Redactor,
  check: ExamCheck,
  clause: ReceiverClause,
  run: CheckRun,
): Promise<ReceiverOutcome> {
  const context = new ExamContext(parts);
  const before = parts.sender.count;
  const asked = parts.handled?.asked ?? 0;
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
      diagnosis: failure.root === undefined ? undefined : [failure.root],
      exchange: shownReply(failure, replies, redactor),
      steps: replies
        .slice(-stepsKept)
        .map((reply) => ({ kind: 'request', exchange: reportedReply(reply, redactor) })),
      advice: adviceFor(clause, parts),
    }),
    requests: () => parts.sender.count - before,
    restsOn: () => examEvidence((parts.handled?.asked ?? 0) > asked, clause.needs.includes('failing')),
    again: parts.again,
  };
  const outcome = await judgeCheck(check, attempt, { ...run, mostShrinks });
  return { outcome, isGone: silences.includes('refused'), isSilent: silences.includes('timeout') };
}

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
