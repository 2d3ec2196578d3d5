import type { PartialPayrollSubmission, PayrollConnectionResult } from '../../spec/types.ts';
import type { Arranging, Calling, Context } from '../judgement/check.ts';
import { Failure } from '../judgement/failure.ts';
import { isSuccess, type ServiceResponse } from '../target/exchange.ts';
import { authorisedUser } from './linked-user.ts';

/** What a connection query that finds something needs, and a receiver that hears of it. */
export const queryNeeds = ['users', 'tokens', 'authorisations', 'accounts', 'receiver'] as const;

/** A payslip for the whole month that ended `monthsAgo` months before an instant: recent enough for any lookback. */
export function recentPayslip(now: number, monthsAgo = 1): PartialPayrollSubmission {
  const date = new Date(now);
  const day = (month: number, number: number): string =>
    new Date(Date.UTC(date.getUTCFullYear(), month, number)).toISOString();
  const month = date.getUTCMonth() - monthsAgo;
  return {
    income_information: {
      pay_date: day(month + 1, 0),
      pay_interval_start: day(month, 1),
      pay_interval_end: day(month + 1, 0),
      earnings: { net_pay: '2100.00' },
    },
  };
}

export const withParts = (
  payslip: PartialPayrollSubmission,
  { income_information, ...parts }: PartialPayrollSubmission,
): PartialPayrollSubmission => ({
  ...payslip,
  ...parts,
  income_information: { ...payslip.income_information, ...income_information },
});

export type Linked = Awaited<ReturnType<typeof linked>>;

export async function linked({ arrange }: Arranging, ...payrolls: (readonly PartialPayrollSubmission[])[]) {
  const user_id = await authorisedUser({ arrange }, { payroll_connections_enabled: true });
  const accounts: string[] = [];
  for (const payroll of payrolls)
    accounts.push((await arrange.linkAccount(user_id, { payroll: [...payroll] })).account_id);
  return { user_id, bearer: await arrange.tokenFor(user_id), accounts };
}

/** A user with `count` accounts, each with one payslip; the caller retrieves them. */
export async function linkedWithPayslips(ctx: Context, count: number): Promise<Linked> {
  const { from } = await ctx.moment();
  return linked(ctx, ...Array.from({ length: count }, (_, n) => [recentPayslip(from, n + 1)]));
}

/** Queries an account. Where a stated rule is broken already, the event that should follow is missing too. */
export async function queried({ call }: Calling, { bearer }: Linked, account_id = '') {
  const answer = await call('queryPayrollConnection', { body: { account_id }, as: { bearer } });
  return succeeded(answer, 'the connection query') as PayrollConnectionResult;
}

export async function found(ctx: Calling, user: Linked, account_id = user.accounts[0]) {
  const result = await queried(ctx, user, account_id);
  const { entry_id, payroll_submissions = [] } = result;
  if (!entry_id || payroll_submissions.length === 0)
    throw new Failure('the connection query to find what the account holds', 'nothing');
  return { ...result, entry_id, payroll_submissions };
}

export function succeeded({ status, text, body }: ServiceResponse, what: string): unknown {
  if (isSuccess({ status }) && body !== null && typeof body === 'object') return body;
  throw new Failure(`success of ${what}, which the event follows`, `${status} with ${text.slice(0, 200)}`);
}
