import { type DayNumber, weekday } from '../calendar.ts';
import { type Pence, proportion } from '../money.ts';
import { scaled } from '../table.ts';
import { lowerEarningsLimit } from '../uk/national-insurance.ts';
import { byTaxYear, payPeriodOf, taxYearOf } from '../uk/tax-year.ts';
import type { BasicPay, Employment, Hundredths, PayFrequency } from './employment.ts';
import type { PayPeriod } from './pay-periods.ts';
import type { EarningElement, EarningType } from './payslip.ts';
import { type Absence, type OneOff, type Spell, type Timeline, valueOn } from './timeline.ts';

/** Every line of earnings of a pay period, but for a salary sacrifice, which needs their sum. */
export function earningsOf(timeline: Timeline, period: PayPeriod): EarningLine[] {
  const stretches = basicPayOf(timeline, period);
  const lines = stretches.map(({ line }) => line);
  lines.push(...absenceLines(timeline, period, stretches));
  for (const { on, event } of timeline.oneOffs) {
    const line = on >= period.start && on <= period.end ? oneOffLine(event) : undefined;
    if (line) lines.push(line);
  }
  for (const benefit of timeline.benefits) {
    const line = benefitLine(benefit, timeline, period);
    if (line) lines.push(line);
  }
  return lines;
}

function oneOffLine(event: OneOff): EarningLine | undefined {
  switch (event.kind) {
    case 'bonus':
    case 'commission':
      return earning(event.kind, event.description, event.amount);
    case 'overtime':
      return measured('overtime', event.description, event, false);
    case 'tips':
      return earning('tips', event.description, event.amount, { isAfterNi: true });
    case 'redundancy':
      return earning('redundancy_pay', 'Redundancy pay', event.amount, { isAfterTax: true, isAfterNi: true });
    case 'expenses':
      return earning('expenses', event.description, event.amount, { isAfterTax: true, isAfterNi: true });
    case 'deduction':
      return undefined;
  }
}

function benefitLine(
  { from, to, event }: Spell<'benefit-in-kind'>,
  { employment }: Timeline,
  period: PayPeriod,
): EarningLine | undefined {
  const days = Math.min(to, period.end) - Math.max(from, period.start) + 1;
  if (days <= 0) return undefined;
  const amount = proportion(
    event.monthly * 12,
    days,
    payPeriodOf[employment.frequency].perYear * period.fullDays,
  );
  return earning('benefit_in_kind', event.description, amount, {
    isFixed: true,
    isAfterNi: true,
    isBik: true,
  });
}

const ABSENCES = { sick: 'Sickness absence', unpaid: 'Unpaid leave', parental: 'Parental leave' } as const;

/** Qualifying days of 28 weeks, after which statutory sick pay ends. */
const LONGEST = 28 * 5;

/** What absences take from basic pay, and the sick pay that comes in its place. */
function absenceLines(timeline: Timeline, period: PayPeriod, stretches: readonly Stretch[]): EarningLine[] {
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
    const traits = { isFixed: line.isFixed, quantity: days * 100, unit: 'day' };
    lines.push(earning('absence', ABSENCES[absence.event.kind], -lost + 0, traits));
    if (absence.event.kind === 'parental')
      lines.push(earning('parental_pay', 'Parental pay', proportion(lost, absence.event.share, 10_000)));
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

/** In fifths of pence: a fifth of the weekly rate a weekday, after the waiting days, for 28 weeks at most. */
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

type Stretch = { from: DayNumber; to: DayNumber; basicPay: BasicPay; line: EarningLine };

/** Basic pay of a period, in stretches where a rise falls inside it. */
function basicPayOf({ basicPay, employment }: Timeline, period: PayPeriod): Stretch[] {
  const stretches: Stretch[] = [];
  for (let index = 0; index < basicPay.length; index++) {
    const { from, value } = basicPay[index]!;
    const first = Math.max(from, period.start);
    const last = Math.min((basicPay[index + 1]?.from ?? Number.POSITIVE_INFINITY) - 1, period.end);
    if (first > last) continue;
    const line = lineOf(value, last - first + 1, employment, period);
    stretches.push({ from: first, to: last, basicPay: value, line });
  }
  return stretches;
}

function lineOf(
  pay: BasicPay,
  days: number,
  { frequency, type }: Employment,
  period: PayPeriod,
): EarningLine {
  // A period's share of the year, and of that share the days of the stretch.
  const parts = payPeriodOf[frequency].perYear * period.fullDays;
  switch (pay.kind) {
    case 'salary': {
      const [kind, name] =
        type === 'pension' ? (['pension', 'Pension'] as const) : (['basic', 'Basic salary'] as const);
      return earning(kind, name, proportion(pay.annual, days, parts), { isFixed: true });
    }
    case 'hourly': {
      const hours = proportion(pay.weeklyHours * 52, days, parts);
      return measured('basic', 'Basic pay', { quantity: hours, rate: pay.rate, unit: 'hour' }, true);
    }
    case 'variable': {
      const worked = pay.quantities[period.ordinal % pay.quantities.length] ?? 0;
      const quantity = proportion(worked, days, period.end - period.start + 1);
      return measured(
        pay.unit === 'hour' ? 'hours' : 'piecework',
        pay.description,
        { quantity, rate: pay.rate, unit: pay.unit },
        false,
      );
    }
  }
}

const measured = (
  type: EarningLine['type'],
  description: string,
  measure: { quantity: Hundredths; rate: Pence; unit: string },
  isFixed: boolean,
): EarningLine =>
  earning(type, description, proportion(measure.rate, measure.quantity, 100), { isFixed, ...measure });

/** What basic pay comes to in a week, which decides statutory sick pay. */
function weeklyPay(pay: BasicPay, frequency: PayFrequency): Pence {
  switch (pay.kind) {
    case 'salary':
      return proportion(pay.annual, 1, 52);
    case 'hourly':
      return proportion(pay.rate, pay.weeklyHours, 100);
    case 'variable': {
      const all = pay.quantities.reduce((sum, quantity) => sum + quantity, 0);
      return proportion(
        pay.rate,
        all * payPeriodOf[frequency].perYear,
        5200 * Math.max(1, pay.quantities.length),
      );
    }
  }
}

const yearOf = byTaxYear('statutory-sick-pay', ([row = {}]) => ({
  week: scaled(row, 'rate_week'),
  waitingDays: scaled(row, 'waiting_days', 1),
  needsLowerLimit: row.lel_applies === 'yes',
  share: row.max_share_of_earnings ? scaled(row, 'max_share_of_earnings', 10_000) : null,
}));

/** To 2025-26 it takes earnings at the lower limit; from 2026-27 every worker has up to four fifths of their earnings. */
export function weeklySickPay(taxYear: number, weeklyEarnings: Pence): Pence {
  const year = yearOf(taxYear);
  if (year.needsLowerLimit && weeklyEarnings < lowerEarningsLimit(taxYear)) return 0;
  return year.share === null
    ? year.week
    : Math.min(year.week, Math.floor((weeklyEarnings * year.share) / 10_000));
}

/** Qualifying days at the start of a sickness for which nothing is paid. */
export function waitingDays(taxYear: number): number {
  return yearOf(taxYear).waitingDays;
}

export type EarningLine = EarningElement;

/** A line of earnings: variable, taxed and under national insurance unless said otherwise. */
export const earning = (
  type: EarningType,
  description: string,
  amount: Pence,
  traits: Partial<Omit<EarningElement, 'type' | 'description' | 'amount'>> = {},
): EarningLine => ({
  type,
  description,
  amount,
  isFixed: traits.isFixed ?? false,
  isAfterTax: traits.isAfterTax ?? false,
  isAfterNi: traits.isAfterNi ?? false,
  isBik: traits.isBik ?? false,
  quantity: traits.quantity ?? null,
  rate: traits.rate ?? null,
  unit: traits.unit ?? null,
});

export function sumOf(lines: readonly EarningLine[], counts: (line: EarningLine) => boolean): Pence {
  let sum = 0;
  for (const line of lines) if (counts(line)) sum += line.amount;
  return sum;
}
