import fc from 'fast-check';
import type { ClauseId } from '../../../spec/clauses.ts';
import type { Check } from '../../judgement/check.ts';
import { expectRefusal, expectThat } from '../../judgement/expect.ts';
import {
  byMonth,
  differsSomewhere,
  expectMonths,
  expectSameAmount,
  expectSameEstimates,
  expectSameMonth,
} from '../../predicates/estimates.ts';
import { isRefusal } from '../../target/exchange.ts';
import {
  type Day,
  instantOf,
  lastDay,
  type Month,
  monthsFrom,
  plusDays,
  plusMonths,
  yearsBefore,
} from '../../values/calendar.ts';
import { births, birthsAtAge, months, nets, severalMonths } from './arbitraries.ts';
import { createPerson, estimateCheck, estimateFor, estimateOver, payslipIn, readEstimate } from './person.ts';

/** Two days of birth next to each other: with the one the month has an estimate, with the other none. */
const edges = fc
  .record({ month: months, oldest: fc.boolean() })
  // At the end of February one of the days may be the 29th, whose birthday is an open point.
  .filter(({ month }) => !month.endsWith('-02'))
  .map(({ month, oldest }) => {
    const last = lastDay(month);
    const birthday = yearsBefore(last, 151);
    return oldest
      ? { month, refused: birthday, estimated: plusDays(birthday, 1) }
      : { month, refused: plusDays(last, 1), estimated: last };
  });

/** Beyond the age limit in every month: where this date is used, there is no estimate. */
const impossible = '1850-06-15';

const allAges = Array.from({ length: 151 }, (_, age) => age);

const birthsIn = (month: Month): fc.Arbitrary<Day> =>
  fc.oneof(
    fc.constant(lastDay(month)),
    fc.integer({ min: 1, max: 28 }).map((date) => `${month}-${String(date).padStart(2, '0')}`),
  );

/** A payslip of someone of this age. */
const aged = (month: Month, age: number) =>
  birthsAtAge(month, age).map((born) => ({ month, payslip: payslipIn(month, { born }) }));

/** A person born on one of these days has an estimate of the month. */
const isEstimated = (clause: ClauseId, births: (month: Month) => fc.Arbitrary<Day>, aged = ''): Check =>
  estimateCheck(clause, {
    given: months.chain((month) => fc.record({ month: fc.constant(month), born: births(month) })),
    effort: 0.6,
  }).by(async (ctx, { month, born }) => {
    const answer = await estimateFor(ctx, { payslips: [payslipIn(month, { born })] });
    expectMonths(answer, [month], `the months of a person born on ${born}${aged}`);
  });

export const ageChecks: readonly Check[] = [
  estimateCheck('expenditure.age.on-last-day', { given: edges }).by(
    async (ctx, { month, estimated, refused }) => {
      const born = (day: Day) => estimateFor(ctx, { payslips: [payslipIn(month, { born: day })] });
      expectMonths(await born(estimated), [month], `the months of a person born on ${estimated}`);
      expectRefusal(await born(refused), { status: 404 }, `for ${month} and a person born on ${refused}`);
    },
  ),

  estimateCheck('expenditure.age.on-last-day', {
    // Ten years lie between the months, so that a date can be right for the one and impossible for the other.
    given: months.map((late) => ({ early: plusMonths(late, -120), late })),
    effort: 0.25,
  }).by(async (ctx, { early, late }) => {
    const payslips = [early, late].map((month) => payslipIn(month, { born: null }));
    expectMonths(await estimateFor(ctx, { born: '1970-06-15', payslips }), [early, late], 'both months');
    const cases = [
      { born: yearsBefore(`${early}-10`, 145), never: late },
      { born: yearsBefore(`${late}-10`, 5), never: early },
    ];
    for (const { born, never } of cases) {
      const answer = await estimateFor(ctx, { born, payslips });
      // Whether the other month is estimated all the same is an open point.
      if (answer.status === 404) continue;
      const isNone = !byMonth(answer).has(never);
      expectThat(isNone, `no estimate of ${never} for a person born on ${born}`, 'one', answer);
    }
  }),
  estimateCheck('expenditure.age.on-last-day', {
    // A person with a birthday in the month is as old on its last day as a twin who had it on the first.
    given: fc.constantFrom('02', '15', '28'),
    effort: 0.25,
  }).by(async (ctx, day) => {
    const ages = allAges.slice(1, -1);
    const over = monthsFrom('2012-01', ages.length);
    const born = (on: string) =>
      estimateOver(ctx, over, (month, at) => ({ born: yearsBefore(`${month}-${on}`, ages[at] ?? 1) }));
    expectSameEstimates(await born(day), await born('01'), `a birthday on the ${day} of each month`);
  }),
  estimateCheck('expenditure.age.payslip-first', {
    given: fc.record({ month: months, born: births }),
    effort: 0.4,
  }).by(async (ctx, { month, born }) => {
    const twin = await estimateFor(ctx, { payslips: [payslipIn(month, { born })] });
    expectMonths(twin, [month], 'the months of a person whose payslip alone has a date of birth');
    const answer = await estimateFor(ctx, { born: impossible, payslips: [payslipIn(month, { born })] });
    expectSameEstimates(answer, twin, `the estimates, by ${born} on the payslip`);
    const refused = await estimateFor(ctx, { born, payslips: [payslipIn(month, { born: impossible })] });
    expectRefusal(refused, { status: 404 }, `by ${impossible} on the payslip`);
  }),

  estimateCheck('expenditure.age.user-otherwise', {
    given: fc.record({ month: months, born: births }),
    effort: 0.4,
  }).by(async (ctx, { month, born }) => {
    const twin = await estimateFor(ctx, { payslips: [payslipIn(month, { born })] });
    const { user_id } = await createPerson(ctx, { born, payslips: [payslipIn(month, { born: null })] });
    // There and back: each estimate is made by what the user is then.
    for (const day of [born, impossible, born]) {
      const body = { date_of_birth: instantOf(day) };
      if (isRefusal(await ctx.call('updateUser', { path: { user_id }, body }))) continue;
      const answer = await readEstimate(ctx, user_id);
      if (day === impossible) expectRefusal(answer, { status: 404 }, `by ${impossible} on the user`);
      else expectSameEstimates(answer, twin, `the estimates, by ${born} on the user`);
    }
  }),

  estimateCheck('expenditure.age.each-period-its-own', {
    // Each of the two dates is possible in its own month and impossible in the other.
    given: fc
      .constantFrom(...monthsFrom('2015-01', 24))
      .chain((early) => fc.tuple(aged(early, 150), aged(plusMonths(early, 60), 1))),
    effort: 0.4,
  }).by(async (ctx, periods) => {
    const answer = await estimateFor(ctx, { payslips: periods.map(({ payslip }) => payslip) });
    const paid = periods.map(({ month }) => month);
    expectMonths(answer, paid, 'the months with a date of birth each');
    for (const { month, payslip } of periods) {
      const twin = await estimateFor(ctx, { payslips: [payslip] });
      expectSameMonth(answer, twin, month, `the estimate by ${payslip.born}`);
    }
  }),

  // Every age in a month of its own, beside a person of forty in the very same months.
  estimateCheck('expenditure.age.adjusts-cost-of-living').by(async (ctx) => {
    const all = monthsFrom('2012-01', allAges.length);
    const aged = (ageIn: (age: number) => number) =>
      estimateOver(ctx, all, (month, age) => ({ born: yearsBefore(`${month}-10`, ageIn(age)) }));
    const reference = await aged(() => 40);
    const answer = await aged((age) => age);
    const differs = differsSomewhere('cost_of_living', answer, reference);
    expectThat(differs, 'a cost of living that is not the same at every age', 'the same at all', answer);
  }),

  estimateCheck('expenditure.age.leaves-housing', {
    given: fc.record({
      paid: severalMonths(6, 12),
      net: nets,
      ages: fc.array(fc.integer({ min: 0, max: 150 }), { minLength: 12, maxLength: 12 }),
    }),
    effort: 0.6,
  }).by(async (ctx, { paid, net, ages }) => {
    const aged = (ageIn: (at: number) => number) =>
      estimateOver(ctx, paid, (month, at) => ({ net, born: yearsBefore(`${month}-10`, ageIn(at)) }));
    const twin = await aged(() => 40);
    const answer = await aged((at) => ages[at] ?? 0);
    expectSameAmount('housing', answer, twin, 'housing at another age than 40, as at 40,');
  }),

  isEstimated('expenditure.age.newborn', birthsIn),
  isEstimated('expenditure.age.oldest', (month) => birthsAtAge(month, 150), ', 150 years old,'),
];
