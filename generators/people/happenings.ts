import { civil, type Day, type DayNumber, dayNumber, dayText, fromCivil } from '../calendar.ts';
import { proportion } from '../money.ts';
import type { BasicPay, PayEvent, PayFrequency, Pence } from '../pay/employment.ts';
import type { Stream } from '../random.ts';
import { payPeriodOf } from '../uk/tax-year.ts';
import { moneyLevel, plannedUntil, recordsFrom } from './history.ts';
import type { Trade } from './trades.ts';

/** The days that are planned: from a year before the records, since the first payslips count twelve months back. */
const span = (begins: Day) => ({ from: dayNumber(recordsFrom(begins)) - 366, until: plannedUntil(begins) });

const stepDays = (frequency: PayFrequency): number => payPeriodOf[frequency].weeks * 7 || 30;

type Terms = { trade: Trade; basicPay: BasicPay; frequency: PayFrequency; begins: Day };

/** What the contract is worth in a year, near enough to size a bonus by. */
export function yearly(pay: BasicPay): Pence {
  if (pay.kind === 'salary') return pay.annual;
  return pay.kind === 'hourly' ? proportion(pay.rate * pay.weeklyHours, 52, 100) : 20_000_00;
}

function* days({ begins }: Terms, step: number): Generator<DayNumber> {
  const { from, until } = span(begins);
  for (let day = from; day < until; day += step) yield day;
}

function overtime(stream: Stream, terms: Terms): PayEvent[] {
  const { basicPay, frequency } = terms;
  const hour = basicPay.kind === 'hourly' ? basicPay.rate : Math.round(yearly(basicPay) / 1950);
  const rate = proportion(hour, 3, 2);
  const keen = stream.pick([0.12, 0.3, 0.5]);
  return [...days(terms, stepDays(frequency))]
    .filter(() => stream.chance(keen))
    .map((day) => {
      const on = dayText(day);
      const quantity = stream.int(2, 4 + Math.floor(stepDays(frequency) / 4)) * 50;
      return {
        kind: 'overtime',
        on,
        description: 'Overtime at time and a half',
        quantity,
        rate,
        unit: 'hour',
      };
    });
}

function yearlyBonus(stream: Stream, { basicPay, begins }: Terms): PayEvent[] {
  const { from, until } = span(begins);
  const first = civil(from).year;
  const month = stream.pick([3, 6, 9, 12]);
  const permille = stream.int(20, 110);
  return Array.from({ length: civil(until).year - first }, (_, index) => {
    const amount =
      Math.round(proportion(yearly(basicPay), permille + stream.int(-15, 15), 1000) / 1000) * 1000;
    const on = dayText(fromCivil(first + index, month, 10));
    return { kind: 'bonus', on, description: 'Annual bonus', amount };
  });
}

const commission = (stream: Stream, terms: Terms): PayEvent[] =>
  [...days(terms, 30)]
    .filter(() => stream.chance(0.8))
    .map((day) => {
      const amount = proportion(yearly(terms.basicPay), stream.int(5, 160), 12_000);
      return { kind: 'commission', on: dayText(day), description: 'Sales commission', amount };
    });

function tips(stream: Stream, terms: Terms): PayEvent[] {
  const step = stepDays(terms.frequency);
  return [...days(terms, step)].map((day) => {
    const amount = Math.round(moneyLevel(terms.begins) * stream.int(150, 900)) * step;
    return { kind: 'tips', on: dayText(day), description: 'Tips', amount };
  });
}

function benefits(stream: Stream, { begins }: Terms): PayEvent[] {
  const medical = stream.chance(0.7);
  const [description, monthly] = medical
    ? ['Private medical insurance', stream.int(45, 120) * 100]
    : ['Company car', stream.int(150, 480) * 100];
  const from = dayText(stream.int(span(begins).from, dayNumber(begins)));
  return [{ kind: 'benefit-in-kind', from, to: null, description, monthly }];
}

function absences(stream: Stream, { trade, begins }: Terms): PayEvent[] {
  const { from, until } = span(begins);
  const events: PayEvent[] = [];
  for (let year = from; year < until - 60; year += 365) {
    const day = year + stream.int(0, 330);
    if (stream.chance(0.07)) {
      const isTheirs = trade.pay.kind === 'salary' && stream.chance(0.7);
      const pay = isTheirs ? { share: stream.pick([10_000, 5_000]) } : 'statutory';
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
  const usual = often === null ? [] : happeningsOf[often](stream.fork(often), terms);
  return [...usual, ...absences(stream.fork('absences'), terms)];
}

const happeningsOf = { overtime, bonus: yearlyBonus, commission, tips, benefits };
