import { MS_PER_DAY } from '../../../generators/calendar.ts';
import { regionOf } from '../../../generators/uk/post-codes.ts';
import { isoInstant, readInstant } from '../../../simulator/domain/instant.ts';
import { messages } from '../../../simulator/expenditure/messages.ts';
import { shippedModel } from '../../../simulator/expenditure/model.ts';
import { lastDayOf, monthOf } from '../../../simulator/expenditure/months.ts';
import { countedPeriod, type PayrollPeriod } from '../../../simulator/expenditure/period.ts';
import {
  born,
  bornLater,
  bornOf,
  emptyFor,
  type ExpenditureInput as Input,
  livingAt,
  monthNumber,
  onEstimate,
  onEstimates,
  onInput,
  onMessages,
  onMonths,
  onPayslips,
  onPoints,
  onShares,
  paid,
  parts,
  pointsOf,
  postCodeOf,
} from './estimate-defects.ts';
import { type Defect, mutantsOf } from './mutant.ts';

const netOf = (period: PayrollPeriod, input: Input): number | undefined =>
  countedPeriod(period, pointsOf(input)['expenditure.day-count'])?.net;

const startOf = ({ income_information: income }: PayrollPeriod): string => income?.pay_interval_start ?? '';

const isOfMonth = (period: PayrollPeriod, date: string): boolean =>
  startOf(period).startsWith(date.slice(0, 7));

/** Refuses if the payslips include a month without an estimate. */
const refusesForThem = (message: string, which: (period: PayrollPeriod) => boolean): Defect =>
  onEstimate((input, estimate) => {
    const result = estimate(input);
    if ('errors' in result) return result;
    const forgotten = input.periods.filter(
      (period) =>
        netOf(period, input) !== undefined &&
        !result.expenditures.some(({ date }) => isOfMonth(period, date)),
    );
    return forgotten.some(which) ? { errors: [message] } : result;
  });

const day = (text: string): number => Math.floor(Date.parse(text) / MS_PER_DAY);

/** Gives an interval that lacks an end the pay day in its place. */
const completed = (period: PayrollPeriod): PayrollPeriod => {
  const { pay_date, pay_interval_start, pay_interval_end } = period.income_information ?? {};
  const other = pay_interval_start ?? pay_interval_end ?? pay_date;
  if (!other || (pay_interval_start && pay_interval_end)) return period;
  return paid(period, { start: day(pay_interval_start ?? other), end: day(pay_interval_end ?? other) });
};

/** The payslip with whatever date of birth counts for it. */
const settled = (period: PayrollPeriod, { user }: Input): PayrollPeriod =>
  born(period, bornOf(period) ?? user.date_of_birth);

/** Every payslip says what one of those says that say anything. */
const allAs = (
  read: (period: PayrollPeriod) => string | null,
  write: (period: PayrollPeriod, value: string | undefined) => PayrollPeriod,
  at: number,
): Defect =>
  onInput((input) => {
    const value = input.periods.flatMap((period) => read(period) ?? []).at(at);
    return { ...input, periods: input.periods.map((period) => write(period, value)) };
  });

/** Age as it would be on another day than the month's last: the birth is moved by as much. */
const agedOn = (dayIn: (month: number) => number): Defect =>
  onMonths((period, month, input) => bornLater(settled(period, input), lastDayOf(month) - dayIn(month)));

const agedInNewestMonth = onInput((input) => {
  const cut = input.periods.flatMap((period) => parts(input, period));
  const monthIn = (period: PayrollPeriod) =>
    monthOf(Math.floor((readInstant(startOf(period)) ?? 0) / MS_PER_DAY));
  const newest = lastDayOf(Math.max(...cut.map(monthIn)));
  const periods = cut.map((part) => bornLater(settled(part, input), lastDayOf(monthIn(part)) - newest));
  return { ...input, periods };
});

/** Another amount in the months with such a payslip. */
const dearer = (field: 'housing' | 'cost_of_living', factorOf: (period: PayrollPeriod) => number): Defect =>
  onEstimates((estimates, { periods }) =>
    estimates.map((one) => {
      const period = periods.find((each) => isOfMonth(each, one.date)) ?? {};
      return { ...one, [field]: (Number(one[field]) * factorOf(period)).toFixed(2) };
    }),
  );

const onlyFrom = (input: Input, keeps: (period: PayrollPeriod) => boolean): Input => ({
  ...input,
  periods: input.periods.filter(keeps),
});

const sourceOf = (period: PayrollPeriod): string => String(Reflect.get(period, 'source'));

const takesLastPayOfMonth = onInput((input) => {
  const cut = input.periods.flatMap((period) => parts(input, period));
  return { ...input, periods: [...new Map(cut.map((part) => [monthNumber(part), part])).values()] };
});

type PostCodes = readonly (string | null)[];

const onUserPostCodes = (change: (postCodes: PostCodes, input: Input) => PostCodes): Defect =>
  onInput((input) => ({
    ...input,
    user: { ...input.user, post_codes: change(input.user.post_codes ?? [], input) },
  }));

export const expenditureMutants = mutantsOf('expenditure.', {
  'left-out.zero-net-pay: refuses-for-one-unpaid-month': refusesForThem(messages.noPositivePay(), () => true),
  'left-out.channel-islands: refuses-for-one-month-on-an-island': refusesForThem(
    messages.noRegion('JE2 3AB'),
    (period) => /^(JE|GY)/.test(postCodeOf(period) ?? ''),
  ),
  'months.newest-first: orders-months-of-all-years-together': onEstimates((estimates) =>
    estimates.toSorted((a, b) => (a.date.slice(5) < b.date.slice(5) ? 1 : -1)),
  ),
  'months.newest-first: gives-a-month-once-for-each-payslip': onEstimate((input, estimate) => ({
    expenditures: input.periods
      .flatMap((period) => {
        const alone = estimate({ ...input, periods: [period] });
        return 'errors' in alone ? [] : alone.expenditures;
      })
      .sort((a, b) => (a.date < b.date ? 1 : -1)),
  })),
  'errors.post-codes-missing: leaves-months-without-a-post-code-out': emptyFor('[post_codes]'),
  'errors.over-age: takes-the-age-of-151': onPayslips((period, { user }) => {
    const date = bornOf(period) ?? user.date_of_birth ?? '2000-01-01';
    const year = Number(date.slice(0, 4));
    return year > 1874 || year < 1850 ? period : born(period, `${year + 1}-01-01`);
  }),
  'errors.each-post-code-tried: tells-nothing-of-the-users-post-codes': onMessages((errors, { user }) =>
    errors.filter((message) => !(user.post_codes ?? []).some((one) => message.includes(`${one} has`))),
  ),
  'errors.periods-without-dates: takes-a-day-where-the-end-is-missing': onPayslips((period) =>
    startOf(period) ? completed(period) : period,
  ),
  'age.payslip-first: asks-the-user-for-the-date-of-birth-first': onPayslips((period, { user }) =>
    born(period, user.date_of_birth ?? bornOf(period)),
  ),
  'age.each-period-its-own: takes-the-last-date-of-birth-for-all-months': allAs(bornOf, born, -1),
  'age.on-last-day: takes-age-on-the-last-day-but-one': agedOn((month) => lastDayOf(month) - 1),
  'age.on-last-day: takes-age-of-the-newest-month': agedInNewestMonth,
  'age.adjusts-cost-of-living: takes-everybody-for-the-same-age': onPoints(() => ({
    'expenditure.model': { ...shippedModel(), age_factors: [{ from: 0, to: 150, factor: 1 }] },
  })),
  'age.leaves-housing: adjusts-housing-by-age': dearer('housing', (period) =>
    (bornOf(period) ?? '1900') > '1980' ? 1.05 : 1,
  ),
  'age.newborn: wants-birth-before-the-last-day': agedOn((month) => lastDayOf(month) - 1),
  'age.oldest: refuses-the-age-of-150': onPayslips((period) => {
    const at = new Date(readInstant(bornOf(period)) ?? 0);
    const earlier = () => isoInstant(at.setUTCFullYear(at.getUTCFullYear() - 1));
    return at.getUTCFullYear() > 1900 ? period : born(period, earlier());
  }),
  'months.all-touched: forgets-the-months-in-the-middle': onShares((_, shares) =>
    shares.filter((_share, at) => at === 0 || at === shares.length - 1),
  ),
  'split.by-days: counts-the-last-day-half': onShares(({ net }, shares) => {
    const total = shares.reduce((sum, { days }) => sum + days, -0.5);
    return shares.map(({ month, days }, at) => {
      const counted = days - (at === shares.length - 1 ? 0.5 : 0);
      return { month, pence: Math.round((net * counted) / total) };
    });
  }),
  'split.periods-add-up: takes-the-last-pay-of-a-month': takesLastPayOfMonth,
  'sources.all-payroll: leaves-uploaded-payslips-out': onInput((input) =>
    onlyFrom(input, (period) => !sourceOf(period).includes('upload')),
  ),
  'sources.all-payroll: takes-equal-pay-of-two-months-for-one': onInput((input) => {
    const accountOf = new Map<number, unknown>();
    return onlyFrom(input, (period) => {
      const account_id: unknown = Reflect.get(period, 'account_id');
      const pay = netOf(period, input) ?? 0;
      if (!accountOf.has(pay)) accountOf.set(pay, account_id);
      return accountOf.get(pay) === account_id;
    });
  }),
  'sources.direct-connection: halves-the-pay-of-direct-connections': onPayslips((period, input) =>
    sourceOf(period).includes('direct') && postCodeOf(period)
      ? paid(period, { pence: Math.round((netOf(period, input) ?? 0) / 2) })
      : period,
  ),
  'region.payslip-first: asks-the-user-for-the-post-code-first': onPayslips((period, { user }) =>
    livingAt(period, user.post_codes?.[0] ?? postCodeOf(period)),
  ),
  'region.user-when-payslip-has-none: takes-the-post-code-of-the-payslip-as-final': onUserPostCodes(
    (postCodes, { periods }) => (periods.every(postCodeOf) ? [] : postCodes),
  ),
  'region.each-period-its-own: takes-the-first-post-code-for-all-months': allAs(postCodeOf, livingAt, 0),
  'region.each-period-its-own: keeps-months-in-by-another-months-region': onUserPostCodes(
    (postCodes, { periods }) => [...postCodes, ...periods.map(postCodeOf)],
  ),
  'region.adjusts-housing: houses-everybody-alike': onPoints(() => {
    const model = shippedModel();
    const all = Object.keys(model.region_factors).map((region) => [region, 1]);
    return {
      'expenditure.model': {
        ...model,
        region_factors: Object.fromEntries(all) as typeof model.region_factors,
      },
    };
  }),
  'region.leaves-cost-of-living: adjusts-cost-of-living-by-region': dearer('cost_of_living', (period) =>
    regionOf(postCodeOf(period) ?? '') === 'Scotland' ? 1.2 : 1,
  ),
});
