import type { Account, PartialPayrollSubmission } from '../../spec/types.ts';
import { type NewAccount, type NewUser, Refused } from '../judgement/arrangement.ts';
import type { Arranging } from '../judgement/check.ts';
import { CannotArrange } from '../judgement/failure.ts';

export type LinkedUser = { user_id: string; account_id: string; account: Account; bearer: string };

type Wishes = { user?: NewUser; account?: NewAccount; accepts?: boolean };

/** A user with an account and a token, and an authorisation unless it is left out on purpose. */
export async function linkedUser({ arrange }: Arranging, wishes: Wishes = {}): Promise<LinkedUser> {
  const { user = {}, accepts = true } = wishes;
  const { user_id } = await arrange.createUser(user);
  if (accepts) await arrange.accept(user_id);
  const account = await arrange.linkAccount(user_id, { payroll: [], ...wishes.account });
  return { user_id, account_id: account.account_id, account, bearer: await arrange.tokenFor(user_id) };
}

export async function authorisedUser({ arrange }: Arranging, fields: NewUser = {}): Promise<string> {
  const { user_id } = await arrange.createUser(fields);
  await arrange.accept(user_id);
  return user_id;
}

/** Accepts the default term and returns its id: a fixtures file may name an authorisation without its term. */
export async function acceptedTerm({ arrange }: Arranging, user_id: string): Promise<string> {
  const { term_id } = await arrange.accept(user_id);
  if (!term_id) throw new CannotArrange('the arrangement does not tell which term was accepted');
  return term_id;
}

export const waitingAccount = { mfa_enabled: true, mfa: '1234', payroll: [] } satisfies NewAccount;

/** The details by which a direct connection knows a person. */
export const details = { ni_number: 'AB123456C', date_of_birth: '1990-05-17', post_codes: ['LS1 4AP'] };

/** A payslip of the person with those details, for the month of 2025 with this number. */
export function payslipOf(month: number, netPay = '2100.00'): PartialPayrollSubmission {
  const mm = String(month).padStart(2, '0');
  const last = new Date(Date.UTC(2025, month, 0)).getUTCDate();
  return {
    identity_information: {
      date_of_birth: details.date_of_birth,
      NI_number: details.ni_number,
      address: { post_code: details.post_codes[0] },
    },
    income_information: {
      pay_date: `2025-${mm}-${last}`,
      pay_interval_start: `2025-${mm}-01`,
      pay_interval_end: `2025-${mm}-${last}`,
      earnings: { net_pay: netPay },
    },
  };
}

export async function mayAccept({ arrange }: Arranging, user_id: string, term_id: string): Promise<boolean> {
  try {
    await arrange.accept(user_id, term_id);
    return true;
  } catch (error) {
    if (error instanceof Refused) return false;
    throw error;
  }
}
