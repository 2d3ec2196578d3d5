import { isDeepStrictEqual } from 'node:util';
import { defined } from '../../spec/json.ts';
import { lazy } from '../../spec/lazy.ts';
import type { Truth, User } from '../../spec/types.ts';
import { monthFrom } from '../calendar.ts';
import type { Past } from '../people/drawn-person.ts';
import { incomeOf } from '../people/income.ts';
import type { Person } from '../people/person.ts';
import { type Discrepancy, isLawful, kindOf, relations } from '../people/presented.ts';
import { startingUserRecord } from './starting-links.ts';
import { startingUser } from './starting-user.ts';
import type { World } from './world.ts';

type WrongValue = Truth['discrepancies'][number]['values'][number];

/** What is true about the user with an index, by the service's records at an instant and by what the client has given. */
export function truthOf(world: World, index: number, now: number, past?: Past): Truth {
  const person = world.person(index, past);
  const lawful = person.discrepancies.filter(isLawful);
  const dishonest = person.discrepancies.filter((one) => !lawful.includes(one));
  const summaryOf = (one: Discrepancy) => ({
    kind: one.kind,
    month: monthFrom(person.begins, -one.month),
    about: kindOf(one).about,
  });
  const right = lazy(() => heldBy(world, index, { ...person, discrepancies: lawful }, now));
  return {
    user_id: person.userId,
    is_honest: dishonest.length === 0,
    discrepancies: dishonest.flatMap((one) => {
      const { relation, also } = kindOf(one);
      if (relation === undefined) return [];
      const shown = heldBy(world, index, { ...person, discrepancies: [...lawful, one] }, now);
      const rule = relations[relation] ?? '';
      return { ...summaryOf(one), relation, ...defined({ also }), rule, values: differences(shown, right()) };
    }),
    lawful: lawful.map(summaryOf),
    patched: past ? patchedSince(startingUserRecord(world, index), past) : [],
  };
}

/** What the client has changed of a user, one field after the other, in the order of the days. */
function patchedSince(user: User, { moves, told = [] }: Past): Truth['patched'] {
  const known: Record<string, unknown> = { ...user };
  return [...moves, ...told]
    .sort((a, b) => (a.from < b.from ? -1 : 1))
    .flatMap(({ from, ...fields }) =>
      Object.entries(fields).map(([field, after]) => {
        const before = known[field] ?? null;
        known[field] = after;
        return { from, field, before, after };
      }),
    );
}

type Held = { source: WrongValue['source']; submission: { id: string } }[];

/** What the service would hold of a person in the place of the one with an index. */
function heldBy(world: World, index: number, person: Person, now: number): Held {
  const plan = world.planAt(index);
  const start = startingUser({ ...world, person: () => person, planAt: () => plan }, index);
  const incomes = plan.income === false ? [] : incomeOf(person, now);
  const from = (source: WrongValue['source'], submissions: readonly { id: string }[]): Held =>
    submissions.map((submission) => ({ source, submission }));
  return [
    ...start.entries.flatMap(({ payroll_submissions }) => from('payslip', payroll_submissions)),
    ...from('bank-statement', start.bank_statement_submissions),
    ...from('tax-record', incomes),
  ];
}

function differences(shown: Held, right: Held): WrongValue[] {
  const of = (held: Held, id: string) => held.find(({ submission }) => submission.id === id);
  const all = [...shown, ...right.filter(({ submission }) => !of(shown, submission.id))];
  return all.flatMap(({ source, submission: { id } }) => {
    const [seen, meant] = [of(shown, id)?.submission ?? null, of(right, id)?.submission ?? null];
    return leavesThatDiffer(seen, meant, '').map((one) => ({ source, id, ...one }));
  });
}

/** Where two values differ: fields by their names, the items of lists by whether the other list has them. */
function leavesThatDiffer(shown: unknown, right: unknown, path: string): Omit<WrongValue, 'source' | 'id'>[] {
  if (isDeepStrictEqual(shown, right)) return [];
  if (Array.isArray(shown) && Array.isArray(right)) {
    const without = (list: unknown[], other: unknown[]) =>
      list.filter((item) => !other.some((one) => isDeepStrictEqual(one, item)));
    const [added, lost] = [without(shown, right), without(right, shown)];
    const differing = added.length > lost.length ? added : lost;
    return differing.map((_, at) => ({ path, shown: added[at] ?? null, right: lost[at] ?? null }));
  }
  if (typeof shown !== 'object' || typeof right !== 'object' || !shown || !right)
    return [{ path, shown, right }];
  const [left, other] = [shown as Record<string, unknown>, right as Record<string, unknown>];
  return Object.keys({ ...left, ...other }).flatMap((key) =>
    leavesThatDiffer(left[key] ?? null, other[key] ?? null, path === '' ? key : `${path}.${key}`),
  );
}
