import { isoInstant, readInstant } from '../../../simulator/domain/instant.ts';
import { shippedModel } from '../../../simulator/expenditure/model.ts';
import { lastDayOf, monthOf } from '../../../simulator/expenditure/months.ts';
import {
  born,
  bornLater,
  bornOf,
  type ExpenditureInput,
  onEstimates,
  onInput,
  onMonths,
  onOptions,
  onPayslips,
  type PayrollPeriod,
  parts,
} from './estimate-defects.ts';
import { mutantsOf } from './mutant.ts';

const dayMs = 86_400_000;

/** The payslip with whatever date of birth counts for it. */
const settled = (period: PayrollPeriod, { user }: ExpenditureInput): PayrollPeriod =>
  born(period, bornOf(period) ?? user.date_of_birth);

const bornAsOn = (choose: (periods: readonly PayrollPeriod[]) => PayrollPeriod | undefined) =>
  onInput((input) => {
    const first = choose(input.periods.filter((period) => bornOf(period) !== null));
    return { ...input, periods: input.periods.map((period) => born(period, first && bornOf(first))) };
  });

/** Age as it would be on another day than the month's last: the birth is moved by as much. */
const agedOn = (dayIn: (month: number) => number) =>
  onMonths((period, month, input) => bornLater(settled(period, input), lastDayOf(month) - dayIn(month)));

const agedInOneMonth = (choose: (months: number[]) => number) =>
  onInput((input) => {
    const cut = input.periods.flatMap((period) => parts(input, period));
    const monthIn = (period: PayrollPeriod) =>
      monthOf(Math.floor((readInstant(period.income_information?.pay_interval_start) ?? 0) / dayMs));
    const day = lastDayOf(choose(cut.map(monthIn)));
    const periods = cut.map((part) => bornLater(settled(part, input), lastDayOf(monthIn(part)) - day));
    return { ...input, periods };
  });

const factorOf = (estimateDate: string, input: ExpenditureInput): number => {
  const period = input.periods.find((one) =>
    one.income_information?.pay_interval_start?.startsWith(estimateDate.slice(0, 7)),
  );
  return (bornOf(period ?? {}) ?? '1900') > '1980' ? 1.05 : 1;
};

export const ageMutants = mutantsOf('expenditure.age.', {
  'payslip-first: asks-the-user-for-the-date-of-birth-first': onPayslips((period, { user }) =>
    born(period, user.date_of_birth ?? bornOf(period)),
  ),
  'each-period-its-own: takes-the-last-date-of-birth-for-all-months': bornAsOn((periods) => periods.at(-1)),
  'on-last-day: takes-age-on-the-last-day-but-one': agedOn((month) => lastDayOf(month) - 1),
  'on-last-day: takes-age-of-the-newest-month': agedInOneMonth((months) => Math.max(...months)),
  'adjusts-cost-of-living: takes-everybody-for-the-same-age': onOptions(() => ({
    model: { ...shippedModel(), age_factors: [{ from: 0, to: 150, factor: 1 }] },
  })),
  'leaves-housing: adjusts-housing-by-age': onEstimates((estimates, input) =>
    estimates.map((one) => ({
      ...one,
      housing: (Number(one.housing) * factorOf(one.date, input)).toFixed(2),
    })),
  ),
  'newborn: wants-birth-before-the-last-day': agedOn((month) => lastDayOf(month) - 1),
  'oldest: refuses-the-age-of-150': onPayslips((period) => {
    const at = new Date(readInstant(bornOf(period)) ?? 0);
    return at.getUTCFullYear() > 1900
      ? period
      : born(period, isoInstant(at.setUTCFullYear(at.getUTCFullYear() - 1)));
  }),
});
