import { readFileSync } from 'node:fs';
import type { ClientClauseId } from '../../../spec/client-clauses.ts';
import { changeObjects, defined } from '../../../spec/json.ts';
import { specialRows } from '../../values/table.ts';
import { casesOf, type ExamCase } from '../stage/exam-case.ts';
import { type Body, payslipsIn, type Seen } from '../stage/front.ts';
import { isJourney, type Journey } from '../stage/journeys.ts';
import { firstAnswer, gets, heldFor, withKeys } from '../stage/reactions.ts';
import type { Reshape, Start, Wish } from '../stage/stage.ts';
import { type FateName, fateOf } from './fates.ts';
import { judges } from './judges.ts';
import { arrangements, reactions } from './worlds.ts';

const news = { schema_version: 7, _links: { self: null }, tags: ['new', 1, { deep: true }] };
const withNews = (object: Body): Body => ({ ...object, ...news });
const noUsers = { users: [], pagination: { offset: 1, limit: 100, count: 0, total_count: 0 } };
const reversed = (object: Body): Body => Object.fromEntries(Object.entries(object).reverse());

const withPayslips = (change: (payslips: ReturnType<typeof payslipsIn>) => unknown[]): Reshape => ({
  part: 'all',
  change: (body) =>
    Object.hasOwn(body, 'payroll_submissions')
      ? { ...body, payroll_submissions: change(payslipsIn(body)) }
      : body,
});

/** Changes of answers that are more than other values. */
const reshapes: Readonly<Record<string, Reshape>> = {
  'new-fields': { part: 'fields', change: (body) => changeObjects(body, withNews) },
  reversed: { part: 'order', change: (body) => changeObjects(body, reversed) },
  'no-users': { part: 'all', change: () => noUsers },
  'higher-total': { part: 'all', change: withKeys(['total_count'], (total) => Number(total) + 3) },
  // An id and a net pay alone.
  'bare-payslips': withPayslips((all) =>
    all.map(({ id, income_information: income }) => ({
      id,
      income_information: { earnings: { net_pay: income?.earnings?.net_pay } },
    })),
  ),
  'many-payslips': withPayslips((all) =>
    Array.from({ length: 101 }, (_, at) => {
      const one = all[at % all.length];
      return { ...one, id: `${String(at).padStart(8, '0')}${one?.id.slice(8)}` };
    }),
  ),
};

/** Which requests of an operation a fate strikes. */
const struck = {
  first: ({ nth }) => nth === 0,
  later: ({ nth }) => nth > 0,
  all: () => true,
  'first-start': ({ run }) => run === 0,
  'later-starts': ({ run }) => run > 0,
} satisfies Record<string, (seen: Seen) => boolean>;

type Strikes = Readonly<Partial<Record<keyof typeof struck, FateName>>>;
type Struck = Strikes & { readonly answer?: FateName | 'late'; readonly operation?: Seen['operation'] };
/** Keys with another value wherever they stand: one for all, or each of several in turn. */
type SetKeys = Pick<Reshape, 'part'> & {
  readonly keys: readonly string[];
  readonly to?: unknown;
  readonly each?: readonly unknown[];
};

/** A case as the file has it: names in the place of functions. */
type Entry = Omit<Wish, 'arrange' | 'react' | 'reshapes' | 'start'> &
  Pick<ExamCase, 'name' | 'starts' | 'isIdle' | 'unless'> & {
    readonly journeys: readonly string[];
    readonly clause?: ClientClauseId;
    readonly judge?: string;
    readonly judges?: Readonly<Partial<Record<ClientClauseId, string>>>;
    readonly arrange?: string;
    readonly react?: string | Struck;
    readonly reshapes?: readonly (string | SetKeys)[];
    readonly start?: Omit<Start, 'incomes'> & { readonly incomes?: readonly string[] | number };
    /** The row of the table of values that has the fields of an update. */
    readonly fieldsOf?: number;
  };

type File = Readonly<Record<'groups' | 'writes', Readonly<Record<string, readonly string[]>>>> & {
  readonly given: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly cases: readonly Entry[];
};
const file: File = JSON.parse(readFileSync(new URL('./generated/cases.json', import.meta.url), 'utf8'));
const { groups, cases } = file;
export const { writes, given } = file;

const journeysIn = (names: readonly string[]): Journey[] =>
  names.flatMap((name) => (isJourney(name) ? [name] : journeysIn(named(groups, name))));

/** What a name of the file stands for. */
function named<T>(known: Readonly<Record<string, T>>, name: string): T {
  const found = known[name];
  if (found === undefined) throw new TypeError(`cases.yaml names ${name}, which is not known.`);
  return found;
}

function reactionOf(react: string | Struck, lateMs: number): Wish['react'] {
  if (typeof react === 'string') return named(reactions, react);
  const { answer, operation, ...strikes } = react;
  if (answer === 'late') return heldFor(lateMs, operation);
  if (answer) return firstAnswer((made) => fateOf(answer, lateMs, made), operation);
  const [[when, fate]] = Object.entries(strikes) as [[keyof typeof struck, FateName]];
  return gets(struck[when], () => fateOf(fate, lateMs), operation);
}

function reshapeOf(one: string | SetKeys): Reshape {
  if (typeof one === 'string') return named(reshapes, one);
  const { part, keys, to, each = [to] } = one;
  const change: Reshape['change'] = (body) => {
    let at = 0;
    return withKeys(keys, () => each[at++ % each.length])(body);
  };
  // Cases of the same change have the same object, by which they can be joined.
  const kept = keySetters.get(JSON.stringify(one)) ?? { part, change };
  keySetters.set(JSON.stringify(one), kept);
  return kept;
}
const keySetters = new Map<string, Reshape>();

function startOf({ incomes: given, ...start }: NonNullable<Entry['start']>, fieldsOf?: number): Start {
  const incomes =
    typeof given === 'number' ? Array.from({ length: given }, (_, at) => `${100 + at}.25`) : given;
  const row = fieldsOf === undefined ? undefined : specialRows<object>('user')[fieldsOf];
  return defined({ ...start, incomes, fields: row ? { ...row, ...start.fields } : start.fields });
}

/** Every case of the file, in its order; those that wait do so for this long. */
export const casesOfFile = (lateMs: number): ExamCase[] =>
  cases.flatMap(
    ({ clause = '', judge = 'succeeds', journeys, name, arrange, react, start, fieldsOf, ...entry }) =>
      casesOf(name.replace('{late}', String(lateMs / 1000)), journeysIn(journeys), {
        ...entry,
        start: start && startOf(start, fieldsOf),
        arrange: arrange === undefined ? undefined : named(arrangements, arrange),
        react: react === undefined ? undefined : reactionOf(react, lateMs),
        reshapes: entry.reshapes?.map(reshapeOf),
        judges: Object.fromEntries(
          Object.entries(entry.judges ?? { [clause]: judge }).map(([id, by]) => [id, named(judges, by)]),
        ),
      }),
  );
