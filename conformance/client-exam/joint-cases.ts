import { defined } from '../../spec/json.ts';
import { isPlain } from './cases/index.ts';
import { type ExamCase, type Judge, jobDone, succeeds, toldRight } from './stage/exam-case.ts';
import type { Wish } from './stage/stage.ts';

/**
 * Joins lawful differences of a journey that do not touch each other into one case, by member. A client that takes them all
 * at once takes each of them; only where it stumbles each is tried by itself. That saves a quarter of all starts.
 */
export function jointCases(cases: readonly ExamCase[]): ReadonlyMap<ExamCase, ExamCase> {
  const groups: ExamCase[][] = [];
  for (const one of cases.filter(isJoinable)) {
    const group = groups.find((members) => members.every((other) => goTogether(one, other)));
    if (group) group.push(one);
    else groups.push([one]);
  }
  return new Map(
    groups.flatMap((members) => {
      const joint = joined(members);
      return members.length > 1 ? members.map((one) => [one, joint]) : [];
    }),
  );
}

/** A client that satisfies these in a joint case satisfies them in each. */
const ofSuccess: readonly (Judge | undefined)[] = [succeeds, jobDone, toldRight];

const amounts = ['payslips', 'incomes'] as const;
/** Cases of nothing but amounts make one of all amounts: no two mistakes in a sum are the same. */
const isOfAmounts = ({ wish: { start = {}, ...rest }, judges }: ExamCase): boolean =>
  said(rest).length === 0 &&
  said(start).length > 0 &&
  said(start).every(([name]) => name === 'payslips' || name === 'incomes') &&
  Object.keys(judges).every((clause) => clause.startsWith('money.'));

/**
 * Cases that pass events on differ in nothing else. Amounts of their own could hide what another difference does
 * to the sums, and another order what a world is made to show.
 */
const isJoinable = (one: ExamCase): boolean =>
  (one.wish.events?.courses.length ?? 0) > 0 ||
  isOfAmounts(one) ||
  (!isPlain(one) &&
    !['payslips', 'incomes', 'balance'].some((name) => Object.hasOwn(one.wish.start ?? {}, name)) &&
    !one.wish.reshapes?.some(({ part }) => part === 'all') &&
    one.starts === undefined &&
    Object.values(one.judges).every((judge) => ofSuccess.includes(judge)) &&
    !['arrange', 'react', 'events'].some((name) => Object.hasOwn(one.wish, name)));

/** What a wish says, without what it leaves open. */
const said = (wish: object = {}): [string, unknown][] => Object.entries(defined(wish));

const overlap = (one: object = {}, other: object = {}): boolean =>
  said(one).some(([name]) => Object.hasOwn(defined(other), name));

function goTogether(one: ExamCase, other: ExamCase): boolean {
  const { journey, wish } = one;
  if (journey !== other.journey) return false;
  if (isOfAmounts(one) || isOfAmounts(other)) return isOfAmounts(one) && isOfAmounts(other);
  if (wish.events || other.wish.events) return wish.events?.when === other.wish.events?.when;
  const { points, start, reshapes = [], ...rest } = wish;
  const parts = new Set(other.wish.reshapes?.map(({ part }) => part));
  return (
    !overlap(rest, other.wish) &&
    !overlap(points, other.wish.points) &&
    !overlap(start, other.wish.start) &&
    !reshapes.some(({ part }) => parts.has(part))
  );
}

const allAmounts = (wishes: readonly Wish[]): Wish['start'] =>
  Object.fromEntries(
    amounts.flatMap((name) => {
      const all = wishes.flatMap(({ start }) => start?.[name] ?? []);
      return all.length > 0 ? [[name, all]] : [];
    }),
  );

function joined(members: readonly ExamCase[]): ExamCase {
  const wishes = members.map(({ wish }) => wish);
  const courses = wishes.flatMap(({ events }) => events?.courses ?? []);
  const wish: Wish = {
    ...Object.fromEntries(wishes.flatMap(said)),
    points: Object.fromEntries(wishes.flatMap(({ points }) => said(points))),
    start: { ...Object.fromEntries(wishes.flatMap(({ start }) => said(start))), ...allAmounts(wishes) },
    reshapes: wishes.flatMap(({ reshapes = [] }) => reshapes),
    events: wishes[0]?.events && { ...wishes[0].events, courses },
  };
  const { journey } = members[0]!;
  const names = members.map(({ name }) => name).join(', ');
  return { name: names, journey, wish, judges: Object.assign({}, ...members.map(({ judges }) => judges)) };
}
