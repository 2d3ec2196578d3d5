import { type Pence, proportion } from '../money.ts';
import { payPeriodOf } from '../uk/tax-year.ts';
import { absenceLines, daysAway, type Stretch } from './absences.ts';
import type { BasicPay, Employment, Hundredths } from './employment.ts';
import type { PayPeriod } from './pay-periods.ts';
import { type EarningElement, earning } from './payslip.ts';
import type { OneOff, Spell, Timeline } from './timeline.ts';

/** Every line of earnings of a pay period, but for a salary sacrifice, which needs their sum. */
export function earningsOf(timeline: Timeline, period: PayPeriod): EarningElement[] {
  const stretches = basicPayOf(timeline, period);
  const lines = stretches.map(({ line }) => line);
  lines.push(...absenceLines(timeline, period, stretches));
  const days = period.end - period.start + 1;
  const present = days - daysAway(timeline, period.start, period.end);
  const done = (amount: number) => proportion(amount, present, days);
  for (const { on, event } of timeline.oneOffs) {
    const line = on >= period.start && on <= period.end ? oneOffLine(event, done) : undefined;
    if (line) lines.push(line);
  }
  for (const benefit of timeline.benefits) {
    const line = benefitLine(benefit, timeline, period);
    if (line) lines.push(line);
  }
  return lines;
}

/** Of overtime, commission and tips, only what was `done` in the part of the period without absence is paid. */
function oneOffLine(event: OneOff, done: (amount: number) => number): EarningElement | undefined {
  switch (event.kind) {
    case 'bonus':
      return earning('bonus', event.description, event.amount);
    case 'commission': {
      const amount = done(event.amount);
      return amount === 0 ? undefined : earning('commission', event.description, amount);
    }
    case 'overtime': {
      const isWhole = done(event.quantity) === event.quantity;
      const quantity = isWhole ? event.quantity : Math.round(done(event.quantity) / 25) * 25;
      return quantity === 0
        ? undefined
        : measured('overtime', event.description, { ...event, quantity }, false);
    }
    case 'tips': {
      const amount = done(event.amount);
      return amount === 0 ? undefined : earning('tips', event.description, amount, { isAfterNi: true });
    }
    case 'redundancy':
      return earning('redundancy_pay', 'Redundancy pay', event.amount, { isAfterTax: true, isAfterNi: true });
    case 'expenses':
      return earning('expenses', event.description, event.amount, { isAfterTax: true, isAfterNi: true });
    case 'deduction':
      return undefined;
  }
}

function benefitLine(spell: Spell<'benefit-in-kind'>, { employment }: Timeline, period: PayPeriod) {
  const { from, to, event } = spell;
  const days = Math.min(to, period.end) - Math.max(from, period.start) + 1;
  if (days <= 0) return undefined;
  const parts = payPeriodOf[employment.frequency].perYear * period.fullDays;
  const amount = proportion(event.monthly * 12, days, parts);
  const traits = { isFixed: true, isAfterNi: true, isBik: true };
  return earning('benefit_in_kind', event.description, amount, traits);
}

/** Basic pay of a period, in stretches where a rise falls inside it. */
function basicPayOf(timeline: Timeline, period: PayPeriod): Stretch[] {
  const { basicPay, employment } = timeline;
  const stretches: Stretch[] = [];
  for (let index = 0; index < basicPay.length; index++) {
    const { from, value } = basicPay[index]!;
    const first = Math.max(from, period.start);
    const last = Math.min((basicPay[index + 1]?.from ?? Number.POSITIVE_INFINITY) - 1, period.end);
    if (first > last) continue;
    // What is paid by the piece or the hour worked is not earned on a day of absence; other pay is deducted for it.
    const away = value.kind === 'variable' ? daysAway(timeline, first, last) : 0;
    const line = lineOf(value, last - first + 1 - away, employment, period);
    stretches.push({ from: first, to: last, basicPay: value, line });
  }
  return stretches;
}

function lineOf(pay: BasicPay, days: number, { frequency, type }: Employment, period: PayPeriod) {
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
      return measured('basic', 'Basic pay', { ...pay, quantity: hours, unit: 'hour' }, true);
    }
    case 'variable': {
      const worked = pay.quantities[period.ordinal % pay.quantities.length] ?? 0;
      const share = proportion(worked, days, period.end - period.start + 1);
      // A courier makes no half deliveries.
      const quantity = pay.unit === 'hour' || share === worked ? share : Math.round(share / 100) * 100;
      const kind = pay.unit === 'hour' ? 'hours' : 'piecework';
      return measured(kind, pay.description, { ...pay, quantity }, false);
    }
  }
}

const measured = (
  type: EarningElement['type'],
  description: string,
  { quantity, rate, unit }: { quantity: Hundredths; rate: Pence; unit: string },
  isFixed: boolean,
): EarningElement =>
  earning(type, description, proportion(rate, quantity, 100), { isFixed, quantity, rate, unit });
