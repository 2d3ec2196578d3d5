import fc from 'fast-check';
import type { ClauseId } from '../../../spec/clauses.ts';
import type { Check, Context } from '../../judgement/check.ts';
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
import { type Month, monthsFrom } from '../../values/calendar.ts';
import { months, nets, severalMonths } from './arbitraries.ts';
import { createPerson, estimateCheck, estimateFor, estimateOver, payslipIn, readEstimate } from './person.ts';
import { type Country, capitals, countries, postCodesOf, withoutRegion } from './post-codes.ts';

/** The estimate for equal pay in these months, each with a post code of its own. */
const livingIn = (ctx: Context, paid: readonly Month[], net: number, postCodeIn: (at: number) => string) =>
  estimateOver(ctx, paid, (_month, at) => ({ net, postCode: postCodeIn(at) }));

/** Every post code of the country in a month of its own, beside its capital's in the very same months. */
const ofCountry = (clause: ClauseId, country: Country): Check =>
  estimateCheck(clause).by(async (ctx) => {
    const codes = postCodesOf[country];
    const paid = monthsFrom('2015-01', codes.length);
    const answer = await livingIn(ctx, paid, 480_000, (at) => codes[at]!);
    const found = byMonth(answer, `for post codes of ${country}`);
    const lost = codes.filter((_, at) => !found.has(paid[at]!));
    expectThat(lost.length === 0, `a region for every post code of ${country}`, `none for ${lost}`, answer);
    const twin = await livingIn(ctx, paid, 480_000, () => capitals[country]);
    expectSameAmount('housing', answer, twin, `housing all over ${country}`);
  });

const inAnyCountry = fc
  .constantFrom(...countries)
  .chain((country) => fc.constantFrom(...postCodesOf[country]));
const allCountries = fc.shuffledSubarray(countries, { minLength: countries.length });
const fourMonths = severalMonths(countries.length, countries.length);

export const regionChecks: readonly Check[] = [
  ofCountry('expenditure.region.england', 'England'),
  ofCountry('expenditure.region.wales', 'Wales'),
  ofCountry('expenditure.region.scotland', 'Scotland'),
  ofCountry('expenditure.region.northern-ireland', 'Northern Ireland'),

  estimateCheck('expenditure.region.payslip-first', {
    // A month in each country, so that some of them differ from wherever the user is.
    given: fc.record({ paid: fourMonths, onUser: fc.array(inAnyCountry, { minLength: 1, maxLength: 3 }) }),
    effort: 0.6,
  }).by(async (ctx, { paid, onUser }) => {
    const payslips = paid.map((month, at) => payslipIn(month, { postCode: capitals[countries[at]!] }));
    const twin = await estimateFor(ctx, { payslips });
    const answer = await estimateFor(ctx, { postCodes: onUser, payslips });
    expectMonths(twin, paid, 'the months in four countries');
    expectSameEstimates(answer, twin, 'the estimates, by the post codes on the payslips');
  }),

  estimateCheck('expenditure.region.user-otherwise', {
    given: fc.record({ month: months, postCode: inAnyCountry }),
  }).by(async (ctx, { month, postCode }) => {
    const twin = await estimateFor(ctx, { payslips: [payslipIn(month, { postCode })] });
    const payslips = [payslipIn(month, { postCode: null })];
    const { user_id } = await createPerson(ctx, { postCodes: [postCode], payslips });
    expectSameEstimates(await readEstimate(ctx, user_id), twin, `the estimates, by ${postCode} on the user`);
    // There and back: each estimate is made by what the user is then.
    for (const code of ['JE2 3AB', postCode]) {
      const update = { path: { user_id }, body: { post_codes: [code] } };
      if (isRefusal(await ctx.call('updateUser', update))) continue;
      const answer = await readEstimate(ctx, user_id);
      if (code !== postCode) expectRefusal(answer, { status: 404 }, `by ${code} on the user`);
      else expectSameEstimates(answer, twin, `the estimates, by ${postCode} on the user`);
    }
  }),

  estimateCheck('expenditure.region.user-when-payslip-has-none', {
    given: fc.record({ month: months, none: withoutRegion, postCode: inAnyCountry }),
  }).by(async (ctx, { month, none, postCode }) => {
    const twin = await estimateFor(ctx, { payslips: [payslipIn(month, { postCode })] });
    const payslips = [payslipIn(month, { postCode: none })];
    const answer = await estimateFor(ctx, { postCodes: [postCode], payslips });
    expectMonths(answer, [month], `the months of a user in ${postCode}, paid in ${none}`);
    expectSameEstimates(answer, twin, `the estimates, by ${postCode} on the user`);
  }),

  estimateCheck('expenditure.region.first-with-region', {
    given: fc.record({
      month: months,
      before: fc.array(withoutRegion, { maxLength: 3 }),
      order: allCountries,
      after: fc.array(withoutRegion, { maxLength: 1 }),
    }),
  }).by(async (ctx, { month, before, order, after }) => {
    const [first = '', ...others] = order.map((country) => capitals[country]);
    const payslips = [payslipIn(month, { postCode: null })];
    const twin = await estimateFor(ctx, { postCodes: [first], payslips });
    const postCodes = [...before, first, ...others, ...after];
    const answer = await estimateFor(ctx, { postCodes, payslips });
    expectMonths(answer, [month], `the months of a user in ${postCodes.join(', ')}`);
    expectSameEstimates(answer, twin, `the estimates, by ${first}`);
  }),

  estimateCheck('expenditure.region.each-period-its-own', {
    given: fc.record({ paid: severalMonths(5, 5), order: allCountries, none: withoutRegion }),
    effort: 0.4,
  }).by(async (ctx, { paid, order, none }) => {
    const inTurn = order.map((country) => capitals[country]);
    const postCodeIn = (at: number) => inTurn[at] ?? none;
    const answer = await estimateOver(ctx, paid, (_month, at) => ({ postCode: postCodeIn(at) }));
    expectMonths(answer, paid.slice(0, -1), 'the months with a post code that has a region');
    for (const [at, postCode] of inTurn.entries()) {
      const month = paid[at]!;
      const twin = await estimateFor(ctx, { payslips: [payslipIn(month, { postCode })] });
      expectSameMonth(answer, twin, month, `the estimate by ${postCode}`);
    }
  }),

  estimateCheck('expenditure.region.adjusts-housing').by(async (ctx) => {
    const paid = monthsFrom('2023-01', countries.length);
    const twin = await livingIn(ctx, paid, 480_000, () => capitals.England);
    const answer = await livingIn(ctx, paid, 480_000, (at) => capitals[countries[at]!]);
    const differs = differsSomewhere('housing', answer, twin);
    expectThat(differs, 'housing that is not the same in all four regions', 'the same in all', answer);
  }),

  estimateCheck('expenditure.region.leaves-cost-of-living', {
    given: fc.record({ paid: fourMonths, order: allCountries, net: nets }),
    effort: 0.6,
  }).by(async (ctx, { paid, order, net }) => {
    const twin = await livingIn(ctx, paid, net, () => capitals.England);
    const answer = await livingIn(ctx, paid, net, (at) => capitals[order[at]!]);
    expectSameAmount('cost_of_living', answer, twin, 'the cost of living in any region, as in England,');
  }),
];
