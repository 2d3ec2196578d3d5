import { isSelected } from '../../spec/clause-patterns.ts';
import { areaOf } from '../../spec/clauses.ts';
import { completeProfile } from '../../spec/profile.ts';
import { loadReceiverClauses, type ReceiverClause } from '../../spec/receiver-clauses.ts';
import { redactUrls } from '../../spec/redact-urls.ts';
import { keyOf } from '../../spec/webhooks/encryption.ts';
import { headerNames } from '../../spec/webhooks/headers.ts';
import { headerVariable } from '../deployment/again-command.ts';
import { TargetUnusable } from '../failure.ts';
import type { ClauseResult, RunResult, SkipReason } from '../result.ts';
import { parseReplay } from '../run/replay.ts';
import { seedFor } from '../run/seed.ts';
import { byLevel, outcomeOf, together, totalsOf, withBaseline } from '../run/verdicts.ts';
import { suiteVersion } from '../suite-version.ts';
import { Redactor } from '../target/redactor.ts';
import { shellWord } from '../target/shell-word.ts';
import { examChecks } from './checks/index.ts';
import { eventMaker } from './events.ts';
import type { ExamContextParts } from './exam-context.ts';
import type { ExamOptions, ReceiverDescription } from './exam-options.ts';
import { failingFrom, Handled, probeFrom } from './handled.ts';
import { type ExamOutcome, judgeExamCheck } from './judge.ts';
import { Sender } from './sender.ts';

const mostSilences = 3;
const enabling = {
  secret: 'give the signing secret of the receiver (--secret)',
  key: 'give the encryption key of the receiver (--encryption-key)',
  handled: 'give a probe that tells what was processed (--handled)',
  failing: 'give something that makes your code fail once (--failing)',
} as const;

/** Examines a receiver clause by clause. Its faults are in the result; only a misuse of this function throws. */
export async function runExam(receiver: ReceiverDescription, options: ExamOptions = {}): Promise<RunResult> {
  const started = new Date();
  const begun = performance.now();
  const seed = options.seed ?? Math.floor(Math.random() * 0x7fffffff);
  const exam = await openExam(receiver, options);
  const outcomes = new Map<string, ExamOutcome>();
  try {
    await judgeAll(exam, options, seed, outcomes);
  } catch (error) {
    if (!(error instanceof TargetUnusable)) throw error;
    exam.end(error.message);
  } finally {
    exam.close();
  }
  const clauses = withBaseline(
    loadReceiverClauses().map((clause) => resultOf(clause, outcomes, exam, options)),
    options.baseline ?? [],
  );
  const stopped = exam.stopped();
  return {
    version: 1,
    subject: 'receiver',
    suite: { name: 'payrig', version: suiteVersion() },
    target: { baseUrl: exam.redactor.text(receiver.url), environment: 'unknown', arrangement: 'none' },
    startedAt: started.toISOString(),
    durationMs: Math.round(performance.now() - begun),
    requests: exam.parts.sender.count,
    seed,
    runs: options.runs ?? 12,
    config: configOf(receiver, options),
    ...outcomeOf(clauses, { only: options.only, strict: options.strict, stopped }),
    ...(stopped !== undefined && { stopped }),
    totals: totalsOf(clauses),
    clauses,
    points: [],
    profile: options.profile ?? {},
    notes: [],
    leftovers: [],
  };
}

type Exam = {
  readonly url: string;
  readonly parts: ExamContextParts;
  readonly redactor: Redactor;
  readonly offers: ReadonlySet<string>;
  end(why: string): void;
  stopped(): string | undefined;
  close(): void;
};

async function openExam(receiver: ReceiverDescription, options: ExamOptions): Promise<Exam> {
  const { secret, encryptionKey: key, url, headers } = receiver;
  const { timeoutMs = 5000, promptMs = 1000, patienceMs = 3000, now = () => Date.now() } = options;
  const { handled, failing } = options;
  if (secret === '') throw new TypeError('The signing secret must not be empty.');
  if (key !== undefined) keyOf(key);
  const profile = completeProfile(options.profile);
  const probe = typeof handled === 'string' ? await probeFrom(handled) : handled;
  const failOnce = typeof failing === 'string' ? await failingFrom(failing) : failing;
  const stop = new AbortController();
  let stopped: string | undefined;
  const end = (why: string): void => {
    stopped ??= why;
    stop.abort();
  };
  const interrupted = (): void => end('The exam was interrupted.');
  options.signal?.addEventListener('abort', interrupted);
  if (options.signal?.aborted) interrupted();
  const { maxTimeMs } = options;
  const timer =
    maxTimeMs === undefined
      ? undefined
      : setTimeout(() => end(`The exam took longer than ${maxTimeMs / 1000} s.`), maxTimeMs);
  const sender = new Sender(url, timeoutMs, headers);
  const redactor = redactorOf(receiver);
  return {
    url: redactor.text(url),
    parts: {
      sender,
      sealing: {
        secret,
        key,
        headerNames: headerNames(profile.naming.vendor),
        encryptedContentType: profile.points['webhooks.encryption.content-type'],
      },
      makeEvent: eventMaker(profile, now),
      ivBytes: profile.points['webhooks.encryption.iv-bytes'],
      handled: probe && new Handled(probe, patienceMs),
      failing: failOnce,
      promptMs,
      now,
      signal: stop.signal,
      again: (token) => againExam(receiver, options, token),
    },
    redactor,
    offers: new Set([
      ...(secret === undefined ? [] : ['secret']),
      ...(key === undefined ? [] : ['key']),
      ...(probe ? ['handled'] : []),
      ...(failOnce ? ['failing'] : []),
    ]),
    end,
    stopped: () => stopped,
    close() {
      clearTimeout(timer);
      options.signal?.removeEventListener('abort', interrupted);
      sender.close();
    },
  };
}

function againExam(
  { url, secret, encryptionKey, headers }: ReceiverDescription,
  options: ExamOptions,
  token: string,
) {
  const words = [
    `payrig exam ${shellWord(redactUrls(url))}`,
    secret === undefined ? '--unsigned' : '--secret "$WEBHOOK_SECRET"',
    ...(encryptionKey === undefined ? [] : ['--encryption-key "$WEBHOOK_KEY"']),
    ...Object.keys(headers ?? {}).map(
      (name) => `--header ${shellWord(`${name}: `)}"$${headerVariable(name)}"`,
    ),
    ...(typeof options.handled === 'string' ? [`--handled ${shellWord(options.handled)}`] : []),
    ...(typeof options.failing === 'string' ? [`--failing ${shellWord(options.failing)}`] : []),
    `--replay ${shellWord(token)}`,
  ];
  return words.join(' ');
}

function redactorOf({ secret, encryptionKey, headers }: ReceiverDescription): Redactor {
  const redactor = new Redactor();
  redactor.add(secret, '$WEBHOOK_SECRET');
  redactor.add(encryptionKey, '$WEBHOOK_KEY');
  for (const [name, value] of Object.entries(headers ?? {})) redactor.add(value, `$${headerVariable(name)}`);
  return redactor;
}

/** One after the other, so that what a receiver does is known to be the answer to what it was just sent. */
async function judgeAll(
  exam: Exam,
  options: ExamOptions,
  seed: number,
  outcomes: Map<string, ExamOutcome>,
): Promise<void> {
  const { onProgress, runs = 12 } = options;
  const again = options.replay === undefined ? undefined : parseReplay(options.replay);
  const asked = loadReceiverClauses().filter((clause) => isAsked(clause, options));
  onProgress?.({ kind: 'phase', phase: 'check', total: asked.length });
  let silences = 0;
  for (const clause of asked) {
    if (exam.stopped() !== undefined) return;
    if (clause.needs.some((need) => !exam.offers.has(need))) continue;
    onProgress?.({ kind: 'start', clause: clause.id });
    for (const check of examChecks.filter((one) => one.clause === clause.id)) {
      const outcome = await judgeExamCheck(exam.parts, exam.redactor, check, clause, {
        seed: again?.seed ?? seedFor(seed, clause.id),
        runs,
        ...(again?.path !== undefined && { path: again.path }),
      });
      const earlier = outcomes.get(clause.id);
      outcomes.set(clause.id, earlier ? together(earlier, outcome) : outcome);
      if (outcome.gone) exam.end(goneText(exam, clause.id));
      if (outcome.silent && ++silences >= mostSilences) exam.end('The receiver stopped answering.');
    }
    onProgress?.({ kind: 'clause', result: resultOf(clause, outcomes, exam, options) });
  }
}

const goneText = ({ parts, url }: Exam, clause: string): string =>
  parts.sender.answered
    ? `The receiver is gone since ${clause}: nobody listens there any more.`
    : `No receiver answers at ${url}: is it running, and is the address right?`;

function isAsked({ id }: ReceiverClause, { only, skip, replay }: ExamOptions): boolean {
  return replay === undefined ? isSelected(id, only, skip) : parseReplay(replay)?.clause === id;
}

function resultOf(
  clause: ReceiverClause,
  outcomes: ReadonlyMap<string, ExamOutcome>,
  exam: Exam,
  options: ExamOptions,
): ClauseResult {
  const { id, level, why, section, statement, needs } = clause;
  const { gone: _gone, silent: _silent, ...outcome } = outcomes.get(id) ?? notRun(clause, exam, options);
  return {
    clause: id,
    area: areaOf(id),
    section,
    level,
    ...(why !== undefined && { why }),
    statement,
    operations: [],
    webhooks: [],
    needs,
    ...outcome,
    verdict: byLevel(outcome.verdict, level, options.failOn),
  };
}

function notRun(clause: ReceiverClause, exam: Exam, options: ExamOptions): ExamOutcome {
  const skip = (kind: SkipReason['kind'], message: string, enable: string[] = []): ExamOutcome => ({
    verdict: 'skip',
    skip: { kind, message, missing: clause.needs.filter((need) => !exam.offers.has(need)), enable },
    durationMs: 0,
    requests: 0,
    runs: 0,
  });
  if (!isAsked(clause, options)) return skip('not-selected', 'it was not asked for');
  const missing = clause.needs.filter((need) => !exam.offers.has(need));
  if (missing.length > 0)
    return skip(
      'cannot-arrange',
      `it needs ${missing.join(' and ')}`,
      missing.map((need) => enabling[need]),
    );
  return skip('stopped', exam.stopped() ?? 'the exam was over before its turn came');
}

function configOf({ secret, encryptionKey, headers }: ReceiverDescription, options: ExamOptions) {
  const {
    signal: _signal,
    onProgress: _onProgress,
    profile,
    handled,
    failing,
    now: _now,
    ...plain
  } = options;
  return {
    ...(secret !== undefined && { secret: '$WEBHOOK_SECRET' }),
    ...(encryptionKey !== undefined && { encryptionKey: '$WEBHOOK_KEY' }),
    ...(headers && { headers: Object.keys(headers) }),
    ...(profile && { profile: 'given' }),
    ...(handled !== undefined && { handled: typeof handled === 'string' ? handled : 'a function' }),
    ...(failing !== undefined && { failing: typeof failing === 'string' ? failing : 'a function' }),
    ...plain,
  };
}
