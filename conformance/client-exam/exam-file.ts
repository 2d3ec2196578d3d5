import { dirname, resolve } from 'node:path';
import { parseDocument } from 'yaml';
import { opensTooMany } from '../../generators/scenarios/read-scenario.ts';
import { MOST_LEVELS, MOST_SCENARIO_BYTES } from '../../spec/bounds.ts';
import { didYouMean } from '../../spec/did-you-mean.ts';
import { isObject } from '../../spec/json.ts';
import { BadUsage } from '../judgement/failure.ts';
import type { Starts } from './case-runner.ts';
import type { ReceivingClient } from './stage/client-receiver.ts';
import { causes, isJourney, type Journey, journeys } from './stage/journeys.ts';
import type { JourneyStart } from './stage/start-journey.ts';

const unusable = (file: string, problems: readonly string[]): BadUsage =>
  new BadUsage([`${file} cannot be used:`, ...problems].join('\n  '));

/** The journeys of a payrig-exam.yaml; commands run in the folder of the file. */
export function readExamFile(text: string, file: string): Starts {
  if (text.length > MOST_SCENARIO_BYTES || opensTooMany(text))
    throw unusable(file, [`It has more than ${MOST_SCENARIO_BYTES} bytes, or ${MOST_LEVELS} levels.`]);
  const document = parseDocument(text);
  const faults = document.errors.map(({ message }) => `It is not YAML: ${message.split('\n')[0]}`);
  if (faults.length > 0) throw unusable(file, faults);
  const content: unknown = document.toJS();
  if (!isObject(content) || !isObject(content['journeys']))
    throw unusable(file, ['It needs [journeys]: each with { run: COMMAND } or { http: ADDRESS }.']);
  const others = Object.keys(content).filter((key) => key !== 'journeys');
  const starts: Partial<Record<Journey, JourneyStart>> = {};
  const problems = others.map((key) => `[${key}] is not known here; there is [journeys] only.`);
  const given = Object.entries(content['journeys']);
  for (const [name, entry] of given) {
    const start = isJourney(name) ? startOf(name, entry, dirname(resolve(file))) : noJourney(name);
    if (typeof start === 'string') problems.push(start);
    else if (isJourney(name)) starts[name] = start;
  }
  if (given.length === 0) problems.push('[journeys] names none; the exam needs at least one.');
  if (problems.length > 0) throw unusable(file, problems);
  return starts;
}

/** One command or address for several journeys; it finds out which one by JOURNEY. */
export function startsOf(start: JourneyStart, names: readonly string[]): Starts {
  const unknown = names.filter((name) => !isJourney(name));
  if (unknown.length > 0) throw unusable('--journeys', unknown.map(noJourney));
  return Object.fromEntries(names.map((name) => [name, start]));
}

const noJourney = (name: string): string =>
  `There is no journey called [${name}]; there are ${journeys.join(', ')}.${didYouMean(name, journeys)}`;

const isAddress = (value: unknown): value is string =>
  typeof value === 'string' && URL.canParse(value) && /^https?:$/.test(new URL(value).protocol);

/** How a journey is started, or what is wrong with what the file says of it. */
function startOf(name: Journey, entry: unknown, cwd: string): JourneyStart | string {
  if (!isObject(entry)) return `[${name}] needs { run: COMMAND } or { http: ADDRESS }.`;
  const { run, http, receiver, secret, ...others } = entry;
  if (Object.keys(others).length > 0 || (run === undefined) === (http === undefined))
    return `[${name}] needs either [run] or [http], and may have [receiver] and [secret]; it has [${Object.keys(entry).join('], [')}].`;
  if (run !== undefined && (typeof run !== 'string' || run.trim() === ''))
    return `[${name}] needs a command as text under [run].`;
  if (http !== undefined && !isAddress(http)) return `[${name}] needs an http or https address under [http].`;
  const receiving: ReceivingClient = {
    ...(typeof receiver === 'string' ? { receiver } : {}),
    ...(secret === undefined ? {} : { secret: String(secret) }),
  };
  // The mark in place of a port is no URL.
  if (receiver !== undefined && !isAddress(receiving.receiver?.replace('{PORT}', '1')))
    return `[${name}] needs an http or https address under [receiver].`;
  if (receiver !== undefined && !causes[name])
    return `[${name}] causes no event; [receiver] is for ${Object.keys(causes).join(', ')}.`;
  return run === undefined ? { http: String(http), ...receiving } : { run, cwd, ...receiving };
}
