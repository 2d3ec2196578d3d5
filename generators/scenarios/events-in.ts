import { civil, type Day, dayNumber, dayText } from '../calendar.ts';
import { type Pence, proportion } from '../money.ts';
import { type BasicPay, type PayEvent, type Pension, statutoryPension } from '../pay/employment.ts';
import { plannedUntil, recordsFrom } from '../people/history.ts';
import { dayOfYear, resolveDay } from '../relative-day.ts';
import type { ScenarioEvent, ScenarioPay, ScenarioPension } from './scenario.ts';

type Kind<K extends ScenarioEvent['kind']> = Extract<ScenarioEvent, { kind: K }>;
type OneOff = Kind<'bonus' | 'commission' | 'tips' | 'expenses' | 'overtime' | 'deduction'>;

/** The day that a text names, which was checked when the scenario was read. */
export function dayIn(text: string, begins: Day): Day {
  const day = resolveDay(text, begins);
  if (day === undefined) throw new Error(`"${text}" names no day`);
  return day;
}

/** An event of a job as it is in a world that begins on a day; one that comes back is several. */
export function eventsIn(event: ScenarioEvent, begins: Day): PayEvent[] {
  const from = 'from' in event ? dayIn(event.from, begins) : begins;
  const to = 'to' in event && event.to !== undefined ? dayIn(event.to, begins) : null;
  switch (event.kind) {
    case 'pay-rise':
      return [{ kind: event.kind, from, basicPay: payIn(event.pay) }];
    case 'yearly-rise':
      return yearlyRise(event, begins);
    case 'tax-code':
      return [{ kind: event.kind, from, taxCode: event.tax_code }];
    case 'ni-category':
      return [{ kind: event.kind, from, niCategory: event.ni_category }];
    case 'student-loans':
      return [{ kind: event.kind, from, studentLoans: event.student_loans }];
    case 'pension':
      return [{ kind: event.kind, from, pension: pensionIn(event.pension) }];
    case 'benefit-in-kind':
      return [
        { kind: event.kind, from, to, description: event.description, monthly: hundredths(event.monthly) },
      ];
    case 'sick': {
      const pay = event.pay === 'statutory' ? event.pay : { share: hundredths(event.pay.share) };
      return [{ kind: event.kind, from, to: to ?? from, pay }];
    }
    case 'unpaid':
      return [{ kind: event.kind, from, to: to ?? from }];
    case 'zero-pay':
      return [{ kind: event.kind, from, to }];
    default:
      return occasions(event, begins).map(({ on, index }) => oneOff(event, on, index));
  }
}

function oneOff(event: OneOff, on: Day, index: number): PayEvent {
  const { description } = event;
  if (event.kind === 'overtime') {
    const { kind, quantity, rate, unit } = event;
    return { kind, on, description, quantity: hundredths(quantity), rate: hundredths(rate), unit };
  }
  const amounts = [event.amount].flat();
  const amount = hundredths(amounts[index % amounts.length] ?? 0);
  return event.kind === 'deduction'
    ? { kind: event.kind, on, type: event.type, description, amount }
    : { kind: event.kind, on, description, amount };
}

function years(begins: Day): number[] {
  const { year } = civil(dayNumber(recordsFrom(begins)) - 366);
  return Array.from({ length: civil(plannedUntil(begins)).year - year + 1 }, (_, index) => year + index);
}

/** The days of an event, each with its place among the amounts. */
function occasions({ on, every }: OneOff, begins: Day): { on: Day; index: number }[] {
  const texts = [on].flat();
  if (every === 'year') {
    return years(begins).flatMap((year, index) => {
      const day = dayOfYear(texts[0] ?? '', year);
      return day === undefined ? [] : { on: dayText(day), index };
    });
  }
  const days = texts.map((text) => dayNumber(dayIn(text, begins)));
  const shifts = every === '52 weeks' ? years(begins).map((_, round) => (round - 4) * 364) : [0];
  return shifts.flatMap((shift) => days.map((day, index) => ({ on: dayText(day + shift), index })));
}

/** A rise in each year, to a salary that is the one of today; a rise is on the payslips three months later. */
function yearlyRise({ on, per_cent, salary }: Kind<'yearly-rise'>, begins: Day): PayEvent[] {
  const { year: thisYear } = civil(dayNumber(begins) - 90);
  return years(begins).flatMap((year) => {
    const day = dayOfYear(on, year);
    if (day === undefined) return [];
    const factor = (1 + per_cent / 100) ** (year - thisYear);
    const annual = proportion(hundredths(salary), Math.round(factor * 1_000_000), 1_000_000);
    const basicPay = { kind: 'salary', annual: Math.round(annual / 10_000) * 10_000 } as const;
    return { kind: 'pay-rise', from: dayText(day), basicPay };
  });
}

/** Pounds as pence, per cent as basis points, units as hundredths. */
const hundredths = (amount: number): Pence => Math.round(amount * 100);

export function payIn(pay: ScenarioPay): BasicPay {
  if ('salary' in pay) return { kind: 'salary', annual: hundredths(pay.salary) };
  if ('hourly_rate' in pay)
    return { kind: 'hourly', rate: hundredths(pay.hourly_rate), weeklyHours: hundredths(pay.weekly_hours) };
  const { rate, unit, description, quantities } = pay;
  return {
    kind: 'variable',
    rate: hundredths(rate),
    unit,
    description,
    quantities: quantities.map(hundredths),
  };
}

/** The pension of a job; that of automatic enrolment when nothing is said. */
export function pensionIn(pension: ScenarioPension | undefined): Pension {
  if (pension === 'none') return { kind: 'none' };
  if (pension === undefined) return statutoryPension;
  const { employee, employer, ...rest } = pension;
  return {
    kind: 'workplace',
    ...rest,
    employee: hundredths(employee),
    employer: hundredths(employer),
  };
}
