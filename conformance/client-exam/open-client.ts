import { type ClientClause, type ClientClauseId, loadClientClauses } from '../../spec/client-clauses.ts';
import { shellWord } from '../../spec/curl.ts';
import { givenAddress } from '../../spec/given-address.ts';
import { redactUrls } from '../../spec/redact-urls.ts';
import { CannotArrange, type Failure } from '../judgement/failure.ts';
import { type CheckOutcome, type CheckRun, judgeCheck } from '../judgement/judge-check.ts';
import type { JudgingOptions } from '../judgement/options.ts';
import { parseReplay, replayToken } from '../judgement/replay.ts';
import type { FailureReport, SkipReason } from '../judgement/result.ts';
import type { Stop, Subject } from '../judgement/subject.ts';
import { RunStopped } from '../target/call-errors.ts';
import { type ReportedExchange, reportedRequest } from '../target/curl.ts';
import { Redactor } from '../target/redactor.ts';
import { CaseRunner, isOffered, type JudgedCase, NotRun, type Starts } from './case-runner.ts';
import { allCases, isOfEveryRequest, isPlain, journeysOf } from './cases/index.ts';
import { type Evidence, type ExamCase, RequestFailure } from './stage/exam-case.ts';
import type { Seen } from './stage/front.ts';
import { isJourney, type Journey, journeys, journeyTable } from './stage/journeys.ts';

/** The client to be examined: how each of its journeys is started. */
export type ClientDescription = { readonly journeys: Starts };

/** How to run; everything may be left out. */
export type ClientExamOptions = Omit<JudgingOptions, 'runs' | 'mostShrinks'> & {
  /** How many cases run side by side; 6 when left out. */
  concurrency?: number;
  /** How long a journey may take; 90 s when left out. */
  patienceMs?: number;
  /** What the command line was called with, for the command that sees a failure again. */
  command?: string;
};

/** A client as the engine judges it; a description that names no journey, or one that does not exist, throws. */
export function openClient(
  client: ClientDescription,
  options: ClientExamOptions,
): Subject<ClientCheck, ClientClause> {
  const given = Object.keys(client.journeys);
  const unknown = given.filter((name) => !isJourney(name));
  if (unknown.length > 0) throw new TypeError(`There is no journey called ${unknown.join(', ')}.`);
  if (given.length === 0) throw new TypeError('The exam needs at least one journey.');
  return new Client(client, options);
}

type Shown = { readonly one: ExamCase; readonly evidence: Evidence; readonly fault: unknown };
type ClientCheck = { readonly clause: ClientClauseId };

const stepsKept = 12;
const longestLateMs = 70_000;

class Client implements Subject<ClientCheck, ClientClause> {
  readonly called = 'exam';
  readonly clauses = loadClientClauses();
  readonly checks = this.clauses.map(({ id }) => ({ clause: id }));
  readonly #client: ClientDescription;
  readonly #options: ClientExamOptions;
  readonly #redactor = new Redactor();
  #runner!: CaseRunner;
  #stop!: Stop;
  /** How long the exam was going to take, where that is long. */
  #estimate: string | undefined;
  /** The cases of all chosen clauses. */
  #chosen: readonly ExamCase[] = [];

  constructor(client: ClientDescription, options: ClientExamOptions) {
    this.#client = client;
    this.#options = options;
  }

  needs() {
    return [];
  }

  missing({ id }: ClientClause): SkipReason | undefined {
    const judging = allCases(0).filter(({ judges }) => isOfEveryRequest(id) || Object.hasOwn(judges, id));
    if (judging.some((one) => isOffered(one, this.#client.journeys))) return undefined;
    const about = journeysOf(id).join(', ');
    const receiver = judging.every(({ wish }) => wish.events) ? ', and name its receiver of webhooks' : '';
    const enable = [`say how one of them is started${receiver}: ${about}`];
    return { kind: 'cannot-arrange', message: `it is about ${about}`, missing: [], enable };
  }

  async prepare(chosen: readonly ClientCheck[], stop: Stop): Promise<{ concurrency: number }> {
    this.#stop = stop;
    const { concurrency = 6, patienceMs = 90_000 } = this.#options;
    this.#runner = new CaseRunner(this.#client.journeys, {
      ...{ concurrency, patienceMs, signal: stop.signal, clauses: chosen.map(({ clause }) => clause) },
      // Less than the patience, so that a client that waits it out is seen to do so.
      lateMs: Math.min(longestLateMs, patienceMs * 0.8),
    });
    this.#chosen = this.#runner.cases.filter(
      (one) => isPlain(one) || chosen.some(({ clause }) => Object.hasOwn(one.judges, clause)),
    );
    // The runner bounds what runs side by side; the checks only wait for it.
    if (this.#replayed === undefined) {
      for (const one of this.#chosen) void this.#runner.judged(one);
      void this.#runner.estimate(this.#chosen).then((text) => {
        this.#estimate = text;
        if (text !== undefined) this.#options.onProgress?.({ kind: 'note', text });
      });
    }
    return { concurrency: Math.max(1, chosen.length) };
  }

  get #replayed(): ExamCase | undefined {
    const path = parseReplay(this.#options.replay ?? '')?.path;
    return path === undefined ? undefined : this.#runner.cases[Number(path)];
  }

  #casesOf(clause: ClientClauseId): readonly ExamCase[] {
    if (this.#replayed) return [this.#replayed];
    return isOfEveryRequest(clause)
      ? this.#chosen
      : this.#chosen.filter(({ judges }) => Object.hasOwn(judges, clause));
  }

  async judge({ clause }: ClientCheck, run: CheckRun): Promise<CheckOutcome> {
    const failing: Shown[] = [];
    let requests = 0;
    let judged = 0;
    const cases = this.#casesOf(clause);
    const judgeCases = async (): Promise<void> => {
      const reasons = new Set<string>();
      for (const one of cases) {
        const found = await this.#judged(one, reasons);
        if (!found) continue;
        if (found.faults.has(clause) && (await this.#runner.isElsewhere(one).catch(() => false))) {
          reasons.add(`${one.journey} does not keep ${one.unless}, which tells the cause`);
          continue;
        }
        judged++;
        requests += found.evidence.requests.length;
        if (found.faults.has(clause))
          failing.push({ one, evidence: found.evidence, fault: found.faults.get(clause) });
      }
      if (failing[0]) throw failing[0].fault;
      if (this.#stop.signal.aborted)
        throw new RunStopped(
          judged === 0
            ? 'the exam was over before a case of it was run'
            : 'the exam was over before all cases of it were run; those that were hold',
        );
      if (judged === 0) throw new CannotArrange([...reasons].join('; ') || 'no case of it was run');
    };
    const outcome = await judgeCheck(
      { clause, run: judgeCases },
      {
        redactor: this.#redactor,
        context: () => undefined,
        begin: () => {},
        evidence: () => failing,
        blame: (error) => error,
        shown: (failure, found) => this.#shown(clause, failure, found),
        requests: () => requests,
        restsOn: () => ({ path: 'watched' }),
        again: this.#again,
      },
      run,
    );
    const { failure } = outcome;
    if (!failure || !failing[0]) return { ...outcome, runs: judged };
    const path = String(this.#runner.cases.indexOf(failing[0].one));
    const replay = replayToken({ clause, seed: run.seed, path });
    return { ...outcome, runs: judged, failure: { ...failure, replay, again: this.#again(replay) } };
  }

  async #judged(one: ExamCase, reasons: Set<string>): Promise<JudgedCase | undefined> {
    try {
      const found = await this.#runner.judged(one, this.#replayed !== undefined);
      for (const { values } of [found.evidence.stage, ...found.evidence.runs.map(({ stage }) => stage)])
        for (const name of ['API_KEY', 'USER_TOKEN', 'PASSWORD', 'SECRET', 'ENCRYPTION_KEY'])
          this.#redactor.add(values[name], `$PAYRIG_EXAM_${name}`);
      return found;
    } catch (error) {
      if (!(error instanceof NotRun)) throw error;
      reasons.add(error.message);
      return undefined;
    }
  }

  #shown(
    clause: ClientClauseId,
    failure: Failure,
    failing: readonly Shown[],
  ): Pick<FailureReport, 'exchange' | 'cause' | 'diagnosis' | 'steps' | 'advice'> {
    const { danger, mend } = this.clauses.find(({ id }) => id === clause)!;
    const [{ one, evidence }, ...others] = failing as [Shown, ...Shown[]];
    const { requests, runs, stage } = evidence;
    const reported = (seen: Seen): ReportedExchange => reportedSeen(seen, stage.front, this.#redactor);
    const decisive = failure instanceof RequestFailure ? failure.seen : requests.at(-1);
    const left = requests.length - stepsKept;
    const leftOut = left > 0 ? [{ kind: 'left-out' as const, what: `${left} earlier requests` }] : [];
    const kept = requests
      .slice(-stepsKept)
      .map((seen) => ({ kind: 'request' as const, exchange: reported(seen) }));
    const ends = runs.map(({ outcome }) => outcome.how).join(', then ');
    return {
      exchange: decisive && reported(decisive),
      cause: failure.root,
      diagnosis: [
        ...(failure.root === undefined ? [] : [failure.root]),
        `The journey ${one.journey}, with ${one.name}: ${ends}.`,
        ...(others.length > 0 ? [`It fails also in ${casesText(others.map((other) => other.one))}.`] : []),
      ],
      steps: [...leftOut, ...kept],
      advice: { danger, mend },
    };
  }

  readonly #again = (token: string): string =>
    `${this.#options.command ?? 'payrig exam client payrig-exam.yaml'} --replay ${shellWord(token)}`;

  async close(): Promise<void> {
    await this.#runner.close();
  }

  about() {
    const rest = journeys.filter((journey) => !this.#client.journeys[journey]).map(toldJourney);
    const { signal: _signal, onProgress: _onProgress, ...options } = this.#options;
    const starts = Object.entries(this.#client.journeys).map(([journey, start]) => [
      journey,
      'run' in start ? start.run : 'http' in start ? redactUrls(givenAddress(start.http).url) : 'a function',
    ]);
    const left = `Not examined, since the client does not say how to start them: ${rest.join('; ')}.`;
    const baseUrl = Object.keys(this.#client.journeys).join(', ');
    return {
      subject: 'client' as const,
      target: { baseUrl, environment: 'unknown' as const, arrangement: 'sandbox' },
      requests: this.#runner.requests,
      config: { ...options, journeys: Object.fromEntries(starts) },
      points: [],
      profile: {},
      notes: [...(this.#estimate === undefined ? [] : [this.#estimate]), ...(rest.length > 0 ? [left] : [])],
      leftovers: [],
    };
  }
}

/** The first of these cases, by journey, and how many there are besides. */
function casesText(cases: readonly ExamCase[]): string {
  const most = 4;
  const texts = cases.slice(0, most).map(({ journey, name }) => `${journey} (${name})`);
  const rest = cases.slice(most).map(({ journey }) => journey);
  const more = rest.length > 0 ? [`${rest.length} more of ${[...new Set(rest)].join(', ')}`] : [];
  return [...texts, ...more].join('; ');
}

const toldJourney = (journey: Journey): string => {
  const values = journeyTable[journey].values.join(', ');
  return values === '' ? journey : `${journey} (${values})`;
};

function reportedSeen(
  { method, url, headers, body, answer, at, answeredAt, where, operation }: Seen,
  front: { url: string; storageUrl: string },
  redactor: Redactor,
): ReportedExchange {
  const isService = where === 'service';
  const address = (isService ? front.url : front.storageUrl) + url;
  const sent = body.length === 0 ? undefined : isService ? body.toString() : body;
  const text = answer?.body.toString() ?? 'nothing whole arrived at the client';
  return {
    operation,
    ...reportedRequest({ method, url: address, headers, body: sent }, redactor),
    status: answer?.status,
    responseHeaders: answer?.headers,
    responseBody: redactor.text(text).slice(0, 4000),
    durationMs: Math.round(answeredAt - at),
  };
}
