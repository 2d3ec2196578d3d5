import { isPlain } from './cases/index.ts';
import { type ExamCase, succeeds } from './stage/exam-case.ts';
import type { Answer, Reaction } from './stage/front.ts';
import { passedOn } from './stage/reactions.ts';
import type { Stage, Wish } from './stage/stage.ts';

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

/** Courses of events differ in nothing else. Amounts of their own could hide what another difference does to the sums, and another order what a world is made to show. */
const isJoinable = (one: ExamCase): boolean =>
  one.wish.courses !== undefined ||
  (!isPlain(one) &&
    !['payslips', 'incomes', 'balance', 'arrange'].some((name) => Object.hasOwn(one.wish, name)) &&
    Object.values(one.judges).every((judge) => judge === succeeds) &&
    (one.wish.react === undefined || one.wish.changes !== undefined));

/** What a wish says, without what it leaves open. */
const said = (wish: object = {}): [string, unknown][] =>
  Object.entries(wish).filter(([, value]) => value !== undefined);

function goTogether(one: ExamCase, other: ExamCase): boolean {
  if (one.journey !== other.journey) return false;
  if (one.wish.courses || other.wish.courses) return Boolean(one.wish.courses && other.wish.courses);
  const { points, changes = [], react: _, ...rest } = one.wish;
  const others = new Map(said(other.wish));
  const otherPoints = new Map(said(other.wish.points));
  return (
    !said(rest).some(([name]) => others.has(name)) &&
    !said(points).some(([name]) => otherPoints.has(name)) &&
    !changes.some((what) => other.wish.changes?.includes(what))
  );
}

function joined(members: readonly ExamCase[]): ExamCase {
  const wishes = members.map(({ wish }) => wish);
  const courses = wishes.flatMap((one) => one.courses ?? []);
  const wish: Wish = {
    ...Object.fromEntries(wishes.flatMap(said)),
    points: Object.fromEntries(wishes.flatMap(({ points }) => said(points))),
    react: (stage: Stage) =>
      courses.length > 0
        ? passedOn('after', courses)(stage)
        : inTurn(wishes.flatMap(({ react }) => (react ? [react(stage)] : []))),
  };
  const { journey } = members[0]!;
  const names = members.map(({ name }) => name).join(', ');
  return { name: names, journey, wish, judges: Object.assign({}, ...members.map(({ judges }) => judges)) };
}

/** Each reaction changes what the one before it made of the answer. */
const inTurn = (reactions: readonly Reaction[]): Reaction =>
  reactions.reduce<Reaction>(
    (before, react) => (seen, pass) => react(seen, async (url) => whole(await before(seen, () => pass(url)))),
    (_seen, pass) => pass(),
  );

function whole(fate: Awaited<ReturnType<Reaction>>): Answer {
  if (fate === 'reset' || 'cut' in fate) throw new TypeError('A lawful difference spoils no answer.');
  return fate;
}
