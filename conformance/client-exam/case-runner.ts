import { availableParallelism } from 'node:os';
import type { ClientClauseId } from '../../spec/client-clauses.ts';
import { allCases, isPlain, judgeFor } from './cases/index.ts';
import { jointCases } from './joint-cases.ts';
import type { Evidence, ExamCase, JourneyRun } from './stage/exam-case.ts';
import type { Seen } from './stage/front.ts';
import type { Journey } from './stage/journeys.ts';
import { openStage } from './stage/open-stage.ts';
import { SandboxPool } from './stage/sandbox-pool.ts';
import type { Stage } from './stage/stage.ts';
import { type JourneyStart, startJourney } from './stage/start-journey.ts';

export type Starts = Readonly<Partial<Record<Journey, JourneyStart>>>;

/** Whether a client has what a case needs. */
export const isOffered = ({ journey, wish, starts: how }: ExamCase, starts: Starts): boolean => {
  const start = starts[journey];
  if (!start || (wish.events && start.receiver === undefined)) return false;
  // Two processes share no memory.
  return how !== 'others-at-once' || !('run' in start);
};

/** Why a case was not run. */
export class NotRun extends Error {}

/** A case that is over, and what each clause has against it. */
export type JudgedCase = {
  readonly evidence: Evidence;
  readonly faults: ReadonlyMap<ClientClauseId, unknown>;
};

type RunnerOptions = {
  readonly patienceMs: number;
  readonly signal: AbortSignal;
  readonly concurrency: number;
  readonly lateMs: number;
  readonly clauses: readonly ClientClauseId[];
};

/** Runs each case at most once, some side by side, and each journey's plain case before its others. */
export class CaseRunner {
  readonly cases: readonly ExamCase[];
  requests = 0;
  readonly #starts: Starts;
  readonly #options: RunnerOptions;
  readonly #begun = new Map<ExamCase, Promise<JudgedCase>>();
  readonly #plain = new Map<Journey, ExamCase>();
  readonly #joint: ReadonlyMap<ExamCase, ExamCase>;
  readonly #turns: ReadonlyMap<ExamCase, number>;
  readonly #waiting: { readonly turn: number; readonly go: () => void }[] = [];
  #working = 0;
  readonly #startMs: number[] = [];
  readonly #sandboxes = new SandboxPool();
  /** Cases that go on where another one ended, by that one, and the stages and runs that wait for them. */
  readonly #next = new Map<ExamCase, ExamCase>();
  readonly #kept = new Map<ExamCase, { stage: Stage; runs: readonly JourneyRun[] }>();

  constructor(starts: Starts, options: RunnerOptions) {
    this.#starts = starts;
    this.#options = options;
    const offered = allCases(options.lateMs).filter((one) => isOffered(one, starts));
    for (const one of offered) if (isPlain(one)) this.#plain.set(one.journey, one);
    const late = idleOfEachStart(offered, starts);
    this.cases = offered.filter((one) => !one.isIdle || late.includes(one));
    const chosen = this.cases.filter(({ judges }) => options.clauses.some((id) => Object.hasOwn(judges, id)));
    this.#joint = jointCases(chosen);
    this.#turns = casesInTurns(chosen);
    const wishless = chosen.filter(({ wish }) => Object.keys(wish).length === 0);
    for (const how of ['twice', 'others'])
      for (const one of wishless.filter(({ starts }) => starts === how)) {
        const plain = this.#plain.get(one.journey)!;
        this.#next.set(this.#next.get(plain) ?? plain, one);
      }
  }

  /** Runs and judges a case; throws NotRun where its journey does not do its job even plainly. */
  judged(one: ExamCase, isAlone = false): Promise<JudgedCase> {
    const begun = this.#begun.get(one) ?? this.#run(one, isAlone);
    begun.catch(() => {});
    this.#begun.set(one, begun);
    return begun;
  }

  /** How long these cases will take, in words, once every plain case has run; undefined where that is not long. */
  async estimate(cases: readonly ExamCase[]): Promise<string | undefined> {
    await Promise.allSettled(cases.filter(isPlain).map((one) => this.judged(one)));
    const commands = cases.filter((one) => !one.isIdle && 'run' in this.#starts[one.journey]!);
    const whole = (one: ExamCase): ExamCase => {
      const joint = this.#joint.get(one);
      return joint ? whole(joint) : one;
    };
    const apart = new Set(commands.map(whole));
    const starts = [...apart].reduce((total, one) => total + startsIn(one), 0);
    const [middle = 0] = this.#startMs.sort((a, b) => a - b).slice(this.#startMs.length >> 1);
    // The starts that were measured slowed each other down as much as later ones will, if there were as many at once.
    const measuredAtOnce = Math.max(cases.filter(isPlain).length, availableParallelism());
    const minutes = (starts * middle) / Math.min(this.#options.concurrency, measuredAtOnce) / 60_000;
    if (minutes < 2 || this.#options.signal.aborted) return undefined;
    return `One start of the client takes ${(middle / 1000).toFixed(1)} s here, and ${starts} starts about ${Math.ceil(minutes)} minutes. The cases that find most come first. A client that keeps running and takes its journeys by http: in place of run: is started once; --max-time ends the exam earlier, with the verdicts that it has by then.`;
  }

  /** Whether the case that tells the cause of another one's fault has that fault itself. */
  async isElsewhere({ journey, unless }: ExamCase): Promise<boolean> {
    const cause = this.cases.find(
      (one) => unless !== undefined && one.journey === journey && Object.hasOwn(one.judges, unless),
    );
    return cause !== undefined && (await this.judged(cause)).faults.has(unless!);
  }

  async close(): Promise<void> {
    await Promise.allSettled(this.#begun.values());
    for (const { stage } of this.#kept.values()) await stage.close();
    await this.#sandboxes.close();
  }

  async #run(one: ExamCase, isAlone: boolean): Promise<JudgedCase> {
    const plain = this.#plain.get(one.journey);
    if (plain && plain !== one && !isAlone && (await this.judged(plain)).faults.get('journey.plain'))
      throw new NotRun(`${one.journey} does not do its job even where nothing is in the way`);
    const joint = isAlone ? undefined : this.#joint.get(one);
    const together = joint && (await this.judged(joint).catch(() => undefined));
    if (together?.faults.size === 0) return together;
    const [previous] = [...this.#next].find(([, next]) => next === one) ?? [];
    if (previous && !isAlone) await this.judged(previous).catch(() => {});
    if (!one.isIdle) await this.#turn(one);
    const start = this.#starts[one.journey]!;
    const kept = isAlone ? undefined : this.#kept.get(one);
    this.#kept.delete(one);
    const { runs = [] } = kept ?? {};
    let stage = kept?.stage;
    const next = isAlone ? undefined : this.#next.get(one);
    try {
      this.#expectTime();
      stage ??= await openStage(one.journey, one.wish, start, this.#sandboxes);
      const evidence = await this.#evidence(one, stage, start, runs);
      // An exam that ends early ends its clients, too, which says nothing about them.
      this.#expectTime();
      const before = runs.reduce((total, { requests }) => total + requests.length, 0);
      this.requests += evidence.requests.length - before;
      const faults = await this.#faults(one, evidence);
      if (faults.size > 0 && stage.front.isStarved)
        throw new NotRun('this machine was too busy to judge a case fairly; give a lower --concurrency');
      if (next && faults.size === 0) this.#kept.set(next, { stage, runs: evidence.runs });
      // What is not shown need not be kept.
      return { evidence: faults.size > 0 ? evidence : { ...evidence, requests: [], runs: [] }, faults };
    } finally {
      if (!next || !this.#kept.has(next)) await stage?.close();
      if (!one.isIdle) this.#done();
    }
  }

  #expectTime(): void {
    if (this.#options.signal.aborted) throw new NotRun('the exam was over');
  }

  /** Starts the client of a case as often as it takes after these runs, and gathers what it did. */
  async #evidence(one: ExamCase, stage: Stage, start: JourneyStart, before: readonly JourneyRun[]) {
    const { wish, starts } = one;
    const { seen, endless } = stage.front;
    const { patienceMs } = this.#options;
    const signal = AbortSignal.any([this.#options.signal, endless.signal]);
    const how = 'it repeated one request without end, and the exam ended it';
    const runs = [...before];
    const once = async (own = stage, isAlone = true): Promise<void> => {
      const first = seen.length;
      stage.front.run = runs.length;
      const { cutOff } = stage.front;
      const began = performance.now();
      const ended = await startJourney(start, own.values, {
        ...{ patienceMs, env: wish.env },
        signal: runs.length > 0 ? signal : AbortSignal.any([signal, cutOff.signal]),
      });
      this.#startMs.push(performance.now() - began);
      const outcome = endless.signal.aborted
        ? { ...ended, ok: false, ended: false, how }
        : { ...ended, ended: ended.ended || (runs.length === 0 && cutOff.signal.aborted) };
      const since = seen.slice(first);
      runs.push({ stage: own, outcome, requests: isAlone ? since : since.filter(isOf(own)) });
    };
    const isOfOthers = starts?.startsWith('others');
    const others = isOfOthers ? [await stage.another('same'), await stage.another('other')] : [];
    if (starts === 'at-once') await Promise.all([once(), once()]);
    else if (starts === 'others-at-once') await Promise.all([once(stage, false), once(others[1], false)]);
    else while (runs.length < (starts === 'twice' ? 2 : 1)) await once();
    if (starts === 'others') for (const other of others) await once(other);
    const read = ({ arrange }: Stage['sandbox']) => arrange('listRequests', { query: { limit: 1000 } });
    const journals = await Promise.all([...new Set(runs.map((run) => run.stage.sandbox))].map(read));
    const violations = journals
      .flatMap(({ requests }) => requests)
      .flatMap(({ method, path, violations }) => violations.map((text) => `${method} ${path}: ${text}`));
    // What others have at the same address changes what the runs before them should have told.
    const told = starts === 'others' ? runs.slice(before.length) : runs;
    return { stage, runs: told, requests: [...seen], violations };
  }

  async #faults(one: ExamCase, evidence: Evidence): Promise<JudgedCase['faults']> {
    const faults = new Map<ClientClauseId, unknown>();
    const causes = this.cases.flatMap(({ unless = [] }) => unless);
    for (const clause of new Set<ClientClauseId>([...this.#options.clauses, 'journey.plain', ...causes]))
      try {
        await judgeFor(clause, one)?.(evidence);
      } catch (error) {
        faults.set(clause, error);
      }
    return faults;
  }

  async #turn(one: ExamCase): Promise<void> {
    const turn = this.#turns.get(one) ?? 0;
    if (this.#working < this.#options.concurrency) this.#working++;
    else
      await new Promise<void>((go) => {
        this.#waiting.push({ turn, go });
        this.#waiting.sort((a, b) => a.turn - b.turn);
      });
  }

  #done(): void {
    const next = this.#waiting.shift();
    if (next) next.go();
    else this.#working--;
  }
}

const startsIn = ({ starts }: ExamCase): number => (starts === undefined ? 1 : starts === 'others' ? 3 : 2);

/** Whether a request is about this stage's client, by its key or token. */
const isOf =
  ({ values }: Stage) =>
  ({ headers }: Seen): boolean =>
    headers['x-api-key'] === values['API_KEY'] ||
    (values['USER_TOKEN'] !== undefined && headers['authorization'] === `Bearer ${values['USER_TOKEN']}`);

/** One reading and one writing journey of each program: all of a program's requests have the same time limit. */
function idleOfEachStart(cases: readonly ExamCase[], starts: Starts): ExamCase[] {
  const reading: readonly Journey[] = ['list-users', 'income', 'affordability'];
  const kinds = new Map<string, ExamCase>();
  for (const one of cases.filter(({ isIdle }) => isIdle)) {
    const start = starts[one.journey]!;
    const program = 'run' in start ? start.run : 'http' in start ? start.http : '';
    const kind = `${one.name} ${reading.includes(one.journey)} ${program}`;
    if (!kinds.has(kind)) kinds.set(kind, one);
  }
  return [...kinds.values()];
}

/** The turn of each case: one of every clause comes first, so that an exam that ends early has seen something of everything. */
export function casesInTurns(cases: readonly ExamCase[]): ReadonlyMap<ExamCase, number> {
  const judged = new Map<string, number>();
  return new Map(
    cases.map((one) => {
      const counts = Object.keys(one.judges).map((clause) => [clause, judged.get(clause) ?? 0] as const);
      for (const [clause, count] of counts) judged.set(clause, count + 1);
      return [one, isPlain(one) ? 0 : Math.min(...counts.map(([, count]) => count))];
    }),
  );
}
