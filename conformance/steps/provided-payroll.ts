import { createHash } from 'node:crypto';
import type { PartialPayrollSubmission, PayrollSubmission } from '../../spec/types.ts';
import { type Payslip, type PayslipPerson, payslipAt } from '../arbitraries/payslips.ts';
import type { NewUser } from '../judgement/arrangement.ts';
import type { Calling, Context } from '../judgement/check.ts';
import { expectEqual, expectThat } from '../judgement/expect.ts';
import type { ServiceResponse } from '../target/exchange.ts';
import { missing } from './kept-by-meaning.ts';
import { authorisedUser, type LinkedUser, linkedUser } from './linked-user.ts';
import { recentPayslip } from './retrieved.ts';

export type Payee = NewUser & PayslipPerson & { post_codes: string[] };

/** A user with all details and a unique national insurance number, by which a direct connection finds people. */
export function newPayee({ mark }: Pick<Context, 'mark'>): Payee {
  const digits = createHash('sha256').update(mark()).digest().readUInt32BE() % 1_000_000;
  return {
    ni_number: `JK${String(digits).padStart(6, '0')}C`,
    date_of_birth: '1990-05-17T00:00:00.000Z',
    post_codes: ['LS1 4AP'],
    payroll_connections_enabled: true,
    payroll_period_months: 12,
  };
}

export const payslipFor = (now: number, person: Payee): PartialPayrollSubmission => ({
  ...recentPayslip(now),
  identity_information: {
    NI_number: person.ni_number,
    date_of_birth: person.date_of_birth,
    address: { post_code: person.post_codes[0] ?? null },
  },
});

type Paying = Pick<Context, 'arrange' | 'mark' | 'moment'>;

export async function payrollOf({ moment }: Paying, payslips: readonly Payslip[], person: PayslipPerson) {
  if (payslips.length === 0) return [];
  const { from } = await moment();
  return payslips.map((one) => payslipAt(from, one, person));
}

export async function payeeWith(ctx: Paying, payslips: readonly Payslip[] = []) {
  const person = newPayee(ctx);
  const payroll = await payrollOf(ctx, payslips, person);
  return { ...(await linkedUser(ctx, { user: person, account: { payroll } })), person, payroll };
}

export async function findable(ctx: Paying, payslips: readonly Payslip[]) {
  const person = newPayee(ctx);
  const payroll = await payrollOf(ctx, payslips, person);
  const user_id = await authorisedUser(ctx, person);
  await ctx.arrange.setDirectPayroll(user_id, payroll);
  return { user_id, payroll };
}

/** A user for whom there is a recent payslip, which may be about another person. */
export async function payable(ctx: Paying, user: Payee, onPayslip = user): Promise<{ user_id: string }> {
  const { from } = await ctx.moment();
  const user_id = await authorisedUser(ctx, user);
  await ctx.arrange.setDirectPayroll(user_id, [payslipFor(from, onPayslip)]);
  return { user_id };
}

type Account = Pick<LinkedUser, 'account_id' | 'bearer'>;

export const query = ({ call }: Calling, { account_id, bearer }: Account) =>
  call('queryPayrollConnection', { body: { account_id }, as: { bearer } });

export const connect = ({ call }: Calling, { user_id }: { user_id: string }) =>
  call('createDirectConnection', { body: { user_id } });

type Found = readonly PayrollSubmission[];
type ProvidedPayslips = readonly PartialPayrollSubmission[];

export const paidAt = (one: PartialPayrollSubmission | PayrollSubmission): number =>
  Date.parse(one.income_information?.pay_date ?? '');

export function expectAmong(found: Found, given: ProvidedPayslips, answer: ServiceResponse): void {
  const dates = given.map(paidAt);
  const others = found.filter((one) => !dates.includes(paidAt(one)));
  expectEqual(others.map(paidAt), [], 'the pay dates of what was not to be found', answer);
  for (const payslip of given) {
    const shown = found.find((one) => paidAt(one) === paidAt(payslip));
    const lost = shown && missing(payslip, shown);
    expectThat(lost === undefined, "the provider's values", lost ?? '', answer);
  }
}

/** The same, and the one that was paid last must be among them. */
export function expectMostRecent(found: Found, given: ProvidedPayslips, answer: ServiceResponse): void {
  const latest = Math.max(...given.map(paidAt));
  expectThat(found.map(paidAt).includes(latest), 'the most recent payslip', 'it was not found', answer);
  expectAmong(found, given, answer);
}

export function expectPayroll(found: Found, given: ProvidedPayslips, answer: ServiceResponse): void {
  expectEqual(found.map(paidAt).sort(), given.map(paidAt).sort(), 'the pay dates of what was found', answer);
  expectAmong(found, given, answer);
}
