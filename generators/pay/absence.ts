import { type DayNumber, weekday } from '../calendar.ts';
import { proportion } from '../money.ts';
import { waitingDays, weeklySickPay } from '../uk/statutory-sick-pay.ts';
import { taxYearOf } from '../uk/tax-year.ts';
import { type Stretch, weeklyPay } from './basic-pay.ts';
import { type EarningLine, earning } from './earning.ts';
import type { PayPeriod } from './pay-periods.ts';
import { type Absence, type Timeline, valueOn } from './timeline.ts';

/** Qualifying days of 28 weeks, after which statutory sick pay ends. */
const LONGEST = 28 * 5;

/** What absences take from basic pay, and the sick pay that comes in its place. */
export function absenceLines(
  timeline: Timeline,
  period: PayPeriod,
  stretches: readonly Stretch[],
): EarningLine[] {
  const here = timeline.absences.filter(({ from, to }) => from <= period.end && to >= period.start);
  if (here.length === 0) return [];
  const lines = stretches.flatMap((stretch) => stretchLines(stretch, here));
  const statutory = here.reduce((sum, absence) => sum + statutoryFifths(timeline, period, absence, here), 0);
  if (statutory > 0)
    lines.push(earning('statutory_sick_pay', 'Statutory sick pay', proportion(statutory, 1, 5)));
  return lines;
}

/** Days are taken in turn, so that a stretch away from end to end leaves exactly nothing of its pay. */
function stretchLines({ from, to, line }: Stretch, absences: readonly Absence[]): EarningLine[] {
  const lines: EarningLine[] = [];
  let daysAway = 0;
  let taken = 0;
  for (const absence of absences) {
    const days = daysOf(absence, absences, from, to);
    if (days === 0) continue;
    daysAway += days;
    const lost = proportion(line.amount, daysAway, to - from + 1) - taken;
    taken += lost;
    const isSick = absence.event.kind === 'sick';
    const traits = { isFixed: line.isFixed, quantity: days * 100, unit: 'day' };
    lines.push(earning('absence', isSick ? 'Sickness absence' : 'Unpaid leave', -lost + 0, traits));
    if (absence.event.kind === 'sick' && absence.event.pay !== 'statutory')
      lines.push(earning('sick_pay', 'Company sick pay', proportion(lost, absence.event.pay.share, 10_000)));
  }
  return lines;
}

const owns = (absence: Absence, absences: readonly Absence[], day: DayNumber): boolean =>
  absences.find(({ from, to }) => from <= day && day <= to) === absence;

function daysOf(absence: Absence, absences: readonly Absence[], from: DayNumber, to: DayNumber): number {
  let days = 0;
  const last = Math.min(absence.to, to);
  for (let day = Math.max(absence.from, from); day <= last; day++) if (owns(absence, absences, day)) days++;
  return days;
}

/**
 * Statutory sick pay of an absence within a period, in fifths of pence: a fifth of the weekly rate for each weekday,
 * after the waiting days of the year in which the sickness began, for 28 weeks at most.
 */
function statutoryFifths(
  { basicPay, employment, start }: Timeline,
  period: PayPeriod,
  absence: Absence,
  absences: readonly Absence[],
): number {
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
