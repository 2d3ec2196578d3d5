import { createRequire } from 'node:module';
import type { ErrorObject, ValidateFunction } from 'ajv/dist/2020.js';
import { shortened } from '../../spec/bounds.ts';
import { nearestTo } from '../../spec/did-you-mean.ts';
import { pointerKeys } from '../../spec/json.ts';
import { lazy } from '../../spec/lazy.ts';
import { isSchema, type Schema } from '../../spec/openapi-document.ts';
import { catalogue, magicLogins, magicOf } from '../catalogue/catalogue.ts';
import { dayOfYear, resolveDay } from '../relative-day.ts';
import { readData } from '../table.ts';
import type { Scenario } from './scenario.ts';

/** A problem at a place, which is a list of keys and positions. */
export type Placed = { path: (string | number)[]; message: string };

const compiled = lazy((): ValidateFunction<Scenario> => {
  const { Ajv2020 }: typeof import('ajv/dist/2020.js') = createRequire(import.meta.url)('ajv/dist/2020.js');
  // Compiles in 80 ms instead of 230, which other requests would wait.
  const quickly = { validateSchema: false, inlineRefs: false, code: { optimize: false } };
  const ajv = new Ajv2020({ allErrors: true, strict: false, verbose: true, discriminator: true, ...quickly });
  for (const [name, { fits }] of Object.entries(formats)) ajv.addFormat(name, fits);
  return ajv.compile<Scenario>(readData('scenarios/scenario.schema'));
});

/** Whether data fits the schema of scenarios; adds what is wrong to the problems. */
export function fitsSchema(data: unknown, problems: Placed[]): data is Scenario {
  const validate = compiled();
  if (validate(data)) return true;
  problems.push(...placed(validate.errors ?? []));
  return false;
}

/** The errors of the schema as problems; where one of several forms is wanted, one problem lists them all. */
function placed(errors: readonly ErrorObject[]): Placed[] {
  // Errors are looked up by their place: a scenario may be wrong in thousands of places.
  const choices = errors.filter(isChoice);
  const open = new Set(choices.filter((one) => !isOneMeant(one)).map(({ instancePath }) => instancePath));
  const meant = new Set(choices.filter(isOneMeant).map(({ instancePath }) => instancePath));
  const telling = errors.filter((error) => {
    const { instancePath } = error;
    if (meant.has(instancePath) || (open.has(instancePath) && !isChoice(error))) return false;
    return !placesAround(instancePath).some((place) => open.has(place));
  });
  // A text that is of no form was meant to be of the one that texts have.
  const badFormats = new Map<string, ErrorObject>();
  for (const error of errors.filter(({ keyword }) => keyword === 'format').reverse())
    badFormats.set(error.instancePath, error);
  const found = telling.map((error) => ({
    path: pathOf(error),
    message: messageOf(badFormats.get(error.instancePath) ?? error),
  }));
  return [...new Map(found.map((problem) => [JSON.stringify(problem), problem])).values()];
}

/** Whether an object was meant to be of one of the forms, by its keys: then only what is in it can be wrong. */
function isOneMeant({ schema, data }: ErrorObject): boolean {
  const keys = typeof data === 'object' && data !== null ? Object.keys(data).slice(0, 50) : [];
  const forms: readonly Schema[] = Array.isArray(schema) ? schema : [];
  const meant = forms.filter(
    ({ properties, required = [] }) =>
      properties &&
      keys.every((key) => Object.hasOwn(properties, key)) &&
      required.every((key) => keys.includes(key)),
  );
  return keys.length > 0 && meant.length === 1;
}

const isChoice = ({ keyword }: ErrorObject): boolean => keyword === 'anyOf' || keyword === 'oneOf';

function placesAround(pointer: string): string[] {
  const keys = pointer.split('/').slice(1, -1);
  return pointer === '' ? [] : ['', ...keys.map((_, at) => `/${keys.slice(0, at + 1).join('/')}`)];
}

function pathOf({ instancePath, keyword, params }: ErrorObject): (string | number)[] {
  const path = pointerKeys(instancePath).map((part) => (/^\d+$/.test(part) ? Number(part) : part));
  return keyword === 'additionalProperties' ? [...path, params['additionalProperty']] : path;
}

function messageOf({ keyword, params, message, parentSchema, data }: ErrorObject): string {
  const schema: Schema = isSchema(parentSchema) ? parentSchema : {};
  // Not made for every error: the value may be the whole scenario.
  const shown = () => shortened(JSON.stringify(data) ?? '');
  if (keyword === 'additionalProperties') {
    const known = Object.keys(schema.properties ?? {}).filter((key) => key !== '$schema');
    const key: string = params['additionalProperty'];
    const meant = nearestTo(key, known);
    return `there is no [${shortened(key)}] here; ${meant ? `perhaps [${meant}] is meant; ` : ''}there is ${known.join(', ')}`;
  }
  if (keyword === 'required') return `[${params['missingProperty']}] is missing`;
  if (keyword === 'enum') return oneOfWords(data, params['allowedValues']);
  if (keyword === 'type')
    return `it must be ${/^[aio]/.test(params['type']) ? 'an' : 'a'} ${params['type']}, not ${shown()}`;
  if (keyword === 'const') return `it must be ${JSON.stringify(params['allowedValue'])}, not ${shown()}`;
  if (keyword === 'discriminator') {
    const tag: string = params['tag'];
    const words = (schema.oneOf ?? []).map((one) => one.properties?.[tag]?.const);
    return params['error'] === 'mapping'
      ? `[${tag}]: ${oneOfWords(params['tagValue'], words)}`
      : `[${tag}] is missing; there is ${words.join(', ')}`;
  }
  if (keyword === 'format')
    return formats[params['format']]?.problem(shortened(String(data))) ?? `it ${message}`;
  if (keyword === 'pattern')
    return `${shown()} is not well formed: ${schema.description ?? `it must match ${params['pattern']}`}`;
  if (keyword === 'anyOf' || keyword === 'oneOf')
    return `${shown()} is not allowed; allowed are: ${forms(schema.anyOf ?? schema.oneOf ?? [])}${schema.description ? ` (${schema.description})` : ''}`;
  return `it ${message}, not ${shown()}`;
}

function oneOfWords(given: unknown, words: readonly unknown[]): string {
  const meant = typeof given === 'string' ? nearestTo(given, words.map(String)) : undefined;
  return `${shortened(JSON.stringify(given))} is not one of ${words.join(', ')}${meant ? `; perhaps ${meant} is meant` : ''}`;
}

/** The forms among which there is a choice, in a few words each. */
const forms = (branches: readonly Schema[]): string => branches.map(formOf).join('; or ');

function formOf(schema: Schema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.properties) {
    const keys = Object.keys(schema.properties);
    const required = new Set(schema.required);
    return `{ ${keys.map((key) => (required.has(key) ? key : `${key}?`)).join(', ')} }`;
  }
  if (schema.$ref !== undefined) return `a ${schema.$ref.split('/').at(-1)}`;
  if (schema.format !== undefined) return `a ${schema.format}`;
  if (schema.type === 'array') return 'a list';
  return schema.pattern ? 'a text as below' : `${[schema.type].flat().join(' or ')}`;
}

/** A kind of text that the schema names, and what to say of one that is not of that kind. */
type Format = { fits: (text: string) => boolean; problem: (text: string) => string };

/** Days are relative; what holds on this day holds on others. */
export const SOME_DAY = '2026-11-15';
const named = (text: string) => resolveDay(text, SOME_DAY);

const isDay = (text: string): boolean => named(text)?.length === 10;
// A leap year, in which every day of a year exists.
export const isDayOfYearText = (text: string): boolean => dayOfYear(text, 2028) !== undefined;
const DAYS =
  'such as: 2 years 1 month ago; in 14 months; yesterday; last Friday; the 20th 1 month ago; first of the month 5 months ago; aged 38, birthday 17 May';

function oneOf(kind: string, listed: readonly { id: string }[]): Format {
  const ids = listed.map(({ id }) => id);
  const problem = (text: string) => {
    const meant = nearestTo(text, ids);
    return `there is no ${kind} ${text}; ${meant ? `perhaps ${meant} is meant` : `there is ${ids.join(', ')}`}`;
  };
  return { fits: (text) => ids.includes(text), problem };
}

const isInstant = (text: string): boolean => named(text) !== undefined && !isDay(text);
const isOccasion = (text: string): boolean => isDay(text) || isDayOfYearText(text);
const TIMES = 'such as: yesterday at 17:00; the 20th 1 month ago at 08:00';
const logins = magicLogins.map(({ userName }) => userName).join(', ');

function textOf(fits: Format['fits'], wanted: string): Format {
  return { fits, problem: (text) => `"${text}" is not a ${wanted}` };
}

const formats: Readonly<Record<string, Format>> = {
  'relative-day': textOf(isDay, `day; write it relative to today, ${DAYS}`),
  'relative-instant': textOf(isInstant, `time; write a day with a time, ${TIMES}`),
  'day-of-year': textOf(isDayOfYearText, 'day of the year; write it as 12 March'),
  occasion: textOf(isOccasion, `day; write it relative to today, ${DAYS}; or, with every: year, as 12 March`),
  employer: oneOf('employer', catalogue.listed.employers),
  provider: oneOf('provider', catalogue.listed.providers),
  'magic-login': textOf((text) => magicOf(text) !== undefined, `magic user name; there are: ${logins}`),
};
