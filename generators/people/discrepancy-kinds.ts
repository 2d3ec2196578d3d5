import { firstDayOf, lastDayOf } from '../calendar.ts';
import type { PayEvent } from '../pay/employment.ts';
import type { Kind } from './discrepancy.ts';
import {
  fromMonth,
  incoming,
  inMonth,
  isFirstOfYear,
  isSalary,
  lowered,
  mirrored,
  outgoing,
  paid,
  paidIn,
  presentedAs,
  raised,
  secondJob,
  secondOfYear,
  taxYear,
  withAccount,
  withEvents,
  withExpenses,
  withLines,
  withNiLetter,
  withOpening,
  withOtherCode,
  withTerms,
  YEAR_TO_DATE,
} from './discrepancy-edits.ts';

/** Every kind of discrepancy, and the lawful cases beside them. The first sixteen are dishonest. */
export const kinds = {
  'inflated-gross': {
    about: 'wrote more gross pay on a payslip, and left its lines as they were',
    relation: 'payslip-adds-up',
    neighbour: 'back-payment',
    payslips: (slips, { month, by }) => fromMonth(slips, month, by, ['gross_pay']),
  },
  'inflated-net': {
    about: 'added a repayment of expenses to a payslip, which the employer never paid',
    relation: 'net-pay-is-credited',
    neighbour: 'repaid-expenses',
    payslips: (slips, { month, by }) =>
      fromMonth(slips, month, by, ['gross_pay', 'net_pay']).map((slip) =>
        paidIn(slip, month) ? withExpenses(slip, by) : slip,
      ),
  },
  'inflated-year-to-date': {
    about: 'raised the year to date on the payslips of a tax year from its first on',
    relation: 'year-to-date-begins',
    neighbour: 'april-bonus',
    by: 2_500_00,
    payslips(slips, { by }) {
      const first = slips.findLast(isFirstOfYear);
      return slips.map((slip) =>
        first && taxYear(slip) === taxYear(first) ? raised(slip, by, YEAR_TO_DATE) : slip,
      );
    },
  },
  'year-to-date-jump': {
    about: 'raised the year to date on a payslip and on those that follow it',
    relation: 'year-to-date-follows',
    neighbour: 'unpaid-leave',
    by: 1_800_00,
    payslips(slips, { month, by }) {
      const from = secondOfYear(slips, month);
      return slips.map((slip) =>
        from && paid(slip) >= paid(from) && taxYear(slip) === taxYear(from)
          ? raised(slip, by, YEAR_TO_DATE)
          : slip,
      );
    },
  },
  'edited-tax-code': {
    about: 'wrote a tax code on a payslip that does not give its tax',
    relation: 'tax-follows-from-the-code',
    neighbour: 'tax-code-change',
    payslips(slips, { month }) {
      const edited = secondOfYear(slips, month);
      return slips.map((slip) => (slip === edited ? withOtherCode(slip) : slip));
    },
  },
  'edited-ni-letter': {
    about: 'has payslips with the national insurance letter of a person under 21',
    relation: 'ni-letter-fits-the-age',
    neighbour: 'veteran-letter',
    payslips: (slips, { month }) =>
      slips.map((slip) => (paid(slip) >= month ? withNiLetter(slip, 'M') : slip)),
  },
  'unlisted-employer': {
    about: 'has payslips of an employer that the tax authority does not know',
    relation: 'employer-is-listed',
    neighbour: 'second-job',
    holds: { statements: [] },
    payslips: (slips) =>
      slips.map((slip) => ({
        ...slip,
        employment_information: {
          ...slip.employment_information,
          employer_name: 'Wexcombe Advisory',
          employer_tax_reference: '999/WX41872',
        },
      })),
  },
  'payslips-after-leaving': {
    about: 'left the job and went on making payslips',
    relation: 'payslips-end-with-the-job',
    neighbour: 'paid-after-leaving',
    month: 4,
    holds: { statements: [] },
    jobs: (jobs, { month }) => jobs.map((job) => withTerms(job, { leave: lastDayOf(month) })),
    payslips: (slips, { afterwards }) => {
      const last = slips.at(-1)?.income_information?.pay_interval_end ?? '';
      return [
        ...slips,
        ...afterwards().filter((slip) => (slip.income_information?.pay_interval_start ?? '') > last),
      ];
    },
  },
  'edited-salary-line': {
    about: 'edited the salary on a bank statement',
    relation: 'net-pay-is-credited',
    neighbour: 'back-payment',
    statement: inMonth((statement, { by }) => {
      const salary = statement.transactions.find(isSalary);
      if (!salary) return statement;
      const edited = { ...salary, amountPence: salary.amountPence + by };
      return withLines(statement, [edited, outgoing(salary.date, by)], salary);
    }),
  },
  'edited-balance': {
    about: 'raised the balances of a bank statement',
    relation: 'balances-follow',
    neighbour: 'family-gift',
    month: 1,
    by: 1_500_00,
    statement: inMonth((statement, { by }) => withOpening(statement, statement.openingPence + by)),
  },
  'unexplained-salary': {
    about: 'added a salary to a bank statement that no employer paid',
    relation: 'salary-has-an-employer',
    neighbour: 'second-job',
    by: 1_150_00,
    statement: inMonth((statement, { month, by }) =>
      withLines(statement, [
        incoming(`${month}-15`, by, 'GREYMARSH TRADING SALARY'),
        outgoing(`${month}-15`, by),
      ]),
    ),
  },
  'missing-month': {
    about: 'does not hand in the bank statement of one month',
    relation: 'statements-have-no-gap',
    neighbour: 'month-without-pay',
    statement: inMonth(() => undefined),
  },
  'other-holder': {
    about: "handed in a page of another person's bank statement",
    relation: 'holder-is-the-user',
    neighbour: 'joint-account',
    statement: inMonth((statement) => ({
      ...statement,
      holder: { ...statement.holder, name: 'Piers Wetherell' },
    })),
  },
  'other-account': {
    about: 'handed in a bank statement of another account',
    relation: 'account-stays',
    neighbour: 'new-sort-code',
    statement: inMonth((statement) =>
      withAccount(statement, `${statement.sortCode.slice(0, 6)}91`, mirrored(statement.accountNumber)),
    ),
  },
  'tax-record-below-payslips': {
    about: 'has an employer who reports less pay to the tax authority than it pays',
    relation: 'tax-record-is-the-sum',
    neighbour: 'net-pay-pension',
    by: 3_000_00,
    income: (records, { begins, by }) =>
      records.map((record) => ((record.income_period?.start ?? '') < begins ? lowered(record, by) : record)),
  },
  'shared-payslip': {
    about: "handed in another user's payslip under a new name",
    relation: 'payslip-is-one-persons',
    neighbour: 'colleague',
    holds: { newest: 3, statements: [], income: false },
    payslips: (slips, { othersPayslips }) =>
      slips.flatMap((slip) => {
        const [taken] = othersPayslips(paid(slip));
        return taken ? presentedAs(taken, slip) : [];
      }),
  },

  'back-payment': {
    about: 'was paid a rise months late, all at once',
    by: 1_200_00,
    jobs: (jobs, { month, by }) =>
      withEvents(jobs, { kind: 'bonus', on: `${month}-03`, description: 'Back pay', amount: by }),
  },
  'repaid-expenses': {
    about: 'was repaid expenses with the salary',
    jobs: (jobs, { month, by }) =>
      withEvents(jobs, { kind: 'expenses', on: `${month}-03`, description: 'Expenses repaid', amount: by }),
  },
  'april-bonus': {
    about: 'had a bonus with the first payslip of the tax year',
    by: 2_500_00,
    jobs: (jobs, { begins, by }) =>
      withEvents(
        jobs,
        ...[0, 1].map((back): PayEvent => {
          const on = `${Number(begins.slice(0, 4)) - back}-04-10`;
          return { kind: 'bonus', on, description: 'Annual bonus', amount: by };
        }),
      ),
  },
  'unpaid-leave': {
    about: 'took two weeks of unpaid leave',
    jobs: (jobs, { month }) => withEvents(jobs, { kind: 'unpaid', from: `${month}-08`, to: `${month}-21` }),
  },
  'tax-code-change': {
    about: 'had a new tax code in the middle of the year',
    jobs: (jobs, { month }) =>
      jobs.map((job) => {
        const region = /^[SC]?/.exec(job.employment.taxCode)?.[0] ?? '';
        return withTerms(job, {
          events: [
            ...job.employment.events.filter(({ kind }) => kind !== 'tax-code'),
            { kind: 'tax-code', from: firstDayOf(month), taxCode: `${region}1104L` },
          ],
        });
      }),
  },
  'veteran-letter': {
    about: 'left the armed forces and has the national insurance letter of veterans',
    jobs: (jobs, { month }) =>
      withEvents(jobs, { kind: 'ni-category', from: firstDayOf(month), niCategory: 'V' }),
  },
  'second-job': {
    about: 'has a second job, of which they hand in no payslip',
    jobs: (jobs) => [...jobs, ...jobs.slice(0, 1).map(secondJob)],
  },
  'paid-after-leaving': {
    about: 'left the job and was paid for the last days some time later',
    month: 1,
    holds: { statements: [] },
    jobs: (jobs, { month }) => jobs.map((job) => withTerms(job, { leave: `${month}-12` })),
  },
  'family-gift': {
    about: 'was given money by the family and saved it',
    by: 1_500_00,
    statement: inMonth((statement, { month, by }) =>
      withLines(statement, [incoming(`${month}-15`, by, 'GIFT FROM FAMILY'), outgoing(`${month}-15`, by)]),
    ),
  },
  'month-without-pay': {
    about: 'was on unpaid leave for a whole month, whose bank statement shows no salary',
    jobs: (jobs, { month }) =>
      withEvents(jobs, { kind: 'unpaid', from: firstDayOf(month), to: lastDayOf(month) }),
  },
  'joint-account': {
    about: 'has the account together with a partner',
    statement: (statement) => {
      const surname = statement.holder.name.split(' ').at(-1);
      return {
        ...statement,
        holder: { ...statement.holder, name: `${statement.holder.name} and Robin ${surname}` },
      };
    },
  },
  'new-sort-code': {
    about: 'has an account that the bank moved to another branch',
    statement: (statement, { month }) =>
      statement.period.start < firstDayOf(month)
        ? statement
        : withAccount(statement, `${statement.sortCode.slice(0, 6)}92`, statement.accountNumber),
  },
  'net-pay-pension': {
    about: 'pays into a pension before tax, so that taxable pay is below gross pay',
    jobs: (jobs) =>
      jobs.map((job) =>
        withTerms(job, {
          pension: {
            kind: 'workplace',
            method: 'net-pay',
            basis: 'basic-pay',
            employee: 800,
            employer: 1000,
            enrolment: 'contractual',
          },
        }),
      ),
  },
  colleague: {
    about: 'works with another user, for the same pay',
    holds: { newest: 3, statements: [], income: false },
    jobs: (_, { othersJobs }) => othersJobs(),
  },
} as const satisfies Record<string, Kind>;

export type DiscrepancyKind = keyof typeof kinds;
