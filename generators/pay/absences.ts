import { type DayNumber, weekday } from '../calendar.ts';
import { type Pence, proportion } from '../money.ts';
import { type ParentalLeave, waitingDays, weeklyParentalPay, weeklySickPay } from '../uk/statutory-pay.ts';
import { payPeriodOf, taxYearOf } from '../uk/tax-year.ts';
import type { BasicPay, PayFrequency } from './employment.ts';
import type { PayPeriod } from './pay-periods.ts';
import { type EarningElement, earning } from './payslip.ts';
import { type Absence, type Spell, type Timeline, valueOn } from './timeline.ts';

/** A part of a pay period in which basic pay stays the same. */
export type Stretch = { from: DayNumber; to: DayNumber; basicPay: BasicPay; line: EarningElement };

const ABSENCES = { sick: 'Sickness absence', unpaid: 'Unpaid leave', parental: 'Parental leave' } as const;

const PARENTAL_PAY: Readonly<Record<ParentalLeave, string>> = {
  maternity: 'maternity pay',
  paternity: 'paternity pay',
  adoption: 'adoption pay',
  'shared-parental': 'shared parental pay',
};

/** Qualifying days of 28 weeks, after which statutory sick pay ends. */
const LONGEST = 28 * 5;

/** What absences take from basic pay, and the statutory and company pay that comes in its place. */
export function absenceLines(timeline: Timeline, period: PayPeriod, stretches: readonly Stretch[]) {
  const here = timeline.absences.filter(({ from, to }) => from <= period.end && to >= period.start);
  if (here.length === 0) return [];
  const fixed = stretches.filter(({ basicPay }) => basicPay.kind !== 'variable');
  const lines = fixed.flatMap((stretch) => stretchLines(stretch, here));
  for (const absence of here)
    if (absence.event.kind === 'parental')
      lines.push(...parentalLines(timeline, period, { ...absence, event: absence.event }, fixed));
  const statutory = here.reduce((sum, absence) => sum + statutoryFifths(timeline, period, absence, here), 0);
  if (statutory > 0)
    lines.push(earning('statutory_sick_pay', 'Statutory sick pay', proportion(statutory, 1, 5)));
  return lines;
}

/** Days are taken in turn, so that a stretch away from end to end leaves exactly nothing of its pay. */
function stretchLines({ from, to, line }: Stretch, absences: readonly Absence[]): EarningElement[] {
  const lines: EarningElement[] = [];
  let daysAway = 0;
  let taken = 0;
  for (const absence of absences) {
    const days = daysOf(absence, absences, from, to);
    if (days === 0) continue;
    daysAway += days;
    const lost = proportion(line.amount, daysAway, to - from + 1) - taken;
    taken += lost;
    const traits = { isFixed: line.isFixed, quantity: days * 100, unit: 'day' };
    lines.push(earning('absence', ABSENCES[absence.event.kind], -lost + 0, traits));
    if (absence.event.kind === 'sick' && absence.event.pay !== 'statutory')
      lines.push(earning('sick_pay', 'Company sick pay', proportion(lost, absence.event.pay.share, 10_000)));
  }
  return lines;
}

/** Statutory pay for the days of leave in a period, and what the employer adds to make up its share of basic pay. */
function parentalLines(
  { basicPay, employment, start }: Timeline,
  period: PayPeriod,
  { from, to, event }: Spell<'parental'>,
  stretches: readonly Stretch[],
): EarningElement[] {
  const { leave, topUp } = event;
  // Half a year in the job by then: without it there is no statutory pay.
  const isEntitled = start <= from - 26 * 7;
  const weekly = weeklyPay(valueOn(basicPay, from), employment.frequency);
  const topUpEnd = topUp ? from + topUp.weeks * 7 - 1 : 0;
  let [sevenths, underTopUp] = [0, 0];
  for (let day = Math.max(from, period.start); day <= Math.min(to, period.end); day++) {
    const week = Math.floor((day - from) / 7);
    const paid = isEntitled ? weeklyParentalPay(leave, week, taxYearOf(day), weekly) : 0;
    sevenths += paid;
    if (day <= topUpEnd) underTopUp += paid;
  }
  const lost = stretches.reduce((sum, { from: first, to: last, line }) => {
    const days = Math.min(last, to, topUpEnd) - Math.max(first, from) + 1;
    return days > 0 ? sum + (line.amount * days) / (last - first + 1) : sum;
  }, 0);
  const added = Math.round((lost * (topUp?.share ?? 0)) / 10_000 - underTopUp / 7);
  const lines: EarningElement[] = [];
  const name = PARENTAL_PAY[leave];
  if (sevenths > 0)
    lines.push(earning('statutory_parental_pay', `Statutory ${name}`, proportion(sevenths, 1, 7)));
  if (added > 0) lines.push(earning('parental_pay', `Company ${name}`, added));
  return lines;
}

const owns = (absence: Absence, absences: readonly Absence[], day: DayNumber): boolean =>
  absences.find(({ from, to }) => from <= day && day <= to) === absence;

/** How many days of a stretch a person is away, for any reason. */
export function daysAway({ absences }: Timeline, from: DayNumber, to: DayNumber): number {
  const here = absences.filter((one) => one.from <= to && one.to >= from);
  return here.reduce((sum, absence) => sum + daysOf(absence, here, from, to), 0);
}

function daysOf(absence: Absence, absences: readonly Absence[], from: DayNumber, to: DayNumber): number {
  let days = 0;
  const last = Math.min(absence.to, to);
  for (let day = Math.max(absence.from, from); day <= last; day++) if (owns(absence, absences, day)) days++;
  return days;
}

/** In fifths of pence: a fifth of the weekly rate a weekday, after the waiting days, for 28 weeks at most. */
function statutoryFifths(line: Timeline, period: PayPeriod, absence: Absence, absences: readonly Absence[]) {
  const { basicPay, employment, start } = line;
  if (absence.event.kind !== 'sick' || absence.event.pay !== 'statutory') return 0;
  const first = Math.max(absence.from, start);
  const last = Math.min(absence.to, period.end);
  const waiting = waitingDays(taxYearOf(first));
  const weekly = weeklyPay(valueOn(basicPay, first), employment.frequency);
  let qualifying = 0;
  let fifths = 0;
  for (let day = first; day <= last && qualifying < waiting + LONGEST; day++) {
    if (weekday(day) === 0 || weekday(day) === 6) continue;
    qualifying++;
    if (day < period.start || qualifying <= waiting || !owns(absence, absences, day)) continue;
    fifths += weeklySickPay(taxYearOf(day), weekly);
  }
  return fifths;
}

/** What basic pay comes to in a week, which decides statutory sick pay. */
function weeklyPay(pay: BasicPay, frequency: PayFrequency): Pence {
  if (pay.kind === 'salary') return proportion(pay.annual, 1, 52);
  if (pay.kind === 'hourly') return proportion(pay.rate, pay.weeklyHours, 100);
  const all = pay.quantities.reduce((sum, quantity) => sum + quantity, 0);
  const { perYear } = payPeriodOf[frequency];
  return proportion(pay.rate, all * perYear, 5200 * Math.max(1, pay.quantities.length));
}
