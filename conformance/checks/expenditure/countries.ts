import type { ClauseId } from '../../../spec/clauses.ts';
import type { Check } from '../../check.ts';
import { expectThat } from '../../expect.ts';
import { monthsFrom } from './calendar.ts';
import { estimateCheck } from './estimate-check.ts';
import { byMonth, expectSameAmount } from './estimates.ts';
import { estimateFor, payslipIn } from './person.ts';
import { type Country, capitals, postCodesOf } from './post-codes.ts';

/** Every post code of the country in a month of its own, beside its capital's in the very same months. */
const ofCountry = (clause: ClauseId, country: Country): Check =>
  estimateCheck({
    clause,
    scenario: async (ctx) => {
      const codes = postCodesOf[country];
      const paid = monthsFrom('2015-01', codes.length);
      const living = (postCodeIn: (at: number) => string) =>
        estimateFor(ctx, {
          payslips: paid.map((month, at) => payslipIn(month, { net: 480_000, postCode: postCodeIn(at) })),
        });
      const answer = await living((at) => codes[at]!);
      const found = byMonth(answer, `for post codes of ${country}`);
      const lost = codes.filter((_, at) => !found.has(paid[at]!));
      expectThat(lost.length === 0, `a region for every post code of ${country}`, `none for ${lost}`, answer);
      const twin = await living(() => capitals[country]);
      expectSameAmount('housing', answer, twin, `housing all over ${country}`);
    },
  });

export const countryChecks: readonly Check[] = [
  ofCountry('expenditure.region.england', 'England'),
  ofCountry('expenditure.region.wales', 'Wales'),
  ofCountry('expenditure.region.scotland', 'Scotland'),
  ofCountry('expenditure.region.northern-ireland', 'Northern Ireland'),
];
