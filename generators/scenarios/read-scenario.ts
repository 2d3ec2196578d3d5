import { type Document, isMap, isNode, isPair, LineCounter, parseDocument, visit } from 'yaml';
import {
  hasMoreValues,
  isTooDeep,
  MOST_LEVELS,
  MOST_PROBLEMS,
  MOST_SCENARIO_BYTES,
  MOST_SCENARIO_VALUES,
} from '../../spec/bounds.ts';
import { catalogue, employers } from '../catalogue/catalogue.ts';
import type { Scenario, ScenarioJob } from './scenario.ts';
import { jobIn } from './scenario-in.ts';
import { fitsSchema, isDayOfYearText, type Placed, SOME_DAY } from './schema-problems.ts';

/** What is wrong in a scenario, and where: the place by its keys, the line in the file where there is one. */
export type ScenarioProblem = { place: string; message: string; line?: number };

export class ScenarioError extends Error {
  readonly problems: readonly ScenarioProblem[];
  constructor(problems: readonly ScenarioProblem[], file?: string) {
    super(problems.map((problem) => problemText(problem, file)).join('\n'));
    this.name = 'ScenarioError';
    this.problems = problems;
  }
}

/** A problem as one line: `my.yaml:12: jobs > 0 > pay: ...`. */
export function problemText({ place, message, line }: ScenarioProblem, file?: string): string {
  const where = file === undefined ? (line === undefined ? '' : `line ${line}: `) : `${file}:${line ?? 1}: `;
  return `${where}${place === '' ? '' : `${place}: `}${message}`;
}

/** Reads a scenario from YAML (of which JSON is a part); throws a ScenarioError that names each line and what is allowed. */
export function readScenario(text: string, file?: string): Scenario {
  const refuse = (message: string) => new ScenarioError([{ place: '', message }], file);
  const bytes = Buffer.byteLength(text);
  if (bytes > MOST_SCENARIO_BYTES)
    throw refuse(`a scenario has at most ${MOST_SCENARIO_BYTES} bytes, and this has ${bytes}`);
  if (opensTooMany(text)) throw refuse(TOO_DEEP);
  const lines = new LineCounter();
  // The library compares every key with every other.
  const options = { lineCounter: lines, prettyErrors: false, merge: false, uniqueKeys: false };
  const document = parseDocument(text, options);
  const errors = document.errors.map(({ message, pos }) => ({ message, at: pos[0] }));
  errors.push(...repeatedKeys(document));
  const notYaml = ({ message, at }: (typeof errors)[number]) => {
    const { line } = lines.linePos(at);
    return { place: '', message: `this is not YAML: ${message}`, line };
  };
  if (errors.length > 0) throw new ScenarioError(first(errors, notYaml), file);
  let data: unknown;
  try {
    data = document.toJS({ maxAliasCount: 20 });
  } catch (error) {
    throw refuse(`this is not YAML: ${error instanceof Error ? error.message : error}`);
  }
  const lineOf = (path: Placed['path']) => {
    const offset = offsetOf(document, path);
    return offset === undefined ? 1 : lines.linePos(offset).line;
  };
  return checked(data, (problem) => ({ ...problem, line: lineOf(problem.path) }), file);
}

const TOO_DEEP = `a scenario is nested at most ${MOST_LEVELS} levels deep, and this is deeper`;

const TOO_MANY = `a scenario has at most ${MOST_SCENARIO_VALUES} values, and this has more`;

/** Whether brackets, or dashes on one line, open more levels than are allowed: the YAML library would overflow the stack. */
export function opensTooMany(text: string): boolean {
  let depth = 0;
  for (const [bracket] of text.matchAll(/[[\]{}]/g)) {
    depth = bracket === '[' || bracket === '{' ? depth + 1 : Math.max(0, depth - 1);
    if (depth > MOST_LEVELS) return true;
  }
  return new RegExp(`(?:[-?:][ \\t]+){${MOST_LEVELS + 1}}`).test(text);
}

function repeatedKeys(document: Document): { message: string; at: number }[] {
  const found: { message: string; at: number }[] = [];
  visit(document, {
    Map(_, { items }) {
      const seen = new Set<string>();
      for (const { key } of items) {
        if (seen.has(String(key)))
          found.push({ message: 'Map keys must be unique', at: (isNode(key) && key.range?.[0]) || 0 });
        seen.add(String(key));
      }
    },
  });
  return found;
}

/** The problems that are shown, and how many more there are. */
function first<T>(all: readonly T[], tell: (one: T) => ScenarioProblem): ScenarioProblem[] {
  const more = all.length - MOST_PROBLEMS;
  const listed = all.slice(0, MOST_PROBLEMS).map(tell);
  listed.sort((a, b) => (a.line ?? 0) - (b.line ?? 0));
  return more > 0 ? [...listed, { place: '', message: `there are more problems: ${more}` }] : listed;
}

/** Holds data to the schema and the rules of scenarios; throws a ScenarioError that names each place. */
export const checkScenario = (data: unknown): Scenario => checked(data, (problem) => problem);

function checked(data: unknown, locate: (problem: Placed) => Placed & { line?: number }, file?: string) {
  const problems: Placed[] = [];
  if (isTooDeep(data)) problems.push({ path: [], message: TOO_DEEP });
  else if (hasMoreValues(data, MOST_SCENARIO_VALUES)) problems.push({ path: [], message: TOO_MANY });
  else if (fitsSchema(data, problems)) {
    problems.push(...ruleProblems(data));
    if (problems.length === 0) return data;
  }
  const tell = (problem: Placed) => {
    const { path, message, line } = locate(problem);
    return { place: path.join(' > '), message, line };
  };
  throw new ScenarioError(first(problems, tell), file);
}

/** Where what stands at a path begins: its key, where it has one, or else the nearest thing around it. */
function offsetOf(document: Document, path: Placed['path']): number | undefined {
  for (let length = path.length; length > 0; length--) {
    const parent = path.slice(0, length - 1);
    const key = path[length - 1];
    const around = parent.length === 0 ? document.contents : document.getIn(parent, true);
    if (isMap(around)) {
      const pair = around.items.find((item) => isPair(item) && String(item.key) === String(key));
      if (pair && isNode(pair.key) && pair.key.range) return pair.key.range[0];
    }
    const node = document.getIn(path.slice(0, length), true);
    if (isNode(node) && node.range) return node.range[0];
  }
  return undefined;
}

type Path = Placed['path'];

/** What a scenario that fits the schema still has wrong: things that must agree with each other. */
const ruleProblems = (scenario: Scenario): Placed[] => [
  ...jobProblems(scenario),
  ...holdingProblems(scenario),
  ...promiseProblems(scenario),
  ...pence(scenario),
];

const NEEDS_KEY = 'a second job needs a [key] of its own; a job without one has the key main';

function jobProblems({ jobs = [] }: Scenario): Placed[] {
  const problems: Placed[] = [];
  const keys = new Set<string>();
  for (const [index, job] of jobs.entries()) {
    const path: Path = ['jobs', index];
    const { key = 'main', frequency = 'monthly', pay_day } = job;
    const another = job.key === undefined ? NEEDS_KEY : `there is another job with the key ${key}`;
    if (keys.has(key)) problems.push({ path, message: another });
    keys.add(key);
    if (pay_day && 'anchor' in pay_day !== (frequency !== 'monthly')) {
      const wanted = frequency === 'monthly' ? 'day_of_month' : 'anchor';
      const message = `${frequency} pay has a pay day with [${wanted}]`;
      problems.push({ path: [...path, 'pay_day'], message });
      continue;
    }
    problems.push(...eventProblems(job, path));
    if (problems.length === 0) problems.push(...orderProblems(job, path));
  }
  return problems;
}

const eventProblems = ({ events = [] }: ScenarioJob, path: Path): Placed[] =>
  events.flatMap((event, position) => {
    if (!('on' in event) || event.kind === 'yearly-rise') return [];
    const isOfYear = isDayOfYearText([event.on].flat()[0] ?? '');
    if (isOfYear === (event.every === 'year')) return [];
    const message = isOfYear
      ? 'a day of the year needs every: year'
      : 'every: year needs a day of the year, such as 12 March';
    return { path: [...path, 'events', position, 'on'], message };
  });

function orderProblems(job: ScenarioJob, path: Path): Placed[] {
  const { employment } = jobIn(job, SOME_DAY);
  const problems: Placed[] = [];
  if (employment.leave !== null && employment.leave < employment.start)
    problems.push({ path: [...path, 'leave'], message: 'the job would end before it begins' });
  for (const [position, event] of (job.events ?? []).entries()) {
    if (!('from' in event && 'to' in event) || event.to === undefined) continue;
    const [one] = jobIn({ ...job, events: [event] }, SOME_DAY).employment.events;
    if (one && 'to' in one && one.to !== null && one.to < one.from)
      problems.push({ path: [...path, 'events', position, 'to'], message: 'it would end before it begins' });
  }
  return problems;
}

function holdingProblems({ jobs, start = {}, is_user }: Scenario): Placed[] {
  const keys = (jobs ?? []).map(({ key = 'main' }) => key);
  const problems: Placed[] = [];
  const checkJob = (job: string, path: Path) => {
    if (keys.includes(job)) return;
    const known = keys.length > 0 ? `there is ${keys.join(', ')}` : 'there are none';
    problems.push({ path, message: `there is no job with the key ${job}; ${known}` });
  };
  if (is_user === false && Object.keys(start).length > 0)
    problems.push({ path: ['start'], message: 'the service holds nothing for a person who is not a user' });
  const linked = new Set<string>();
  for (const [index, { job = 'main', status, mfa, login }] of (start.accounts ?? []).entries()) {
    const path: Path = ['start', 'accounts', index];
    checkJob(job, path);
    if (linked.has(job)) problems.push({ path, message: `the job ${job} has another account` });
    linked.add(job);
    const plan = (jobs ?? []).find(({ key = 'main' }) => key === job);
    if (status === 'PENDING' && !mfa && !login && plan && !asksForMore(plan))
      problems.push({ path, message: 'a PENDING account needs [mfa], since its provider asks for nothing' });
  }
  for (const [index, { job = 'main' }] of (start.entries ?? []).entries())
    checkJob(job, ['start', 'entries', index]);
  for (const [index, job] of (start.direct ?? []).entries()) checkJob(job, ['start', 'direct', index]);
  return problems;
}

function asksForMore({ provider, employer }: ScenarioJob): boolean {
  const own = employers.find(({ listed }) => listed.id === employer) ?? employers[0];
  return catalogue.mfaOf(provider ?? own?.listed.providers[0] ?? '') !== null;
}

/** Promises are kept one after the other, so that their times go forward. */
function promiseProblems({ promises = [] }: Scenario): Placed[] {
  let last = 0;
  return promises.flatMap(({ after }, index) => {
    const at = after === undefined ? last : roughly(after);
    const message = 'it is sooner than that of the promise before; both count from the beginning';
    if (at < last) return { path: ['promises', index, 'after'], message };
    last = at;
    return [];
  });
}

const DURATION = /^P(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/;
const DAYS = [365.25, 30.44, 7, 1, 1 / 24, 1 / 1440, 1 / 86_400];

/** A duration in days, near enough to put two in order. */
function roughly(duration: string): number {
  const parts = DURATION.exec(duration) ?? [];
  return DAYS.reduce((sum, days, index) => sum + days * Number(parts[index + 1] ?? 0), 0);
}

const IN_PENCE = new Set(['salary', 'hourly_rate', 'rate', 'amount', 'monthly', 'quantity', 'weekly_hours']);

/** Amounts have at most two decimals. */
function pence({ jobs = [] }: Scenario): Placed[] {
  const problems: Placed[] = [];
  const visit = (value: unknown, path: Path, key: string | number) => {
    if (typeof value === 'number' && IN_PENCE.has(String(key))) {
      if (Math.abs(value * 100 - Math.round(value * 100)) > 1e-6)
        problems.push({ path, message: `${value} has more than two decimals` });
    } else if (Array.isArray(value)) {
      for (const [index, one] of value.entries()) visit(one, [...path, index], key);
    } else if (typeof value === 'object' && value !== null) {
      for (const [name, one] of Object.entries(value)) visit(one, [...path, name], name);
    }
  };
  visit(jobs, ['jobs'], 'jobs');
  return problems;
}
