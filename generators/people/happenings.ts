import { proportion } from '../money.ts';
import { dayNumber, dayText, fromCivil } from '../pay/day.ts';
import type { BasicPay, PayFrequency, Pence } from '../pay/employment.ts';
import type { PayEvent } from '../pay/pay-event.ts';
import type { Stream } from '../random.ts';
import { PLANNED_UNTIL, RECORDS_FROM } from './history.ts';
import type { Trade } from './trades.ts';

/** Happenings begin a year before the records do, since the twelve months before count in the first payslips. */
const FROM = dayNumber(RECORDS_FROM) - 366;
const UNTIL = dayNumber(PLANNED_UNTIL);

const STEP_DAYS: Readonly<Record<PayFrequency, number>> = {
  weekly: 7,
  fortnightly: 14,
  'four-weekly': 28,
  monthly: 30,
};

type Terms = { trade: Trade; basicPay: BasicPay; frequency: PayFrequency };

/** What the contract is worth in a year, near enough to size a bonus by. */
function yearly(pay: BasicPay): Pence {
  if (pay.kind === 'salary') return pay.annual;
  return pay.kind === 'hourly' ? proportion(pay.rate * pay.weeklyHours, 52, 100) : 20_000_00;
}

const hourOf = (pay: BasicPay): Pence => (pay.kind === 'hourly' ? pay.rate : Math.round(yearly(pay) / 1950));

function* days(step: number): Generator<number> {
  for (let day = FROM; day < UNTIL; day += step) yield day;
}

function overtime(stream: Stream, { basicPay, frequency }: Terms): PayEvent[] {
  const rate = proportion(hourOf(basicPay), 3, 2);
  const keen = stream.pick([0.12, 0.3, 0.5]);
  return [...days(STEP_DAYS[frequency])]
    .filter(() => stream.chance(keen))
    .map((day) => {
      const quantity = stream.int(2, 4 + Math.floor(STEP_DAYS[frequency] / 4)) * 50;
      return {
        kind: 'overtime',
        on: dayText(day),
        description: 'Overtime at time and a half',
        quantity,
        rate,
        unit: 'hour',
      };
    });
}

function yearlyBonus(stream: Stream, { basicPay }: Terms): PayEvent[] {
  const month = stream.pick([3, 6, 9, 12]);
  const permille = stream.int(20, 110);
  return [2023, 2024, 2025, 2026, 2027].map((year) => {
    const amount =
      Math.round(proportion(yearly(basicPay), permille + stream.int(-15, 15), 1000) / 1000) * 1000;
    return { kind: 'bonus', on: dayText(fromCivil(year, month, 10)), description: 'Annual bonus', amount };
  });
}

function commission(stream: Stream, { basicPay }: Terms): PayEvent[] {
  return [...days(30)]
    .filter(() => stream.chance(0.8))
    .map((day) => {
      const amount = proportion(yearly(basicPay), stream.int(5, 160), 12_000);
      return { kind: 'commission', on: dayText(day), description: 'Sales commission', amount };
    });
}

function tips(stream: Stream, { frequency }: Terms): PayEvent[] {
  const step = STEP_DAYS[frequency];
  return [...days(step)].map((day) => {
    const amount = stream.int(150, 900) * step;
    return { kind: 'tips', on: dayText(day), description: 'Tips', amount };
  });
}

function benefits(stream: Stream): PayEvent[] {
  const medical = stream.chance(0.7);
  const [description, monthly] = medical
    ? ['Private medical insurance', stream.int(45, 120) * 100]
    : ['Company car', stream.int(150, 480) * 100];
  return [
    { kind: 'benefit-in-kind', from: dayText(stream.int(FROM, UNTIL - 900)), to: null, description, monthly },
  ];
}

function absences(stream: Stream, { trade }: Terms): PayEvent[] {
  const events: PayEvent[] = [];
  for (let year = FROM; year < UNTIL - 60; year += 365) {
    const day = year + stream.int(0, 330);
    if (stream.chance(0.07)) {
      const pay =
        trade.pay.kind === 'salary' && stream.chance(0.7)
          ? { share: stream.pick([10_000, 5_000]) }
          : 'statutory';
      events.push({ kind: 'sick', from: dayText(day), to: dayText(day + stream.int(3, 34)), pay });
    } else if (stream.chance(0.025)) {
      events.push({ kind: 'unpaid', from: dayText(day), to: dayText(day + stream.int(1, 27)) });
    }
  }
  return events;
}

/** Plans what happens in a job: what its kind of work brings, now and then a benefit, sickness or unpaid leave. */
export function happenings(stream: Stream, terms: Terms): PayEvent[] {
  const { often } = terms.trade;
  return [
    ...(often === 'overtime' ? overtime(stream.fork('overtime'), terms) : []),
    ...(often === 'bonus' ? yearlyBonus(stream.fork('bonus'), terms) : []),
    ...(often === 'commission' ? commission(stream.fork('commission'), terms) : []),
    ...(often === 'tips' ? tips(stream.fork('tips'), terms) : []),
    ...(often === 'benefits' ? benefits(stream.fork('benefits')) : []),
    ...absences(stream.fork('absences'), terms),
  ];
}
