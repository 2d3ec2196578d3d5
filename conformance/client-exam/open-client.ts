import { type ClientClause, type ClientClauseId, loadClientClauses } from '../../spec/client-clauses.ts';
import { shellWord } from '../../spec/curl.ts';
import { givenAddress } from '../../spec/given-address.ts';
import { redactUrls } from '../../spec/redact-urls.ts';
import { CannotArrange, type Failure } from '../judgement/failure.ts';
import { type Attempt, judgeCheck } from '../judgement/judge-check.ts';
import type { JudgingOptions } from '../judgement/options.ts';
import { parseReplay, replayToken } from '../judgement/replay.ts';
import type { Stop, Subject } from '../judgement/subject.ts';
import { RunStopped } from '../target/call-errors.ts';
import { type ReportedExchange, reportedRequest } from '../target/curl.ts';
import { Redactor } from '../target/redactor.ts';
import { CaseRunner, isOffered, type JudgedCase, NotRun, type Starts } from './case-runner.ts';
import { allCases, isOfEveryRequest, isPlain, journeysOf } from './cases/index.ts';
import { type Evidence, type ExamCase, RequestFailure } from './stage/exam-case.ts';
import type { Seen } from './stage/front.ts';
import { isJourney, type Journey, journeys, valuesOf } from './stage/journeys.ts';
import type { Stage } from './stage/stage.ts';
import type { JourneyStart } from './stage/start-journey.ts';

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

const stepsKept = 12;
const longestLateMs = 70_000;

type Shown = { readonly one: ExamCase; readonly evidence: Evidence; readonly fault: unknown };
type ClientCheck = { readonly clause: ClientClauseId };

/** A client as the engine judges it; a description that names no journey, or one that does not exist, throws. */
export function openClient(
  { journeys: starts }: ClientDescription,
  options: ClientExamOptions,
): Subject<ClientCheck, ClientClause> {
  const given = Object.keys(starts);
  const unknown = given.filter((name) => !isJourney(name));
  if (unknown.length > 0) throw new TypeError(`There is no journey called ${unknown.join(', ')}.`);
  if (given.length === 0) throw new TypeError('The exam needs at least one journey.');
  const clauses = loadClientClauses();
  const redactor = new Redactor();
  let runner!: CaseRunner;
  let stop!: Stop;
  let replayed: ExamCase | undefined;
  /** How long the exam was going to take, where that is long. */
  let estimate: string | undefined;
  /** The cases of all chosen clauses. */
  let cases: readonly ExamCase[] = [];

  const again = (token: string): string =>
    `${options.command ?? 'payrig exam client payrig-exam.yaml'} --replay ${shellWord(token)}`;

  const casesOf = (clause: ClientClauseId): readonly ExamCase[] => {
    if (replayed) return [replayed];
    return isOfEveryRequest(clause) ? cases : cases.filter(({ judges }) => Object.hasOwn(judges, clause));
  };

  const judged = async (one: ExamCase, reasons: Set<string>): Promise<JudgedCase | undefined> => {
    try {
      const found = await runner.judged(one, replayed !== undefined);
      for (const { values } of [found.evidence.stage, ...found.evidence.runs.map(({ stage }) => stage)])
        for (const name of ['API_KEY', 'USER_TOKEN', 'PASSWORD', 'SECRET', 'ENCRYPTION_KEY'])
          redactor.add(values[name], `$PAYRIG_EXAM_${name}`);
      return found;
    } catch (error) {
      if (!(error instanceof NotRun)) throw error;
      reasons.add(error.message);
      return undefined;
    }
  };

  const shown = (clause: ClientClauseId, failure: Failure, failing: readonly Shown[]) => {
    const { danger, mend } = clauses.find(({ id }) => id === clause)!;
    const [{ one, evidence }, ...others] = failing as [Shown, ...Shown[]];
    const { requests, runs, stage } = evidence;
    const reported = (seen: Seen): ReportedExchange => reportedSeen(seen, stage.front, redactor);
    const decisive = failure instanceof RequestFailure ? failure.seen : requests.at(-1);
    const left = requests.length - stepsKept;
    const leftOut = left > 0 ? [{ kind: 'left-out' as const, what: `${left} earlier requests` }] : [];
    const kept = requests.slice(-stepsKept);
    const ends = runs.map(({ outcome }) => outcome.how).join(', then ');
    return {
      exchange: decisive && reported(decisive),
      cause: failure.root,
      diagnosis: [
        ...(failure.root === undefined ? [] : [failure.root]),
        `The journey ${one.journey}, with ${one.name}: ${ends}.`,
        ...(others.length > 0 ? [`It fails also in ${casesText(others.map((other) => other.one))}.`] : []),
      ],
      steps: [...leftOut, ...kept.map((seen) => ({ kind: 'request' as const, exchange: reported(seen) }))],
      advice: { danger, mend },
    };
  };

  return {
    called: 'exam',
    clauses,
    checks: clauses.map(({ id }) => ({ clause: id })),
    needs: () => [],
    missing({ id }) {
      const judging = allCases(0).filter(({ judges }) => isOfEveryRequest(id) || Object.hasOwn(judges, id));
      if (judging.some((one) => isOffered(one, starts))) return undefined;
      const about = journeysOf(id).join(', ');
      const receiver = judging.every(({ wish }) => wish.events) ? ', and name its receiver of webhooks' : '';
      const enable = [`say how one of them is started${receiver}: ${about}`];
      return { kind: 'cannot-arrange', message: `it is about ${about}`, missing: [], enable };
    },
    async prepare(chosen, ending) {
      stop = ending;
      const { concurrency = 6, patienceMs = 90_000 } = options;
      runner = new CaseRunner(starts, {
        ...{ concurrency, patienceMs, signal: stop.signal, clauses: chosen.map(({ clause }) => clause) },
        // Less than the patience, so that a client that waits it out is seen to do so.
        lateMs: Math.min(longestLateMs, patienceMs * 0.8),
      });
      const isChosen = ({ judges }: ExamCase) => chosen.some(({ clause }) => Object.hasOwn(judges, clause));
      cases = runner.cases.filter((one) => isPlain(one) || isChosen(one));
      const path = parseReplay(options.replay ?? '')?.path;
      replayed = path === undefined ? undefined : runner.cases[Number(path)];
      // The runner bounds what runs side by side; the checks only wait for it.
      if (!replayed) {
        for (const one of cases) void runner.judged(one);
        void runner.estimate(cases).then((text) => {
          estimate = text;
          if (text !== undefined) options.onProgress?.({ kind: 'note', text });
        });
      }
      return { concurrency: Math.max(1, chosen.length) };
    },
    async judge({ clause }, run) {
      const failing: Shown[] = [];
      let requests = 0;
      let runs = 0;
      const judgeCases = async (): Promise<void> => {
        const reasons = new Set<string>();
        for (const one of casesOf(clause)) {
          const found = await judged(one, reasons);
          if (!found) continue;
          if (found.faults.has(clause) && (await runner.isElsewhere(one).catch(() => false))) {
            reasons.add(`${one.journey} does not keep ${one.unless}, which tells the cause`);
            continue;
          }
          runs++;
          requests += found.evidence.requests.length;
          if (found.faults.has(clause))
            failing.push({ one, evidence: found.evidence, fault: found.faults.get(clause) });
        }
        if (failing[0]) throw failing[0].fault;
        const left = runs === 0 ? 'a case of it was run' : 'all cases of it were run; those that were hold';
        if (stop.signal.aborted) throw new RunStopped(`the exam was over before ${left}`);
        if (runs === 0) throw new CannotArrange([...reasons].join('; ') || 'no case of it was run');
      };
      const attempt: Attempt<undefined, readonly Shown[]> = {
        redactor,
        context: () => undefined,
        begin: () => {},
        evidence: () => failing,
        blame: (error) => error,
        shown: (failure, found) => shown(clause, failure, found),
        requests: () => requests,
        restsOn: () => ({ path: 'watched' }),
        again,
      };
      const outcome = await judgeCheck({ clause, run: judgeCases }, attempt, run);
      const { failure } = outcome;
      if (!failure || !failing[0]) return { ...outcome, runs };
      const path = String(runner.cases.indexOf(failing[0].one));
      const replay = replayToken({ clause, seed: run.seed, path });
      return { ...outcome, runs, failure: { ...failure, replay, again: again(replay) } };
    },
    close: () => runner.close(),
    about() {
      const rest = journeys.filter((journey) => !starts[journey]).map(toldJourney);
      const { signal: _signal, onProgress: _onProgress, ...config } = options;
      const commands = Object.entries(starts).map(([journey, start]) => [journey, startText(start)]);
      const left = `Not examined, since the client does not say how to start them: ${rest.join('; ')}.`;
      return {
        subject: 'client',
        target: { baseUrl: given.join(', '), environment: 'unknown', arrangement: 'sandbox' },
        requests: runner.requests,
        config: { ...config, journeys: Object.fromEntries(commands) },
        points: [],
        profile: {},
        notes: [estimate, rest.length > 0 ? left : undefined].filter((note) => note !== undefined),
        leftovers: [],
      };
    },
  };
}

const startText = (start: JourneyStart): string =>
  'run' in start ? start.run : 'http' in start ? redactUrls(givenAddress(start.http).url) : 'a function';

/** The first of these cases, by journey, and how many there are besides. */
function casesText(cases: readonly ExamCase[]): string {
  const most = 4;
  const texts = cases.slice(0, most).map(({ journey, name }) => `${journey} (${name})`);
  const rest = cases.slice(most).map(({ journey }) => journey);
  const more = rest.length > 0 ? [`${rest.length} more of ${[...new Set(rest)].join(', ')}`] : [];
  return [...texts, ...more].join('; ');
}

const toldJourney = (journey: Journey): string => {
  const values = valuesOf(journey).join(', ');
  return values === '' ? journey : `${journey} (${values})`;
};

function reportedSeen(seen: Seen, front: Stage['front'], redactor: Redactor): ReportedExchange {
  const { method, url, headers, body, answer, at, answeredAt, where, operation } = seen;
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
