import { civil, type Day, dayNumber, dayText, fromCivil } from '../calendar.ts';
import { proportion } from '../money.ts';
import type { BasicPay, PayEvent, PayFrequency } from '../pay/employment.ts';
import type { Stream } from '../random.ts';
import { lowestHourlyRate } from '../uk/minimum-wage.ts';
import { plannedUntil, recordsFrom } from './history.ts';
import type { Trade } from './trades.ts';

const PERIOD_WEEKS: Readonly<Record<PayFrequency, number>> = {
  weekly: 1,
  fortnightly: 2,
  'four-weekly': 4,
  monthly: 4,
};

function atLeastLowest(pay: BasicPay, day: Day): BasicPay {
  const hours = pay.kind === 'hourly' || (pay.kind === 'variable' && pay.unit === 'hour');
  return hours ? { ...pay, rate: Math.max(pay.rate, lowestHourlyRate(dayNumber(day))) } : pay;
}

/** Draws what a job pays on its first day. */
export function startingPay(stream: Stream, trade: Trade, frequency: PayFrequency, start: Day): BasicPay {
  const { pay } = trade;
  if (pay.kind === 'salary') {
    // Salaries are agreed in round figures, unless a band says otherwise.
    const [from, to] = pay.annual;
    return {
      kind: 'salary',
      annual: from === to ? from : Math.round(stream.int(from, to) / 25_000) * 25_000,
    };
  }
  const rate = stream.int(...pay.rate);
  if (pay.kind === 'hourly') {
    return atLeastLowest({ kind: 'hourly', rate, weeklyHours: stream.pick(pay.weeklyHours) }, start);
  }
  const [fewest, most] = pay.perWeek;
  const weeks = PERIOD_WEEKS[frequency];
  // A year and a bit of quantities, an odd number of them, so that no season repeats exactly.
  const quantities = Array.from({ length: 57 }, () => stream.int(fewest * weeks, most * weeks) * 100);
  return atLeastLowest(
    { kind: 'variable', rate, unit: pay.unit, description: pay.description, quantities },
    start,
  );
}

function raised(pay: BasicPay, percent: number, day: Day): BasicPay {
  if (pay.kind === 'salary') {
    return { ...pay, annual: Math.round(proportion(pay.annual, 1000 + percent, 1000) / 1000) * 1000 };
  }
  return atLeastLowest({ ...pay, rate: proportion(pay.rate, 1000 + percent, 1000) }, day);
}

/** Plans a rise each April: a small one for most, none in some years, a promotion now and then. */
export function paySteps(stream: Stream, first: BasicPay, start: Day, begins: Day): PayEvent[] {
  const steps: PayEvent[] = [];
  let pay = first;
  const until = plannedUntil(begins);
  for (let { year } = civil(dayNumber(recordsFrom(begins))); ; year++) {
    const april = fromCivil(year, 4, 1);
    if (april >= until) return steps;
    const permille = stream.weighted([
      [0, 12],
      [stream.int(15, 45), 78],
      [stream.int(60, 140), 10],
    ]);
    const from = dayText(april);
    if (from <= start) continue;
    pay = raised(pay, permille, from);
    steps.push({ kind: 'pay-rise', from, basicPay: pay });
  }
}
