import { type Day, type DayNumber, dayNumber, dayOrNever } from '../calendar.ts';
import { parseTaxCode, type TaxCode, withoutMarker } from '../uk/tax-code.ts';
import { taxYearOf } from '../uk/tax-year.ts';
import type { Employment, PayEvent } from './employment.ts';

/** A value from a day on, until the next one. */
export type Change<T> = { from: DayNumber; value: T };

type EventOf<K extends PayEvent['kind']> = Extract<PayEvent, { kind: K }>;
export type OneOff = Extract<PayEvent, { on: Day }>;
export type Spell<K extends PayEvent['kind']> = { from: DayNumber; to: DayNumber; event: EventOf<K> };
export type Absence = Spell<'sick'> | Spell<'unpaid'> | Spell<'parental'>;

export type Timeline = ReturnType<typeof timelineOf>;

/** An employment with its days counted and its events sorted by what they change, so that each payslip only looks up. */
export function timelineOf(employment: Employment) {
  const { events } = employment;
  const of = <K extends PayEvent['kind']>(kind: K) =>
    events.filter((event): event is EventOf<K> => event.kind === kind);
  const spells = <E extends { from: Day; to: Day | null }>(list: readonly E[]) =>
    list.map((event) => ({ from: dayNumber(event.from), to: dayOrNever(event.to), event }));
  const byFirstDay = (a: { from: DayNumber }, b: { from: DayNumber }) => a.from - b.from;
  const code = (text: string) => ({ text, code: taxCodeOf(text) });
  return {
    employment,
    start: dayNumber(employment.start),
    /** Infinity while employed. */
    leave: dayOrNever(employment.leave),
    birth: employment.dateOfBirth === null ? null : dayNumber(employment.dateOfBirth),
    basicPay: changes(employment.basicPay, of('pay-rise'), (event) => event.basicPay),
    taxCode: changes(code(employment.taxCode), of('tax-code'), (event) => code(event.taxCode)),
    niCategory: changes(employment.niCategory, of('ni-category'), (event) => event.niCategory),
    studentLoans: changes(employment.studentLoans, of('student-loans'), (event) => event.studentLoans),
    pension: changes(employment.pension, of('pension'), (event) => event.pension),
    oneOffs: events.filter((event) => 'on' in event).map((event) => ({ on: dayNumber(event.on), event })),
    benefits: spells(of('benefit-in-kind')),
    /** Unpaid days before sick ones: a day that is both is unpaid. */
    absences: [
      ...spells(of('parental')).sort(byFirstDay),
      ...spells(of('unpaid')).sort(byFirstDay),
      ...spells(of('sick')).sort(byFirstDay),
    ],
    zeroPay: spells(of('zero-pay')),
  };
}

export const valueOn = <T>(list: readonly Change<T>[], day: DayNumber): T => changeOn(list, day).value;

/** The change by which a day's value came. */
const changeOn = <T>(list: readonly Change<T>[], day: DayNumber): Change<T> =>
  list.findLast(({ from }) => from <= day) as Change<T>;

/** Of two changes on one day the later in the list holds. */
function changes<E extends { from: Day }, T>(first: T, events: readonly E[], value: (event: E) => T) {
  const later = events.map((event) => ({ from: dayNumber(event.from), value: value(event) }));
  return [{ from: Number.NEGATIVE_INFINITY, value: first }, ...later.sort((a, b) => a.from - b.from)];
}

function taxCodeOf(text: string): TaxCode {
  const code = parseTaxCode(text);
  if (!code) throw new RangeError(`Not a tax code: ${text}`);
  return code;
}

type Named = { text: string; code: TaxCode };

/** The tax code of each pay day in turn; employers drop a W1, M1 or X in the tax year after the code's first use. */
export function taxCodesInUse({ taxCode }: Timeline, firstPayDay: DayNumber): (payDay: DayNumber) => Named {
  const firstUse = new Map<Change<Named>, number>();
  return (payDay) => {
    const change = changeOn(taxCode, payDay);
    if (change.value.code.basis === 'cumulative') return change.value;
    const year = taxYearOf(payDay);
    // Where the records begin late, an old code was in use before the first payslip that is looked at.
    const isFirst = firstUse.size === 0;
    const first = firstUse.get(change) ?? (isFirst ? taxYearOf(Math.max(change.from, firstPayDay)) : year);
    firstUse.set(change, first);
    if (first >= year) return change.value;
    const text = withoutMarker(change.value.text);
    return { text, code: taxCodeOf(text) };
  };
}
