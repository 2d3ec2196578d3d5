import { dirname, resolve } from 'node:path';
import { parseDocument } from 'yaml';
import { opensTooMany } from '../../generators/scenarios/read-scenario.ts';
import { MOST_LEVELS, MOST_SCENARIO_BYTES } from '../../spec/bounds.ts';
import { didYouMean } from '../../spec/did-you-mean.ts';
import type { Starts } from './case-runner.ts';
import { type Journey, journeys, journeyTable } from './journeys.ts';
import type { JourneyStart } from './start-journey.ts';

/** What is wrong with an exam file, a sentence each. */
export class ExamFileError extends Error {
  readonly problems: readonly string[];
  constructor(file: string, problems: readonly string[]) {
    super(`${file} cannot be used:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
    this.problems = problems;
  }
}

/** The journeys of a payrig-exam.yaml; commands run in the folder of the file. */
export function readExamFile(text: string, file: string): Starts {
  if (text.length > MOST_SCENARIO_BYTES || opensTooMany(text))
    throw new ExamFileError(file, [
      `It has more than ${MOST_SCENARIO_BYTES} bytes, or more than ${MOST_LEVELS} levels.`,
    ]);
  const document = parseDocument(text);
  const faults = document.errors.map(({ message }) => `It is no YAML: ${message.split('\n')[0]}`);
  if (faults.length > 0) throw new ExamFileError(file, faults);
  const content: unknown = document.toJS();
  if (!isRecord(content) || !isRecord(content['journeys']))
    throw new ExamFileError(file, [
      'It needs [journeys]: the name of each with { run: COMMAND } or { http: ADDRESS }.',
    ]);
  const others = Object.keys(content).filter((key) => key !== 'journeys');
  const starts: Partial<Record<Journey, JourneyStart>> = {};
  const problems = others.map((key) => `[${key}] is not known here; there is [journeys] only.`);
  const given = Object.entries(content['journeys']);
  for (const [name, entry] of given) {
    const problem = isJourney(name) ? problemOf(name, entry) : noJourney(name);
    if (problem !== undefined) problems.push(problem);
    else starts[name as Journey] = inFolder(entry as JourneyStart, dirname(resolve(file)));
  }
  if (given.length === 0) problems.push('[journeys] names none; the exam needs at least one.');
  if (problems.length > 0) throw new ExamFileError(file, problems);
  return starts;
}

/** One command for several journeys; it finds out which one by PAYRIG_EXAM_JOURNEY. */
export function startsOf(run: string, names: readonly string[]): Starts {
  const unknown = names.filter((name) => !isJourney(name));
  if (unknown.length > 0) throw new ExamFileError('--journeys', unknown.map(noJourney));
  return Object.fromEntries(names.map((name) => [name, { run }]));
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isJourney = (name: string): name is Journey => Object.hasOwn(journeyTable, name);

const noJourney = (name: string): string =>
  `There is no journey called [${name}]; there are ${journeys.join(', ')}.${didYouMean(name, journeys)}`;

function problemOf(name: string, entry: unknown): string | undefined {
  if (!isRecord(entry)) return `[${name}] needs { run: COMMAND } or { http: ADDRESS }.`;
  const keys = Object.keys(entry);
  const { run, http } = entry;
  if (keys.length !== 1 || (run === undefined && http === undefined))
    return `[${name}] needs either [run] or [http], and nothing else; it has ${keys.map((key) => `[${key}]`).join(', ') || 'nothing'}.`;
  if (run !== undefined && (typeof run !== 'string' || run.trim() === ''))
    return `[${name}] needs a command as text under [run].`;
  if (
    http !== undefined &&
    !(typeof http === 'string' && URL.canParse(http) && /^https?:$/.test(new URL(http).protocol))
  )
    return `[${name}] needs an http or https address under [http].`;
  return undefined;
}

const inFolder = (start: JourneyStart, cwd: string): JourneyStart =>
  'run' in start ? { run: start.run, cwd } : start;
