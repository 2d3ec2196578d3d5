import { isDeepStrictEqual } from 'node:util';
import type { ClientClauseId } from '../../spec/client-clauses.ts';
import { isObject, mapValues } from '../../spec/json.ts';
import { isPlain } from './cases/index.ts';
import { judges } from './cases/judges.ts';
import { type ExamCase, type Judge, lastSucceeds, ofLastStart } from './stage/exam-case.ts';

/**
 * Joins lawful differences of a journey that do not touch each other into one case, by member. A client that takes them all
 * at once takes each of them; only where it stumbles each is tried by itself. A second start that has to go well after a
 * failure meets such a case, too: both are one case, by both. That saves a quarter of all starts.
 */
export function jointCases(cases: readonly ExamCase[]): ReadonlyMap<ExamCase, ExamCase> {
  const groups: ExamCase[][] = [];
  for (const one of cases.filter(isJoinable)) {
    const group = groups.find((members) => members.every((other) => goTogether(one, other)));
    if (group) group.push(one);
    else groups.push([one]);
  }
  const joint = new Map<ExamCase, ExamCase>();
  const join = (members: readonly ExamCase[], made: ExamCase): ExamCase => {
    for (const one of members) joint.set(one, made);
    return made;
  };
  const joined = groups.map((members) =>
    members.length > 1 ? join(members, joinedOf(members)) : members[0]!,
  );
  const apart = cases.filter((one) => isSuccess(one) && !isJoinable(one));
  for (const failing of cases.filter(isFailureAndAnother)) {
    const next = [...joined, ...apart].find((one) => !joint.has(one) && mayComeAfter(failing, one));
    if (next) join([failing, next], bothOf(failing, next));
  }
  return joint;
}

/** A client that satisfies these in a joint case satisfies them in each. */
const ofSuccess: readonly (Judge | undefined)[] = [
  judges.succeeds,
  judges['job-done'],
  judges['told-right'],
  judges['as-always'],
  judges['authorisation-sent'],
  judges['subscribed-as-asked'],
];

/** Where nothing is right, a client that gives up looks right. */
const ofNothing: readonly ClientClauseId[] = ['tolerance.empty-list', 'tolerance.zero', 'states.nothing-new'];

const isSuccess = (one: ExamCase): boolean =>
  !isPlain(one) &&
  one.starts === undefined &&
  Object.values(one.judges).every((judge) => ofSuccess.includes(judge)) &&
  !ofNothing.some((clause) => Object.hasOwn(one.judges, clause)) &&
  !['arrange', 'react', 'events'].some((name) => Object.hasOwn(one.wish, name));

const amounts: readonly string[] = ['payslips', 'incomes'];
/** Cases of nothing but amounts make one of all amounts: no two mistakes in a sum are the same. */
const isOfAmounts = ({ wish: { start = {}, ...rest }, judges }: ExamCase): boolean =>
  Object.keys(rest).length === 0 &&
  Object.keys(start).length > 0 &&
  Object.keys(start).every((name) => amounts.includes(name)) &&
  Object.keys(judges).every((clause) => clause.startsWith('money.'));

/**
 * Cases that pass events on differ in nothing else. Amounts of their own could hide what another difference does to the sums,
 * and a change of everything what another one does at all.
 */
const isJoinable = (one: ExamCase): boolean =>
  (one.wish.events?.courses.length ?? 0) > 0 ||
  isOfAmounts(one) ||
  (isSuccess(one) &&
    !amounts.some((name) => Object.hasOwn(one.wish.start ?? {}, name)) &&
    !one.wish.reshapes?.some(({ part }) => part === 'all'));

function goTogether(one: ExamCase, other: ExamCase): boolean {
  if (one.journey !== other.journey) return false;
  if (isOfAmounts(one) || isOfAmounts(other)) return isOfAmounts(one) && isOfAmounts(other);
  const { reshapes = [], events, ...wish } = one.wish;
  const { reshapes: others = [], events: otherEvents, ...otherWish } = other.wish;
  if (events || otherEvents) return events?.when === otherEvents?.when;
  const collide = reshapes.some((change) => others.some((its) => its.part === change.part && its !== change));
  return !collide && !differ(wish, otherWish);
}

/** Whether both say something of the same thing, and not the same. */
const differ = (one: object, other: Readonly<Record<string, unknown>>): boolean =>
  Object.entries(one).some(([name, value]) => {
    const its = other[name];
    if (isObject(value) && isObject(its)) return differ(value, its);
    return Object.hasOwn(other, name) && !isDeepStrictEqual(value, its);
  });

/** All that two wishes say; lists that differ, as of amounts, changes and courses of events, become one. */
const merged = (one: object, other: object): object => ({
  ...one,
  ...mapValues(other as Record<string, unknown>, (value, name) => {
    const its = (one as Record<string, unknown>)[name];
    if (isObject(value) && isObject(its)) return merged(its, value);
    const areLists = Array.isArray(value) && Array.isArray(its) && !isDeepStrictEqual(value, its);
    return areLists ? [...new Set([...its, ...value])] : value;
  }),
});

const joinedOf = (members: readonly ExamCase[]): ExamCase => ({
  name: members.map(({ name }) => name).join(', '),
  journey: members[0]!.journey,
  wish: members.map(({ wish }) => wish).reduce(merged, {}),
  judges: Object.assign({}, ...members.map(({ judges }) => judges)),
});

const isFailureAndAnother = ({ judges }: ExamCase): boolean => Object.values(judges).includes(lastSucceeds);

/** Whether a case may be the second start after a failure: an account that is linked takes no MFA answer any more. */
const mayComeAfter = (failing: ExamCase, { journey, wish }: ExamCase): boolean =>
  journey === failing.journey && !wish.events && !(journey === 'connect' && wish.start?.mfa !== undefined);

const bothOf = (failing: ExamCase, next: ExamCase): ExamCase => ({
  ...failing,
  name: `${failing.name}, with ${next.name}`,
  wish: { ...next.wish, ...failing.wish },
  judges: { ...mapValues(next.judges as Record<ClientClauseId, Judge>, ofLastStart), ...failing.judges },
});
