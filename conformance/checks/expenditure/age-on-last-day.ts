import fc from 'fast-check';
import type { Check } from '../../check.ts';
import { expectRefusal, expectThat } from '../../expect.ts';
import { months } from './arbitraries.ts';
import { type Day, lastDay, type Month, plusDays, plusMonths, yearsBefore } from './calendar.ts';
import { estimateCheck } from './estimate-check.ts';
import { byMonth, expectMonths } from './estimates.ts';
import { estimateFor, payslipIn } from './person.ts';

/** Two days of birth next to each other: with the one the month has an estimate, with the other none. */
type Edge = { month: Month; estimated: Day; refused: Day };

const edges: fc.Arbitrary<Edge> = fc
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

export const ageOnLastDayChecks: readonly Check[] = [
  estimateCheck({
    clause: 'expenditure.age.on-last-day',
    given: edges,
    property: async (ctx, { month, estimated, refused }) => {
      const born = (day: Day) => estimateFor(ctx, { payslips: [payslipIn(month, { born: day })] });
      expectMonths(await born(estimated), [month], `the months of a person born on ${estimated}`);
      expectRefusal(await born(refused), { status: 404 }, `for ${month} and a person born on ${refused}`);
    },
  }),

  estimateCheck({
    clause: 'expenditure.age.on-last-day',
    // Ten years lie between the months, so that a date can be right for the one and impossible for the other.
    given: months.map((late) => ({ early: plusMonths(late, -120), late })),
    effort: 0.25,
    property: async (ctx, { early, late }) => {
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
        expectThat(
          !byMonth(answer).has(never),
          `no estimate of ${never} for a person born on ${born}`,
          'one',
          answer,
        );
      }
    },
  }),
];
