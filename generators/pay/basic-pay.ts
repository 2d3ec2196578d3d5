import type { DayNumber } from '../calendar.ts';
import { type Pence, proportion } from '../money.ts';
import { payPeriodOf } from '../uk/pay-frequency.ts';
import { type EarningLine, earning } from './earning.ts';
import type { BasicPay, Hundredths, PayFrequency } from './employment.ts';
import type { PayPeriod } from './pay-periods.ts';
import type { Timeline } from './timeline.ts';

/** A stretch of a pay period under one rate of basic pay. */
export type Stretch = { from: DayNumber; to: DayNumber; basicPay: BasicPay; line: EarningLine };

/** Basic pay of a period, in stretches where a rise falls inside it. */
export function basicPayOf({ basicPay, employment }: Timeline, period: PayPeriod): Stretch[] {
  const stretches: Stretch[] = [];
  for (let index = 0; index < basicPay.length; index++) {
    const { from, value } = basicPay[index]!;
    const first = Math.max(from, period.start);
    const last = Math.min((basicPay[index + 1]?.from ?? Number.POSITIVE_INFINITY) - 1, period.end);
    if (first > last) continue;
    const line = lineOf(value, last - first + 1, employment.frequency, period);
    stretches.push({ from: first, to: last, basicPay: value, line });
  }
  return stretches;
}

function lineOf(pay: BasicPay, days: number, frequency: PayFrequency, period: PayPeriod): EarningLine {
  // A period's share of the year, and of that share the days of the stretch.
  const parts = payPeriodOf[frequency].perYear * period.fullDays;
  switch (pay.kind) {
    case 'salary':
      return earning('basic', 'Basic salary', proportion(pay.annual, days, parts), { isFixed: true });
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

/** A line of so many units at a rate. */
export const measured = (
  type: EarningLine['type'],
  description: string,
  measure: { quantity: Hundredths; rate: Pence; unit: string },
  isFixed: boolean,
): EarningLine =>
  earning(type, description, proportion(measure.rate, measure.quantity, 100), { isFixed, ...measure });

/** What basic pay comes to in a week, which decides statutory sick pay. */
export function weeklyPay(pay: BasicPay, frequency: PayFrequency): Pence {
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
