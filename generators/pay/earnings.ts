import { proportion } from '../money.ts';
import { payPeriodOf } from '../uk/pay-frequency.ts';
import { absenceLines } from './absence.ts';
import { basicPayOf, measured } from './basic-pay.ts';
import { type EarningLine, earning } from './earning.ts';
import type { PayPeriod } from './pay-periods.ts';
import type { OneOff, Spell, Timeline } from './timeline.ts';

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
