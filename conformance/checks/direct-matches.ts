import type { ClauseId } from '../../spec/clauses.ts';
import type { PartialPayrollSubmission } from '../../spec/types.ts';
import { type Check, type Context, check } from '../check.ts';
import { expectEqual, expectRefusal, expectSuccess, expectThat } from '../expect.ts';
import { connect, newPayee, type Payee } from '../steps/provided-payroll.ts';
import { recentPayslip } from '../steps/retrieved.ts';

const needs = ['users', 'authorisations', 'direct-payroll'] as const;

/** A payslip of a person with these details. */
const payslipFor = (now: number, person: Payee): PartialPayrollSubmission => ({
  ...recentPayslip(now),
  identity_information: {
    NI_number: person.ni_number,
    date_of_birth: person.date_of_birth,
    address: { post_code: person.post_codes[0] ?? null },
  },
});

async function connected(ctx: Context, user: Payee, onPayslip: Payee) {
  const { from } = await ctx.moment();
  const { user_id } = await ctx.arrange.createUser(user);
  await ctx.arrange.accept(user_id);
  await ctx.arrange.setDirectPayroll(user_id, [payslipFor(from, onPayslip)]);
  return connect(ctx, { user_id });
}

/** Payroll that contradicts a detail of the user is not the user's; the same with the detail in agreement is found. */
const matching = (clause: ClauseId, others: readonly ((person: Payee) => Partial<Payee>)[]): Check =>
  check({
    clause,
    needs,
    scenario: async (ctx) => {
      const person = newPayee(ctx);
      const own = await connected(ctx, person, person);
      expectEqual(expectSuccess(own).payroll_submissions.length, 1, 'the payslips that agree', own);
      for (const change of others) {
        const payee = newPayee(ctx);
        const other = { ...payee, ...change(payee) };
        const answer = await connected(ctx, payee, other);
        // Nothing found may be told by an empty list or by a refusal.
        if (answer.status >= 400) expectRefusal(answer);
        else
          expectEqual(
            expectSuccess(answer).payroll_submissions.length,
            0,
            'the payslips that contradict',
            answer,
          );
      }
    },
  });

/** The clauses about whose payroll a direct connection finds. */
export const directMatchChecks: readonly Check[] = [
  matching('direct-connections.match.ni-number', [
    ({ ni_number }) => ({ ni_number: `SX${ni_number.slice(2)}` }),
    ({ ni_number }) => ({ ni_number: `${ni_number.slice(0, -1)}${ni_number.endsWith('D') ? 'A' : 'D'}` }),
  ]),
  matching('direct-connections.match.birthday', [
    () => ({ date_of_birth: '1990-05-18T00:00:00.000Z' }),
    () => ({ date_of_birth: '1990-05-16T00:00:00.000Z' }),
    () => ({ date_of_birth: '1991-05-17T00:00:00.000Z' }),
  ]),
  matching('direct-connections.match.post-codes', [
    () => ({ post_codes: ['LS1 4AQ'] }),
    () => ({ post_codes: ['EH1 1YZ'] }),
  ]),

  check({
    clause: 'direct-connections.match.past-post-codes',
    needs,
    scenario: async (ctx) => {
      const codes = ['LS1 4AP', 'M1 1AE', 'CF10 1EP'];
      for (const code of codes) {
        const person = { ...newPayee(ctx), post_codes: codes };
        const answer = await connected(ctx, person, { ...person, post_codes: [code] });
        const { length } = expectSuccess(answer).payroll_submissions;
        expectThat(length === 1, `the payslip with ${code}, which is among the user's`, `${length}`, answer);
      }
    },
  }),
];
