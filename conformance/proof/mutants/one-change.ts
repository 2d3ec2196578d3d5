import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { withParts } from '../../../simulator/state/user-write.ts';
import { type ClauseId, clausesById } from '../../../spec/clauses.ts';
import type { OperationId } from '../../../spec/operations.ts';
import { isSuccess } from '../../target/exchange.ts';
import type { EdgeAnswer, EdgeRequest, Matches } from './edge.ts';
import { onMessage, unsent } from './event-emission.ts';
import { type Defect, instead, type Mutant, onAnswer, onRequest } from './mutant.ts';
import { checksReading, handlersReading, type ReadOverrides } from './override-reads.ts';
import { onQuery } from './paged-lists.ts';

/** One change of one value, as a line of `one-change.yaml` says it, whose head explains the words. */
type Change = {
  readonly in: string;
  readonly at?: string;
  readonly when?: Condition;
  readonly where?: Readonly<Record<string, Condition>>;
  readonly set?: unknown;
  readonly copy?: string;
  readonly as?: keyof typeof conversions | `${keyof typeof numbered} ${number}` | 'absent';
  readonly replace?: readonly [string, string];
  readonly answered?: number | Readonly<Record<number, unknown>>;
};

type Condition = keyof typeof kinds | `/${string}/` | readonly unknown[];

const earlier = (at: unknown, ms: number): string => new Date(Date.parse(String(at)) - ms).toISOString();
const itemsOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const isBirth = (message: unknown): boolean => String(message).includes('date_of_birth');

/** Conversions with a number behind them: `plus 1`. */
const numbered = {
  plus: (value, by) => Number(value) + by,
  'at most': (value, most) => Math.min(most, Number(value)),
  'at least': (value, least) => Math.max(least, Number(value)),
  first: (value, count) => itemsOf(value).slice(0, count),
} as const satisfies Record<string, (value: unknown, number: number) => unknown>;

const withOneBirth = (messages: unknown[], birth: unknown): unknown[] =>
  messages.filter((message) => !isBirth(message) || message === birth);

const conversions = {
  text: (value) => (Array.isArray(value) ? value.join('; ') : String(value)),
  number: Number,
  percent: (value) => Number(value) * 100,
  'lower case': (value) => String(value).toLowerCase(),
  'a moment earlier': (value) => earlier(value, 1),
  'an hour earlier': (value) => earlier(value, 3_600_000),
  escaped: (value) => encodeURIComponent(String(value)),
  list: (value) => [value],
  reversed: (value) => itemsOf(value).toReversed(),
  'its only item': (value) => (itemsOf(value).length === 1 ? itemsOf(value)[0] : value),
  'all but the first': (value) => itemsOf(value).slice(1),
  'all but the last': (value) => itemsOf(value).slice(0, -1),
  json: (value) => JSON.stringify(value),
  'one message': (value) => [itemsOf(value).join(' and ')],
  'birth messages alone': (value) => (itemsOf(value).some(isBirth) ? itemsOf(value).filter(isBirth) : value),
  'one birth message': (value) => withOneBirth(itemsOf(value), itemsOf(value).find(isBirth)),
  'the last birth message': (value) => withOneBirth(itemsOf(value), itemsOf(value).findLast(isBirth)),
  'birth messages twice': (value) => [...itemsOf(value), ...itemsOf(value).filter(isBirth)],
  'post code messages twice': (value) =>
    itemsOf(value).flatMap((one) => (/^Postcode/.test(String(one)) ? [one, one] : [one])),
  'its letters as bytes': (value) => Buffer.from(String(value)).toString('base64', 0, 32),
  'the recurring alone': (value) =>
    Object.fromEntries(
      Object.entries(value as object).filter(([, one]) => one.authorisation_category !== 'one_time'),
    ),
} as const satisfies Record<string, (value: unknown) => unknown>;

const kinds = {
  absent: (value) => value === undefined,
  null: (value) => value === null,
  text: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  object: (value) => typeof value === 'object' && value !== null,
  'empty list': (value) => Array.isArray(value) && value.length === 0,
  'no text': (value) => value != null && typeof value !== 'string',
} as const satisfies Record<string, (value: unknown) => boolean>;

type Place = { readonly holder: object; readonly name: string };

function placesIn(holder: object, [first = '', ...rest]: readonly string[]): Place[] {
  const last = String(Object.keys(holder).length - 1);
  const names = first === '*' ? Object.keys(holder) : [first === '-1' ? last : first];
  if (rest.length === 0) return names.map((name) => ({ holder, name }));
  const held = names.map((name): unknown => Reflect.get(holder, name));
  return held.filter(kinds.object).flatMap((one) => placesIn(one as object, rest));
}

function fits(value: unknown, condition: Condition): boolean {
  if (typeof condition !== 'string') return condition.includes(value);
  const [, pattern] = /^\/(.*)\/$/.exec(condition) ?? [];
  return pattern === undefined
    ? kinds[condition as keyof typeof kinds](value)
    : new RegExp(pattern).test(String(value));
}

const pathTo = (at?: string): string[] => ['body', ...(at?.split('.') ?? [])];

/** The places in a body, or in what holds it, that the change is about. */
const meant = (outer: { body: unknown }, { at, when, where = {} }: Change): Place[] =>
  placesIn(outer, pathTo(at)).filter(({ holder, name }) => {
    const conditions = Object.entries(when === undefined ? where : { [name]: when, ...where });
    return conditions.every(([key, condition]) => fits(Reflect.get(holder, key), condition));
  });

function edited(value: unknown, { set, as, replace }: Change): unknown {
  if (set !== undefined) return set;
  if (value == null) return value;
  if (replace) return String(value).replace(new RegExp(replace[0], 'g'), replace[1]);
  if (as === undefined || as === 'absent') return value;
  const [, convert, number] = /^(\D+) (-?\d+)$/.exec(as) ?? [];
  return convert
    ? numbered[convert as keyof typeof numbered](value, Number(number))
    : conversions[as as keyof typeof conversions](value);
}

function changed(body: unknown, change: Change): unknown {
  const outer = { body };
  for (const { holder, name } of meant(outer, change)) {
    const { copy = name } = change;
    const [from] = copy.includes('.') ? placesIn(outer, pathTo(copy)) : [{ holder, name: copy }];
    if (change.as === 'absent') Reflect.deleteProperty(holder, name);
    else Reflect.set(holder, name, edited(from && Reflect.get(from.holder, from.name), change));
  }
  return outer.body;
}

function answerIn(answered: NonNullable<Change['answered']>): { status: number; body?: unknown } {
  if (typeof answered === 'number') return { status: answered };
  const [[status, body] = []] = Object.entries(answered);
  return { status: Number(status), body };
}

const onAnswersOf = (operations: Matches, isMeant: (answer: EdgeAnswer) => boolean, change: Change): Defect =>
  onAnswer(operations, (answer) => {
    if (!isMeant(answer)) return undefined;
    if (change.answered === undefined) return { body: changed(answer.body, change) };
    return meant(answer, change).length > 0 && answerIn(change.answered);
  });

const refused = { errors: ['A field of the request has a value that is not taken'] };

/** Changes requests, or answers those that have the value in the sandbox's place. */
function onRequestsOf(
  operations: Matches,
  partOf: (request: EdgeRequest) => unknown,
  change: Change,
): Defect {
  const { answered } = change;
  if (answered === undefined)
    return onRequest(operations, (request) => void changed(partOf(request), change));
  const answer = { body: refused, ...answerIn(answered) };
  return instead(operations, (request) => meant({ body: partOf(request) }, change).length > 0 && answer);
}

const sentIn = ({ sent }: EdgeRequest) => sent;
const queryIn = ({ url }: EdgeRequest) => Object.fromEntries(new URL(url, 'http://sandbox').searchParams);

function changeQuery(parameters: URLSearchParams, change: Change): void {
  const after = changed(Object.fromEntries(parameters), change) as Record<string, string | undefined>;
  for (const name of new Set(parameters.keys())) parameters.delete(name);
  // What was not sent stays away.
  for (const [name, value] of Object.entries(after)) if (value !== undefined) parameters.set(name, value);
}

function onReadsOf(readers: readonly string[], overrides: ReadOverrides): readonly Defect[] {
  if (readers[0] === 'checks') return [checksReading(overrides)];
  return handlersReading(readers as Parameters<typeof handlersReading>[0], overrides);
}

const partChanged = <T extends object>(record: T, part: keyof T, change: Change): Partial<T> =>
  ({ [part]: changed(structuredClone(record[part]), change) }) as Partial<T>;

function defectsOf(change: Change): Defect | readonly Defect[] {
  const [, what = '', names = ''] = /^(.*?)(?: (?:of|seen by) (.*))?$/.exec(change.in) ?? [];
  const listed = names.split(', ') as OperationId[];
  const operations = names === '*' ? names : names.startsWith('/') ? new RegExp(`^${names}`) : listed;
  const { at = '', set, answered } = change;
  switch (what) {
    case 'answer':
      return onAnswersOf(operations, isSuccess, change);
    case 'refusal':
      return onAnswersOf(operations, ({ status }) => status >= 400, change);
    case 'request':
      return onRequestsOf(operations, sentIn, change);
    case 'headers':
      return onRequestsOf(operations, ({ headers }) => headers, change);
    case 'query':
      if (answered !== undefined) return onRequestsOf(operations, queryIn, change);
      return listed.map((operation) => onQuery(operation, (query) => changeQuery(query, change)));
    case 'payslips':
      return onRequestsOf(/^\/_sandbox\/users\/[^/]+\/entries$/, sentIn, {
        ...change,
        at: `payroll_submissions.*.${at}`,
      });
    case 'events':
      if (answered !== undefined) return unsent((message) => meant({ body: message }, change).length > 0);
      return onMessage((message) => void changed(message, change));
    case 'user':
    case 'authorisations':
      return onReadsOf(listed, { user: (record) => withParts(record, partChanged(record, what, change)) });
    case 'configuration':
    case 'terms':
      return onReadsOf(listed, { client: (record) => ({ ...record, ...partChanged(record, what, change) }) });
    case 'open points':
      return { profile: { points: { [at]: set } } };
    default:
      if (!/^\d+$/.test(what)) throw new TypeError(`one-change.yaml changes something unknown: ${change.in}`);
      return onAnswersOf(operations, ({ status }) => status === Number(what), change);
  }
}

const table: Readonly<Record<string, Readonly<Record<string, Change | readonly Change[]>>>> = parse(
  readFileSync(new URL('./one-change.yaml', import.meta.url), 'utf8'),
);

export const oneChangeMutants: readonly Mutant[] = Object.entries(table).flatMap(([clause, byName]) => {
  if (!clausesById().has(clause)) throw new TypeError(`There is no clause ${clause}`);
  return Object.entries(byName).map(([name, changes]) => ({
    name,
    clause: clause as ClauseId,
    defects: [changes].flat().flatMap(defectsOf),
  }));
});
