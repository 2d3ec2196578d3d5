import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { type ClauseId, clausesById } from '../../../spec/clauses.ts';
import type { OperationId } from '../../../spec/operations.ts';
import type { Points } from '../../../spec/profile.ts';
import type { ClientConfiguration, User } from '../../../spec/types.ts';
import type { EdgeRequest } from './edge.ts';
import { onMessage } from './event-emission.ts';
import { type Defect, instead, type Mutant, onBody, onErrors, onRequest, onStatus } from './mutant.ts';
import {
  checksReading,
  configured,
  forgetting,
  handlersReading,
  type ReadOverrides,
  withUser,
} from './override-reads.ts';
import { onQuery } from './paged-lists.ts';

const earlier = (at: unknown, ms: number): string => new Date(Date.parse(String(at)) - ms).toISOString();

const conversions = {
  text: (value: unknown) => (Array.isArray(value) ? value.join('; ') : String(value)),
  number: Number,
  percent: (value: unknown) => Number(value) * 100,
  'lower case': (value: unknown) => String(value).toLowerCase(),
  'a moment earlier': (value: unknown) => earlier(value, 1),
  'an hour earlier': (value: unknown) => earlier(value, 3_600_000),
  escaped: (value: unknown) => encodeURIComponent(String(value)),
  list: (value: unknown) => [value],
  reversed: (value: unknown) => (value as unknown[]).toReversed(),
  json: (value: unknown) => JSON.stringify(value),
  'one message': (value: unknown) => [(value as string[]).join(' and ')],
} as const satisfies Record<string, (value: unknown) => unknown>;

const kinds = {
  absent: (value: unknown) => value === undefined,
  null: (value: unknown) => value === null,
  text: (value: unknown) => typeof value === 'string',
  number: (value: unknown) => typeof value === 'number',
  object: (value: unknown) => typeof value === 'object' && value !== null,
  'empty list': (value: unknown) => Array.isArray(value) && value.length === 0,
  'no text': (value: unknown) => value != null && typeof value !== 'string',
} as const satisfies Record<string, (value: unknown) => boolean>;

/** What becomes of a value. */
type Edit = {
  /** Names from the body down, joined by dots: `*` is every item or field, `-1` the last item. The body itself when left out. */
  readonly at?: string;
  /** Of which kind the value is, or which values it has; any when left out. */
  readonly when?: keyof typeof kinds | readonly unknown[];
  readonly set?: unknown;
  readonly drop?: true;
  readonly as?: keyof typeof conversions;
  /** A pattern, and what stands in the place of each match. */
  readonly replace?: readonly [string, string];
  /** As in `slice(skip, keep)`. */
  readonly skip?: number;
  readonly keep?: number;
  readonly add?: unknown;
  /** The field beside it whose value it gets. */
  readonly copy?: string;
};

/** Where a value is changed: in successes, requests, messages of refusals, events, or in the sandbox's profile. */
type Change = Edit & {
  readonly answer?: OperationId | readonly OperationId[];
  readonly request?: OperationId;
  /** A header of the request, in place of a field of its body. */
  readonly header?: string;
  readonly query?: OperationId;
  /** Another parameter that must be given too. */
  readonly beside?: string;
  readonly event?: true;
  /** Every payslip that is uploaded, or every user that is created, as the sandbox stores them. */
  readonly payslips?: true;
  readonly people?: true;
  /** Refuses a request that has such a value. */
  readonly refuse?: OperationId;
  /** The messages of refusals, of one status alone where `of` names it. */
  readonly errors?: OperationId;
  readonly of?: number;
  readonly status?: OperationId;
  readonly from?: number;
  readonly to?: number;
  /** Answers this in the sandbox's place, where the request has such a value. */
  readonly instead?: OperationId;
  readonly answered?: unknown;
  readonly points?: Partial<Points>;
  /** Handlers, or the schedule of recurring checks, to which users or their client look other than they are. */
  readonly sees?: Parameters<typeof handlersReading>[0] | 'checks';
  readonly user?: Partial<User>;
  readonly client?: ClientConfiguration;
  /** A setting that users do not seem to have. */
  readonly forgets?: string;
};

type Place = { readonly holder: object; readonly name: string };

function placesIn(holder: object, [first = '', ...rest]: readonly string[]): Place[] {
  const last = String(Object.keys(holder).length - 1);
  const names = first === '*' ? Object.keys(holder) : [first === '-1' ? last : first];
  if (rest.length === 0) return names.map((name) => ({ holder, name }));
  const held = names.map((name): unknown => Reflect.get(holder, name));
  return held.filter(kinds.object).flatMap((one) => placesIn(one as object, rest));
}

/** The places that are meant, in a holder of the body. */
const meant = (holder: { body: unknown }, { at, when }: Edit): Place[] =>
  placesIn(holder, at === undefined ? ['body'] : ['body', ...at.split('.')]).filter((place) =>
    isMeant(Reflect.get(place.holder, place.name), when),
  );

function isMeant(value: unknown, when: Edit['when']): boolean {
  if (when === undefined) return true;
  return typeof when === 'string' ? kinds[when](value) : when.includes(value);
}

function edited(value: unknown, { set, as, replace, skip = 0, keep, add }: Edit): unknown {
  if (set !== undefined) return set;
  if (value == null) return value;
  if (as !== undefined) return conversions[as](value);
  if (replace) return String(value).replace(new RegExp(replace[0], 'g'), replace[1]);
  if (!Array.isArray(value)) return value;
  return add === undefined ? value.slice(skip, keep) : [...value, add];
}

/** The body after the change, which is made in place. */
function changed(body: unknown, edit: Edit): unknown {
  const holder = { body };
  for (const { holder: object, name } of meant(holder, edit)) {
    if (edit.drop) Reflect.deleteProperty(object, name);
    else if (edit.copy) Reflect.set(object, name, Reflect.get(object, edit.copy));
    else Reflect.set(object, name, edited(Reflect.get(object, name), edit));
  }
  return holder.body;
}

/** The fields of the body, or the headers where one of those is meant. */
const inRequest = ({ sent, headers }: EdgeRequest, change: Change): [unknown, Edit] =>
  change.header === undefined ? [sent, change] : [headers, { ...change, at: change.header }];

function changeQuery(parameters: URLSearchParams, change: Change): void {
  if (change.beside !== undefined && !parameters.has(change.beside)) return;
  const after = changed(Object.fromEntries(parameters), change) as Record<string, string>;
  for (const name of new Set(parameters.keys())) parameters.delete(name);
  for (const [name, value] of Object.entries(after)) parameters.set(name, value);
}

function seeingOtherwise(
  sees: NonNullable<Change['sees']>,
  { user, client, forgets, when }: Change,
): readonly Defect[] {
  const overrides: ReadOverrides = {};
  if (client) overrides.client = configured(client);
  if (user) overrides.user = withUser(user);
  if (forgets) overrides.user = forgetting((name, value) => name === forgets && isMeant(value, when));
  return sees === 'checks' ? [checksReading(overrides)] : handlersReading(sees, overrides);
}

const uploads = /^\/_sandbox\/users\/[^/]+\/entries$/;
const newUsers = /^\/_sandbox\/users$/;
const refusal = { status: 400, body: { errors: ['A field of the request has a value that is not taken'] } };

function defectsOf(change: Change): readonly Defect[] {
  const { answer, request, query, event, payslips, people, refuse, errors, of, sees, points } = change;
  const { status, from = 0, to = 200, answered } = change;
  if (answer) return [answer].flat().map((operation) => onBody(operation, (body) => changed(body, change)));
  if (request) return [onRequest(request, (given) => void changed(...inRequest(given, change)))];
  if (payslips)
    return [
      onRequest(
        uploads,
        ({ sent }) => void changed(sent, { ...change, at: `payroll_submissions.*.${change.at}` }),
      ),
    ];
  if (people) return [onRequest(newUsers, ({ sent }) => void changed(sent, change))];
  if (query) return [onQuery(query, (parameters) => changeQuery(parameters, change))];
  if (sees) return seeingOtherwise(sees, change);
  if (event) return [onMessage((message) => void changed(message, change))];
  if (status) return [onStatus(status, from, to, answered)];
  const given = refuse ? refusal : { status: to, body: answered };
  const inPlace = refuse ?? change.instead;
  if (inPlace)
    return [
      instead(inPlace, (asked) => {
        const [body, edit] = inRequest(asked, change);
        return meant({ body }, edit)[0] && given;
      }),
    ];
  if (points) return [{ profile: { points } }];
  if (!errors) throw new TypeError(`It does not say what is changed: ${JSON.stringify(change)}`);
  const perMessage = change.replace !== undefined;
  return [
    onErrors(errors, (messages, code) => {
      if (of !== undefined && of !== code) return messages;
      if (typeof change.set === 'string') return [change.set];
      return perMessage ? messages.map((one) => edited(one, change)) : edited(messages, change);
    }),
  ];
}

const table: Readonly<Record<string, Readonly<Record<string, Change>>>> = parse(
  readFileSync(new URL('./one-change.yaml', import.meta.url), 'utf8'),
);

/** The mutants of `one-change.yaml`. */
export const oneChangeMutants: readonly Mutant[] = Object.entries(table).flatMap(([clause, byName]) => {
  if (!clausesById().has(clause)) throw new TypeError(`There is no clause ${clause}`);
  return Object.entries(byName).map(([name, change]) => ({
    name,
    clause: clause as ClauseId,
    defects: defectsOf(change),
  }));
});
