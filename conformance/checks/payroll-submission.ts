import type { ClauseId } from '../../spec/clauses.ts';
import { payslips } from '../arbitraries/payslips.ts';
import { type Check, check } from '../check.ts';
import { expectEqual, expectShape, expectSuccess, expectThat } from '../expect.ts';
import { connect, findable, payeeWith, query } from '../steps/provided-payroll.ts';
import type { ServiceResponse } from '../target/exchange.ts';

const submission = /^payroll_submissions(\.\d+)?/;

const instants =
  /(^|\.)(created_at|date_of_birth|start_date|leave_date|pay_date|pay_interval_start|pay_interval_end)$/;
const money =
  /\.(gross_pay|net_pay|base_salary|bonus|fixed_pay_total|variable_pay_total|total_tax_paid|total_ni_paid|total_taxable_earnings|income_tax|employee_ni|employee_pension|total_deductions|loan_deductions|amount)$/;
const decimals = /\.(quantity|rate)$/;
const phone = /\.phone$/;

/** A check of one clause about the form of submissions, over whatever a connection query and a direct connection find. */
const wherever = (clause: ClauseId, isMeant: (place: string) => boolean): Check =>
  check({
    clause,
    needs: ['users', 'tokens', 'authorisations', 'accounts', 'direct-payroll'],
    given: payslips,
    effort: 0.5,
    property: async (ctx, drawn) => {
      const { payroll, ...payee } = await payeeWith(ctx, drawn);
      await ctx.arrange.setDirectPayroll(payee.user_id, payroll);
      expectForm(await query(ctx, payee), isMeant);
      expectForm(await connect(ctx, payee), isMeant);
    },
  });

function expectForm(
  answer: ServiceResponse<'queryPayrollConnection'> | ServiceResponse<'createDirectConnection'>,
  isMeant: (place: string) => boolean,
): void {
  const { payroll_submissions } = expectSuccess<'queryPayrollConnection' | 'createDirectConnection'>(answer);
  expectThat(payroll_submissions.length > 0, 'payroll to look at', 'none', answer);
  expectShape(
    answer,
    (place) => submission.test(place) && isMeant(place.replace(submission, '').replace(/^\./, '')),
  );
}

export const payrollSubmissionChecks: readonly Check[] = [
  check({
    clause: 'payroll.submission.source',
    needs: ['users', 'tokens', 'authorisations', 'accounts', 'direct-payroll'],
    given: payslips,
    effort: 0.2,
    property: async (ctx, drawn) => {
      const payee = await payeeWith(ctx, drawn);
      const other = await findable(ctx, drawn);
      const [queried, direct] = [await query(ctx, payee), await connect(ctx, other)];
      const sources = (answer: typeof queried | typeof direct): unknown[] =>
        expectSuccess<'queryPayrollConnection' | 'createDirectConnection'>(answer).payroll_submissions.map(
          ({ source }) => source,
        );
      for (const answer of [queried, direct])
        for (const source of sources(answer))
          expectThat(typeof source === 'string' && source !== '', 'a source', JSON.stringify(source), answer);
      const told = sources(queried).filter((source) => sources(direct).includes(source));
      expectEqual(told, [], 'the sources that are told alike for both ways', direct);
    },
  }),

  wherever('payroll.submission.timestamps', (place) => instants.test(place)),
  wherever('payroll.submission.money', (place) => money.test(place)),
  wherever('payroll.submission.quantity-and-rate', (place) => decimals.test(place)),
  wherever('payroll.submission.phone-is-number', (place) => phone.test(place)),
  wherever(
    'payroll.submission.types',
    (place) => ![instants, money, decimals, phone].some((others) => others.test(place)),
  ),
];
