import { addMonths, type Day, dayNumber, dayOrNever, dayText } from '../calendar.ts';
import type { Pence } from '../money.ts';
import { payDays, workingDayUntil } from '../uk/bank-holidays.ts';
import { type Benefit, benefitRate } from '../uk/benefit-rates.ts';
import { statePensionDay, statePensionPayments } from '../uk/state-pension.ts';
import { taxYearOf } from '../uk/tax-year.ts';
import { childrenClaimedFor, householdOn } from './household.ts';
import { credit, type Days, type Movement } from './movement.ts';
import { bornOf, type Person } from './person.ts';

/** Days without work between two main jobs, or after the last one: `to` is infinite while nothing is found. */
export type Spell = { from: number; to: number };

/** Shorter gaps are holidays between two jobs. */
const SHORTEST = 21;

/** When a person of working age was, is and will be without work, by their jobs or by those that they claim. */
export function spellsWithoutWork(person: Person, jobs = person.jobs): Spell[] {
  const born = bornOf(person);
  const pension = born === null ? Number.POSITIVE_INFINITY : statePensionDay(dayNumber(born));
  const last = Math.min(pension, dayOrNever(person.died)) - 1;
  const worked = jobs
    .filter(({ employment }) => employment.type !== 'pension')
    .map(({ employment: { start, leave } }) => ({ start: dayNumber(start), leave: dayOrNever(leave) }))
    .sort((a, b) => a.start - b.start);
  const found: Spell[] = [];
  let until = worked[0]?.leave ?? Number.POSITIVE_INFINITY;
  for (const { start, leave } of [...worked.slice(1), { start: Number.POSITIVE_INFINITY, leave: 0 }]) {
    const to = Math.min(start - 1, last);
    if (to - until >= SHORTEST) found.push({ from: until + 1, to });
    until = Math.max(until, leave);
  }
  return found;
}

/** What the state pays into an account between two days. */
export const benefitsOf = (person: Person, days: Days, rent: Pence, spells: readonly Spell[]): Movement[] => [
  ...statePension(person, days),
  ...childBenefit(person, days),
  ...spells.flatMap((spell) => forJobSeekers(person, spell, days, rent)),
];

function statePension(person: Person, { first, last }: Days): Movement[] {
  const born = bornOf(person);
  const payments = born === null ? [] : statePensionPayments(born, person.firstNiNumber, first, last);
  return payments.map(({ day, amount }) => credit(day, 'DWP STATE PENSION', amount));
}

/** A Monday in 1996, from which the weeks of Child Benefit count. */
const FIRST_MONDAY = dayNumber('1996-01-01');

function childBenefit(person: Person, { first: from, last: until }: Days): Movement[] {
  const first = FIRST_MONDAY + 7 * person.stream.fork('child-benefit').int(0, 3);
  return payDays(first, 28, from, until).flatMap(({ day }) => {
    const count = childrenClaimedFor(person, dayText(day));
    if (count === 0) return [];
    const rate = (name: Benefit) => benefitRate(name, taxYearOf(day));
    const weekly = rate('child_benefit_first_week') + (count - 1) * rate('child_benefit_other_week');
    return credit(day, 'CHILD BENEFIT', 4 * weekly);
  });
}

/** What a person without work claims: some nothing, while a partner or savings see them through. */
const CLAIMS = { universal: 50, jobseekers: 28, none: 22 };
/** New-style Jobseeker's Allowance ends after 182 days; Universal Credit comes five weeks after the claim. */
const LONGEST_JSA = 182;
const FIVE_WEEKS = 35;

function forJobSeekers(person: Person, spell: Spell, days: Days, rent: Pence): Movement[] {
  const { first: from, last: until } = days;
  const start = dayText(spell.from);
  const claim = person.lives.claims ?? person.stream.fork(`claim/${start}`).named(CLAIMS);
  const { partner } = householdOn(person, start);
  const born = bornOf(person);
  const isYoung = (day: number) => born !== null && addMonths(dayNumber(born), 12 * 25) > day;
  // A partner's wage leaves no Universal Credit.
  if (claim === 'jobseekers' || (claim === 'universal' && partner !== null)) {
    const last = Math.min(until, spell.to + 14, spell.from + LONGEST_JSA);
    const rateOn = (day: number) =>
      benefitRate(isYoung(day) ? 'jsa_under_25_week' : 'jsa_week', taxYearOf(day));
    return payDays(spell.from + 24, 14, from, last).map(({ day }) => credit(day, 'DWP JSA', 2 * rateOn(day)));
  }
  if (claim === 'none') return [];
  const first = spell.from + FIVE_WEEKS;
  const credits: Movement[] = [];
  for (let month = 0; ; month++) {
    const due = addMonths(first, month);
    if (due > until + 7 || due > spell.to + 30) return credits;
    const day = workingDayUntil(due);
    if (day < from || day > until) continue;
    const amount = universalCredit(person, dayText(day), isYoung(day), rent);
    credits.push(credit(day, 'DWP UNIVERSAL CREDIT', amount));
  }
}

/** The tax year in which the limit to two children ended. */
const ALL_CHILDREN_FROM = 2026;

/** The standard allowance, something for each child, and most of the rent. */
function universalCredit(person: Person, day: Day, isYoung: boolean, rent: Pence): Pence {
  const taxYear = taxYearOf(dayNumber(day));
  const rate = (name: Benefit) => benefitRate(name, taxYear);
  const children = Math.min(childrenClaimedFor(person, day), taxYear < ALL_CHILDREN_FROM ? 2 : 9);
  const { tenure } = householdOn(person, day);
  const housing = tenure === 'rents' || tenure === 'shares' ? Math.round(rent * 0.85) : 0;
  const allowance = rate(isYoung ? 'uc_single_under_25_month' : 'uc_single_month');
  return allowance + children * rate('uc_child_month') + housing;
}
