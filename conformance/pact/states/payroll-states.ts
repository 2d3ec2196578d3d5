import { addMonths, civil, dayNumberOf, MS_PER_DAY } from '../../../generators/calendar.ts';
import type { PartialPayrollSubmission } from '../../../spec/types.ts';
import { willingUser } from '../../arrange/willing-user.ts';
import type { Arrangement, NewUser } from '../../judgement/arrangement.ts';
import { state } from './state.ts';

export async function authorisedUser(arrange: Arrangement, fields: NewUser = {}) {
  const { user_id, created_at } = await arrange.createUser(fields);
  const { authorisation_id } = await arrange.accept(user_id);
  return { user_id, authorisation_id, created_at };
}

type Payroll = { payroll: PartialPayrollSubmission[] };

const payroll = 'a list of payroll submissions, each with whichever fields matter';

export const payrollStates = {
  'a user has an account at a provider': state(
    ['user_id', 'authorisation_id', 'user_token', 'account_id'],
    { payroll },
    async ({ side: { arrange } }, given: Payroll) => {
      const { created_at, ...ids } = await authorisedUser(arrange);
      const payroll = recentPayroll(given.payroll, created_at);
      const { account_id } = await arrange.linkAccount(ids.user_id, { payroll });
      return { ...ids, account_id, user_token: await arrange.tokenFor(ids.user_id) };
    },
  ),

  'an account waits for an MFA answer': state(
    ['user_id', 'authorisation_id', 'account_id'],
    { mfa: 'the answer that the provider waits for' },
    async ({ side: { arrange } }, { mfa }: { mfa: string }) => {
      const { user_id, authorisation_id } = await authorisedUser(arrange);
      const { account_id } = await arrange.linkAccount(user_id, { mfa_enabled: true, mfa });
      return { user_id, authorisation_id, account_id };
    },
  ),

  'a direct connection would find payroll': state(
    ['user_id', 'authorisation_id'],
    { user: 'fields of a user', payroll },
    async ({ side: { arrange } }, { user, payroll }: Payroll & { user: NewUser }) => {
      const { user_id, authorisation_id, created_at } = await authorisedUser(arrange, user);
      await arrange.setDirectPayroll(user_id, recentPayroll(payroll, created_at));
      return { user_id, authorisation_id };
    },
  ),

  'a user has an entry with payroll': state(
    ['user_id', 'entry_id'],
    { payroll },
    async ({ side: { arrange } }, { payroll }: Payroll) => {
      const { user_id } = await willingUser(arrange);
      const { entry_id } = await arrange.createEntry(user_id, payroll);
      return { user_id, entry_id };
    },
  ),
} as const;

const dates = ['pay_date', 'pay_interval_start', 'pay_interval_end'] as const;
const dayOf = (instant: string): number => dayNumberOf(Date.parse(instant));

/** Payslips moved to the month before the deployment's now: a pact keeps for years, a deployment looks back months. */
export function recentPayroll(
  payroll: readonly PartialPayrollSubmission[],
  now: string | undefined,
): PartialPayrollSubmission[] {
  const paid = payroll.flatMap(({ income_information }) => income_information?.pay_date ?? []).map(dayOf);
  if (paid.length === 0 || now === undefined) return [...payroll];
  const months = monthsBetween(Math.max(...paid), dayOf(now));
  const moved = (instant: string): string =>
    new Date(addMonths(dayOf(instant), months) * MS_PER_DAY).toISOString();
  return payroll.map((payslip) => {
    const { income_information: income } = payslip;
    if (!income) return payslip;
    const changes = dates.flatMap((name) => (income[name] ? [[name, moved(income[name])]] : []));
    return { ...payslip, income_information: { ...income, ...Object.fromEntries(changes) } };
  });
}

function monthsBetween(from: number, to: number): number {
  const first = civil(from);
  const last = civil(to);
  const months = (last.year - first.year) * 12 + last.month - first.month;
  return addMonths(from, months) > to ? months - 1 : months;
}
