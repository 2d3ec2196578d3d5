import { dayText, instantOf, MS_PER_DAY } from '../../../generators/calendar.ts';
import { penceToText } from '../../../generators/money.ts';
import { regionOf } from '../../../generators/uk/post-codes.ts';
import { isoInstant, readInstant } from '../../../simulator/domain/instant.ts';
import {
  defaultPoints,
  type ExpenditureResult,
  type ExpenditureInput as Input,
} from '../../../simulator/expenditure/estimate.ts';
import { messages } from '../../../simulator/expenditure/messages.ts';
import { shippedModel } from '../../../simulator/expenditure/model.ts';
import {
  firstDayOf,
  lastDayOf,
  type Month,
  monthOf,
  type Share,
  splitByMonth,
} from '../../../simulator/expenditure/months.ts';
import {
  type CountedPeriod,
  countedPeriod,
  type PayrollPeriod,
} from '../../../simulator/expenditure/period.ts';
import type { Ports } from '../../../simulator/ports/ports.ts';
import { mapValues } from '../../../spec/json.ts';
import type { Points } from '../../../spec/profile.ts';
import type { ExpenditureEstimate } from '../../../spec/types.ts';
import type { EdgeAnswer } from './edge.ts';
import { type Defect, mutantsOf, onAnswer, withPort } from './mutant.ts';

/** Stands in the place of the estimate, which it may ask. */
const onEstimate = (change: (input: Input, estimate: Ports['estimate']) => ExpenditureResult): Defect =>
  withPort('estimate', (estimate) => (input) => change(input, estimate));

const onInput = (change: (input: Input) => Input): Defect =>
  onEstimate((input, estimate) => estimate(change(input)));

const onPayslips = (change: (period: PayrollPeriod, input: Input) => PayrollPeriod): Defect =>
  onInput((input) => ({ ...input, periods: input.periods.map((period) => change(period, input)) }));

type Model = ReturnType<typeof shippedModel>;

const onModel = (change: (model: Model) => Partial<Model>): Defect =>
  onInput((input) => {
    const model = { ...shippedModel(), ...change(shippedModel()) };
    return { ...input, points: { ...pointsOf(input), 'expenditure.model': model } };
  });

export const onEstimates = (change: (estimates: ExpenditureEstimate[], input: Input) => unknown[]): Defect =>
  onEstimate((input, estimate) => {
    const result = estimate(input);
    if ('errors' in result) return result;
    return { expenditures: change(result.expenditures, input) as ExpenditureEstimate[] };
  });

export const onMessages = (change: (messages: string[], input: Input) => string[]): Defect =>
  onEstimate((input, estimate) => {
    const result = estimate(input);
    return 'errors' in result ? { errors: change(result.errors, input) } : result;
  });

const pointsOf = ({ points = defaultPoints() }: Input): Points => points;

type Shares = (period: CountedPeriod, shares: Share[]) => Pick<Share, 'month' | 'pence'>[];

/** Gives the estimate each payslip cut into one for each month. */
const onMonths = (
  change: (cut: PayrollPeriod[], input: Input) => PayrollPeriod[],
  shareOut: Shares = (_, shares) => shares,
): Defect =>
  onInput((input) => {
    const cut = input.periods.flatMap((period) => parts(input, period, shareOut));
    return { ...input, periods: change(cut, input) };
  });

const onShares = (shareOut: Shares): Defect => onMonths((cut) => cut, shareOut);

/** A payslip cut into one for each month; what does not count stays whole. */
function parts(input: Input, period: PayrollPeriod, shareOut: Shares): PayrollPeriod[] {
  const points = pointsOf(input);
  const counted = countedPeriod(period, points['expenditure.day-count']);
  if (!counted) return [period];
  return shareOut(counted, splitByMonth(counted, points['expenditure.split-rounding'])).map(
    ({ month, pence }) => paid(period, { start: firstDayOf(month) + 4, end: firstDayOf(month) + 19, pence }),
  );
}

const startOf = ({ income_information: income }: PayrollPeriod): string => income?.pay_interval_start ?? '';

const monthNumber = (period: PayrollPeriod): Month =>
  monthOf(Math.floor((readInstant(startOf(period)) ?? 0) / MS_PER_DAY));

function paid(
  period: PayrollPeriod,
  { start, end, pence }: { start?: number; end?: number; pence?: number },
): PayrollPeriod {
  const income = { ...period.income_information };
  if (start !== undefined) income.pay_interval_start = instantOf(dayText(start));
  if (end !== undefined) income.pay_interval_end = instantOf(dayText(end));
  if (pence !== undefined) income.earnings = { ...income.earnings, net_pay: penceToText(pence) };
  return { ...period, income_information: income };
}

const bornOf = (period: PayrollPeriod): string | null => period.identity_information?.date_of_birth ?? null;
const postCodeOf = (period: PayrollPeriod): string | null =>
  period.identity_information?.address?.post_code ?? null;

const born = (period: PayrollPeriod, date: string | null | undefined): PayrollPeriod => ({
  ...period,
  identity_information: { ...period.identity_information, date_of_birth: date ?? null },
});

function bornLater(period: PayrollPeriod, days: number): PayrollPeriod {
  const at = readInstant(bornOf(period));
  return at === undefined ? period : born(period, isoInstant(at + days * MS_PER_DAY));
}

const livingAt = (period: PayrollPeriod, postCode: string | null | undefined): PayrollPeriod => ({
  ...period,
  identity_information: {
    ...period.identity_information,
    address: { ...period.identity_information?.address, post_code: postCode ?? null },
  },
});

const netOf = (period: PayrollPeriod, input: Input): number | undefined =>
  countedPeriod(period, pointsOf(input)['expenditure.day-count'])?.net;

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
const agedOn = (dayIn: (month: Month, cut: readonly PayrollPeriod[]) => number): Defect =>
  onMonths((cut, input) =>
    cut.map((part) => {
      const month = monthNumber(part);
      return bornLater(settled(part, input), lastDayOf(month) - dayIn(month, cut));
    }),
  );

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

type PostCodes = readonly (string | null)[];

const onUserPostCodes = (change: (postCodes: PostCodes, input: Input) => PostCodes): Defect =>
  onInput((input) => ({
    ...input,
    user: { ...input.user, post_codes: change(input.user.post_codes ?? [], input) },
  }));

function keepsFirstEstimate(): Defect {
  const first = new Map<string, EdgeAnswer>();
  return onAnswer('getOnsExpenditure', (answer, { url }) => {
    if (answer.status === 200 && !first.has(url)) first.set(url, answer);
    return first.get(url);
  });
}

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
  'errors.post-codes-missing: leaves-months-without-a-post-code-out': onEstimate((input, estimate) => {
    const result = estimate(input);
    const lost = 'errors' in result && result.errors.some((message) => message.includes('[post_codes]'));
    return lost ? { expenditures: [] } : result;
  }),
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
  'age.user-otherwise: keeps-the-first-estimate-of-a-user': keepsFirstEstimate(),
  'age.each-period-its-own: takes-the-last-date-of-birth-for-all-months': allAs(bornOf, born, -1),
  'age.on-last-day: takes-age-on-the-last-day-but-one': agedOn((month) => lastDayOf(month) - 1),
  'age.on-last-day: takes-age-of-the-newest-month': agedOn((_, cut) =>
    lastDayOf(Math.max(...cut.map(monthNumber))),
  ),
  'age.adjusts-cost-of-living: takes-everybody-for-the-same-age': onModel(() => ({
    age_factors: [{ from: 0, to: 150, factor: 1 }],
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
  'split.periods-add-up: takes-the-last-pay-of-a-month': onMonths((cut) => [
    ...new Map(cut.map((part) => [monthNumber(part), part])).values(),
  ]),
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
  'region.adjusts-housing: houses-everybody-alike': onModel((model) => ({
    region_factors: mapValues(model.region_factors, () => 1),
  })),
  'region.leaves-cost-of-living: adjusts-cost-of-living-by-region': dearer('cost_of_living', (period) =>
    regionOf(postCodeOf(period) ?? '') === 'Scotland' ? 1.2 : 1,
  ),
});
