import { addMonths, type Day, type DayNumber, dayNumber, dayText } from '../calendar.ts';
import type { Pence } from '../money.ts';
import { taxYearOf, taxYearStart } from '../uk/tax-year.ts';
import { sumOf } from './earnings.ts';
import type { Employment } from './employment.ts';
import { payPeriods } from './pay-periods.ts';
import { openPayroll } from './payroll.ts';
import type { Payslip } from './payslip.ts';
import { timelineOf } from './timeline.ts';

const ALWAYS = { from: Number.NEGATIVE_INFINITY, until: Number.POSITIVE_INFINITY };

/** All payslips paid on or before a day, oldest first; a later day only adds payslips at the end. */
export function payslips(employment: Employment, until: Day): Payslip[] {
  const timeline = timelineOf(employment);
  const { start, leave } = timeline;
  const first = payPeriods(employment, { start, leave, ...ALWAYS }).next();
  if (first.done) return [];

  const keepFrom = employment.recordsFrom === undefined ? ALWAYS.from : dayNumber(employment.recordsFrom);
  // Enough of the past for the year to date and the twelve months of the first payslip kept.
  const from = keepFrom <= start ? ALWAYS.from : taxYearStart(taxYearOf(addMonths(keepFrom, -12)));
  const run = openPayroll(timeline, first.value.payDay);
  const rolling = rollingYear(employment.frequency === 'monthly');
  let toDate: Payslip['yearToDate'] | undefined;
  const made: Payslip[] = [];

  for (const period of payPeriods(employment, { start, leave, from, until: dayNumber(until) })) {
    const { taxYear, taxCode, earnings, taxable, employerPension, deductions } = run(period);
    const gross = sumOf(earnings, () => true);
    const net = gross - deductions.total;
    const fixedTotal = sumOf(earnings, (line) => line.isFixed);
    const before = toDate?.taxYear === taxYear ? toDate : { gross: 0, net: 0, tax: 0, ni: 0, taxable: 0 };
    toDate = {
      gross: before.gross + gross,
      net: before.net + net,
      tax: before.tax + deductions.incomeTax,
      ni: before.ni + deductions.employeeNi,
      taxable: before.taxable + taxable,
      taxYear,
    };
    const rolling12m = rolling({ day: period.payDay, gross, net });
    if (period.payDay < keepFrom) continue;
    made.push({
      index: made.length,
      payDate: dayText(period.payDay),
      intervalStart: dayText(period.start),
      intervalEnd: dayText(period.end),
      frequency: employment.frequency,
      taxCode,
      gross,
      net,
      baseSalary: sumOf(earnings, ({ type }) => type === 'basic'),
      bonus: sumOf(earnings, ({ type }) => type === 'bonus'),
      fixedTotal,
      variableTotal: gross - fixedTotal,
      taxable,
      employerPension,
      earnings,
      yearToDate: toDate,
      rolling12m,
      deductions,
    });
  }
  return made;
}

type Paid = { day: DayNumber; gross: Pence; net: Pence };

/** Monthly pay counts its last twelve payslips: a pay day that moved off a weekend must not bring a thirteenth in. */
function rollingYear(isMonthly: boolean): (paid: Paid) => { gross: Pence; net: Pence } {
  const all: Paid[] = [];
  let first = 0;
  let gross = 0;
  let net = 0;
  return (paid) => {
    all.push(paid);
    gross += paid.gross;
    net += paid.net;
    const yearAgo = addMonths(paid.day, -12);
    const isOld = ({ day }: Paid) => (isMonthly ? all.length - first > 12 : day <= yearAgo);
    for (let oldest = all[first]!; isOld(oldest); oldest = all[first]!) {
      gross -= oldest.gross;
      net -= oldest.net;
      first += 1;
    }
    return { gross, net };
  };
}
