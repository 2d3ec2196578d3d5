import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import type { ClientClauseId } from '../../../spec/client-clauses.ts';
import { casesOf, type ExamCase } from '../stage/exam-case.ts';
import type { Seen } from '../stage/front.ts';
import { isJourney, type Journey } from '../stage/journeys.ts';
import { allGet, firstAnswer, firstGets, firstStartGets, withKeys } from '../stage/reactions.ts';
import type { Reshape, Start, Wish } from '../stage/stage.ts';
import { type FateName, fateOf } from './fates.ts';
import { judges } from './judges.ts';
import { reshapes } from './reshapes.ts';
import { arrangements, reactions } from './worlds.ts';

type Struck = Readonly<Partial<Record<'first' | 'all' | 'answer' | 'first-start', FateName>>> & {
  readonly operation?: Seen['operation'];
};
type SetKeys = Pick<Reshape, 'part'> & { readonly keys: readonly string[]; readonly to: unknown };

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
  };

type File = Readonly<Record<'groups' | 'writes', Readonly<Record<string, readonly string[]>>>> & {
  readonly given: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly cases: readonly Entry[];
};
const file: File = parse(readFileSync(new URL('./cases.yaml', import.meta.url), 'utf8'));
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
  if (typeof react === 'string') return named(reactions, react)(lateMs);
  const { first, all, answer, operation, 'first-start': start } = react;
  if (answer) return firstAnswer((made) => fateOf(answer, lateMs, made), operation);
  if (first) return firstGets(() => fateOf(first, lateMs), operation);
  if (all) return allGet(() => fateOf(all, lateMs), operation);
  return firstStartGets(() => fateOf(start ?? 'reset', lateMs), operation);
}

const incomesOf = (given: readonly string[] | number): readonly string[] =>
  typeof given === 'number' ? Array.from({ length: given }, (_, at) => `${100 + at}.25`) : given;

const reshapeOf = (one: string | SetKeys): Reshape =>
  typeof one === 'string' ? named(reshapes, one) : { ...one, change: withKeys(one.keys, () => one.to) };

const startOf = ({ incomes, ...start }: NonNullable<Entry['start']>): Start =>
  incomes === undefined ? start : { ...start, incomes: incomesOf(incomes) };

/** Every case of the file, in its order; those that wait do so for this long. */
export const casesOfFile = (lateMs: number): ExamCase[] =>
  cases.flatMap(({ clause = '', judge = 'succeeds', journeys, name, arrange, react, start, ...entry }) =>
    casesOf(name.replace('{late}', String(lateMs / 1000)), journeysIn(journeys), {
      ...entry,
      start: start && startOf(start),
      arrange: arrange === undefined ? undefined : named(arrangements, arrange),
      react: react === undefined ? undefined : reactionOf(react, lateMs),
      reshapes: entry.reshapes?.map(reshapeOf),
      judges: Object.fromEntries(
        Object.entries(entry.judges ?? { [clause]: judge }).map(([id, by]) => [id, named(judges, by)]),
      ),
    }),
  );
