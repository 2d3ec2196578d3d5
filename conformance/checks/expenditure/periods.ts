import fc from 'fast-check';
import { penceToText } from '../../../generators/money.ts';
import type { Points } from '../../../spec/profile.ts';
import { type Check, type Context, check } from '../../judgement/check.ts';
import { expectSuccess } from '../../judgement/expect.ts';
import { expectMonths, expectSameEstimates } from '../../predicates/estimates.ts';
import { authorisedUser } from '../../steps/linked-user.ts';
import { connect, query } from '../../steps/provided-payroll.ts';
import {
  type Day,
  daysFromTo,
  firstDay,
  lastDay,
  type Month,
  monthOf,
  monthsFromTo,
  plusDays,
  plusMonths,
} from '../../values/calendar.ts';
import { type Interval, intervalsIn, months, nets } from './arbitraries.ts';
import {
  estimateCheck,
  estimateFor,
  type Payslip,
  payslipIn,
  readEstimate,
  readPoints,
  submissionOf,
} from './person.ts';

type Months = { connected?: Payslip; direct?: Payslip; uploaded: Payslip };

/** A user whose payroll arrives these ways; everything that a direct connection compares agrees. */
async function retrieved(ctx: Context, { connected, direct, uploaded }: Months): Promise<string> {
  const { arrange } = ctx;
  const identity = { name: 'Ada Ashworth', NI_number: 'JK482915C' };
  const found = (payslip: Payslip) => {
    const { identity_information, ...rest } = submissionOf(payslip);
    return { ...rest, identity_information: { ...identity_information, ...identity } };
  };
  const user_id = await authorisedUser(ctx, {
    ...{ forename: 'Ada', surname: 'Ashworth', ni_number: identity.NI_number },
    date_of_birth: `${uploaded.born}T00:00:00.000Z`,
    post_codes: [uploaded.postCode ?? ''],
    ...{ payroll_connections_enabled: true, payroll_period_months: 12 },
  });
  if (connected) {
    const { account_id } = await arrange.linkAccount(user_id, { payroll: [found(connected)] });
    expectSuccess(await query(ctx, { account_id, bearer: await arrange.tokenFor(user_id) }));
  }
  if (direct) {
    await arrange.setDirectPayroll(user_id, [found(direct)]);
    expectSuccess(await connect(ctx, { user_id }));
  }
  await arrange.createEntry(user_id, [found(uploaded)]);
  return user_id;
}

/** Payslips of two months that came in different ways count like two uploads, also with equal pay. */
async function expectCounted(ctx: Context, by: 'connected' | 'direct', net = 210_000): Promise<void> {
  // Of late, so that no lookback period leaves it out.
  const { from } = await ctx.moment();
  const ago = (count: number): Month =>
    plusMonths(monthOf(new Date(from).toISOString().slice(0, 10)), -count);
  const retrievedThen = payslipIn(ago(2), { net: 180_000 });
  const uploaded = payslipIn(ago(3), { net });
  const answer = await readEstimate(ctx, await retrieved(ctx, { [by]: retrievedThen, uploaded }));
  const twin = await estimateFor(ctx, { payslips: [retrievedThen, uploaded] });
  expectMonths(answer, [ago(2), ago(3)], 'the months of payroll from two sources');
  expectSameEstimates(answer, twin, 'the estimates, as of two payslips');
}

type DayCount = Points['expenditure.day-count'];

function daysByMonth(interval: Interval, count: DayCount): { month: Month; days: number }[] {
  const last = count === 'inclusive' ? interval.to : plusDays(interval.to, -1);
  return monthsFromTo(monthOf(interval.from), monthOf(last)).map((month) => {
    const from = month === monthOf(interval.from) ? interval.from : firstDay(month);
    return { month, days: daysFromTo(from, month === monthOf(last) ? last : lastDay(month)) };
  });
}

/** Adds a day where the last day of the interval decides over a month: whether that day counts is an open point. */
const reachingOn = ({ from, to }: Interval): Interval =>
  to === firstDay(monthOf(to)) ? { from, to: plusDays(to, 1) } : { from, to };

const paid = (interval: Interval, net: number) => payslipIn(monthOf(interval.from), { ...interval, net });

const fewIntervals = { minLength: 1, maxLength: 3 };
const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);

const span = (from: Day, to: Day): Interval => ({ from, to });

/** Over and up to a 29 February, over both changes of the clock, a new year, a short February, and more than a year. */
const oddSpans = [
  [span('2020-02-10', '2020-03-20'), span('2024-02-01', '2024-02-29')],
  [span('2019-03-25', '2019-04-14'), span('2022-10-24', '2022-11-13')],
  [span('2019-12-20', '2020-01-19'), span('2023-02-01', '2023-03-01')],
  [span('2017-01-10', '2018-02-09'), span('2021-06-01', '2022-06-30')],
] as const;

export const periodChecks: readonly Check[] = [
  check('expenditure.sources.all-payroll', {
    needs: ['users', 'entries', 'accounts', 'authorisations', 'tokens'],
    uses: readPoints,
  }).by(async (ctx) => {
    await expectCounted(ctx, 'connected');
    await expectCounted(ctx, 'connected', 180_000);
  }),

  check('expenditure.sources.direct-connection', {
    needs: ['users', 'entries', 'direct-payroll', 'authorisations'],
    uses: readPoints,
  }).by((ctx) => expectCounted(ctx, 'direct')),
  estimateCheck('expenditure.months.all-touched', {
    uses: [...readPoints, 'expenditure.day-count'],
    given: fc.record({
      intervals: fc.array(intervalsIn(monthsFromTo('2021-01', '2023-12'), 4), fewIntervals),
      whole: fc.constantFrom(...monthsFromTo('2019-01', '2019-12')),
    }),
  }).by(async (ctx, { intervals, whole }) => {
    const count = ctx.known['expenditure.day-count'];
    const long = [...intervals, span(firstDay(whole), lastDay(whole))];
    const oneDay = span('2018-03-01', '2018-03-01');
    const all = count === 'inclusive' ? [...long, oneDay] : count === undefined ? long.map(reachingOn) : long;
    // Ten pounds a day at least: no month's share is rounded away.
    const payslips = all.map((one) => paid(one, 1000 * daysFromTo(one.from, one.to)));
    const expected = all.flatMap((one) => daysByMonth(one, count ?? 'inclusive').map(({ month }) => month));
    const shown = all.map(({ from, to }) => `${from} to ${to}`).join(', ');
    expectMonths(await estimateFor(ctx, { payslips }), expected, `the months of pay for ${shown}`);
  }),

  estimateCheck('expenditure.split.by-days', {
    points: ['expenditure.day-count'],
    given: fc.record({
      first: intervalsIn(monthsFromTo('2019-01', '2019-12'), 4),
      second: intervalsIn(monthsFromTo('2022-01', '2022-12'), 2),
      // Whole pence for every day, so that no rounding comes in.
      penceADay: fc.integer({ min: 2000, max: 15_000 }),
    }),
    always: oddSpans.map(([first, second]) => ({ first, second, penceADay: 3100 })),
  }).by(async (ctx, { first, second, penceADay }) => {
    const count = ctx.points['expenditure.day-count'];
    const parts = [first, second].map((interval) => daysByMonth(interval, count));
    const answer = await estimateFor(ctx, {
      payslips: [first, second].map((interval, at) =>
        paid(interval, penceADay * sum((parts[at] ?? []).map(({ days }) => days))),
      ),
    });
    const twin = await estimateFor(ctx, {
      payslips: parts.flat().map(({ month, days }) => payslipIn(month, { net: penceADay * days })),
    });
    const shares = parts.flat().map(({ month, days }) => `${penceToText(penceADay * days)} in ${month}`);
    expectSameEstimates(answer, twin, `the estimates, as of pay of ${shares.join(', ')}`);
  }),

  estimateCheck('expenditure.split.periods-add-up', {
    given: fc.record({
      month: months,
      // Two equal ones may be one payslip that was retrieved twice, and a deployment may count that once.
      pays: fc.uniqueArray(nets, { minLength: 2, maxLength: 4 }),
      // A correction that takes back less than the smallest pay.
      takenBack: fc.option(fc.integer({ min: 1, max: 40_000 }), { nil: 0 }),
    }),
  }).by(async (ctx, { month, pays, takenBack }) => {
    const all = takenBack > 0 ? [...pays, -takenBack] : pays;
    const answer = await estimateFor(ctx, { payslips: all.map((net) => payslipIn(month, { net })) });
    const twin = await estimateFor(ctx, { payslips: [payslipIn(month, { net: sum(all) })] });
    expectMonths(twin, [month], 'the months of one pay');
    expectSameEstimates(answer, twin, `the estimate of ${all.map(penceToText).join(' + ')} in one month`);
  }),
];
