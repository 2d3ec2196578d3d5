import { isDeepStrictEqual } from 'node:util';
import { lazy } from '../../spec/lazy.ts';
import { civil, type Day, type DayNumber, dayNumber, dayText, fromCivil } from '../calendar.ts';
import { type Pence, proportion } from '../money.ts';
import type { BasicPay, PayEvent, PayFrequency } from '../pay/employment.ts';
import type { Stream } from '../random.ts';
import { readTable, scaled } from '../table.ts';
import { payPeriodOf } from '../uk/tax-year.ts';
import shares from './data/shares.json' with { type: 'json' };
import { moneyLevel, plannedUntil, recordsFrom } from './history.ts';
import type { Trade } from './trades.ts';

/** What the pay of a job follows from; `month` is the one in which rises come. */
type Terms = { trade: Trade; frequency: PayFrequency; start: Day; begins: Day; month: number };

function atLeastLowest(pay: BasicPay, day: Day): BasicPay {
  const hours = pay.kind === 'hourly' || (pay.kind === 'variable' && pay.unit === 'hour');
  return hours ? { ...pay, rate: Math.max(pay.rate, lowestHourlyRate(dayNumber(day))) } : pay;
}

/** The pay that a job begins with, in the wages of the year in which the world is born. */
export function startingPay(stream: Stream, { trade: { pay }, frequency, start, begins }: Terms): BasicPay {
  const level = moneyLevel(begins);
  if (pay.kind === 'salary') {
    // Salaries are agreed in round figures, unless a band says otherwise.
    const [from, to] = pay.annual;
    const annual = from === to ? from : Math.round((level * stream.int(from, to)) / 25_000) * 25_000;
    return { kind: 'salary', annual };
  }
  const rate = Math.round(level * stream.int(...pay.rate));
  if (pay.kind === 'hourly')
    return atLeastLowest({ kind: 'hourly', rate, weeklyHours: stream.pick(pay.weeklyHours) }, start);
  const { unit, description, perWeek } = pay;
  const [fewest, most] = perWeek;
  const weeks = payPeriodOf[frequency].weeks || 4;
  // A year and a bit of quantities, an odd number of them, so that no season repeats exactly.
  const quantities = Array.from({ length: 57 }, () => stream.int(fewest * weeks, most * weeks) * 100);
  return atLeastLowest({ kind: 'variable', rate, unit, description, quantities }, start);
}

function raised(pay: BasicPay, percent: number, day: Day): BasicPay {
  if (pay.kind === 'salary')
    return { ...pay, annual: Math.round(proportion(pay.annual, 1000 + percent, 1000) / 1000) * 1000 };
  return atLeastLowest({ ...pay, rate: proportion(pay.rate, 1000 + percent, 1000) }, day);
}

/** In which month an employer raises salaries; the minimum wage and pensions rise in April, teachers' pay in September. */
export function riseMonth(stream: Stream, { role, pay, weight }: Trade): number {
  if (role === 'Teacher') return 9;
  if (pay.kind !== 'salary' || weight === 0) return 4;
  return Number(stream.named(shares.riseMonths));
}

/** Plans a rise each year: a small one for most, none in some years, a promotion now and then. */
export function paySteps(stream: Stream, first: BasicPay, { trade, start, begins, month }: Terms) {
  const steps: PayEvent[] = [];
  const canRise = first.kind !== 'variable' && !trade.director && trade.weight > 0;
  let pay = first;
  let rank = 0;
  const until = plannedUntil(begins);
  for (let { year } = civil(dayNumber(recordsFrom(begins))); ; year++) {
    const usual = fromCivil(year, month, 1);
    if (usual >= until) return steps;
    const permille = stream.weighted([
      [0, 12],
      [stream.int(15, 45), 78],
      [stream.int(60, 140), 10],
    ]);
    // A promotion comes in any of the nine months from the usual one on.
    const isPromotion = permille >= 60 && canRise && rank < trade.promotions.length;
    const from = dayText(isPromotion ? fromCivil(year, month + (permille % 9), 1) : usual);
    if (from <= start) continue;
    const before = pay;
    pay = raised(pay, permille, from);
    if (isDeepStrictEqual(pay, before)) continue;
    const role = isPromotion ? { role: trade.promotions[rank++] ?? trade.role } : undefined;
    steps.push({ kind: 'pay-rise', from, basicPay: pay, ...role });
  }
}

/** The pay of the years before the records, as far as a search looks back: some per cent less each year before. */
export function earlierPay(stream: Stream, pay: BasicPay, { start, begins, month }: Terms) {
  const rises: PayEvent[] = [];
  const { year: last } = civil(dayNumber(recordsFrom(begins)));
  let first = pay;
  for (let year = last - 1; year > last - 12 && dayText(fromCivil(year, month, 1)) > start; year--) {
    const before = raised(first, -stream.int(10, 40), dayText(fromCivil(year - 1, month, 1)));
    if (isDeepStrictEqual(before, first)) continue;
    rises.unshift({ kind: 'pay-rise', from: dayText(fromCivil(year, month, 1)), basicPay: first });
    first = before;
  }
  return { first, rises };
}

const rates = lazy(() =>
  readTable('uk/data/minimum-wage').map((row) => ({
    from: dayNumber(row.from ?? ''),
    rate: scaled(row, 'rate_hour'),
  })),
);

/** The lowest lawful hourly rate for adults on a day: there was none before April 1999, and the last known one goes on. */
const lowestHourlyRate = (day: DayNumber): Pence => rates().findLast(({ from }) => from <= day)?.rate ?? 0;
