import type { ClientHandle } from '../../../simulator/index.ts';
import { withoutNulls } from '../../../spec/json.ts';
import type { PartialPayrollSubmission } from '../../../spec/types.ts';
import type { Values } from './journeys.ts';
import type { Wish } from './stage.ts';

/** What a fixture makes its users with. */
export type Setting = { readonly sandbox: ClientHandle; readonly wish: Wish };

/** Amounts that are exact as floats, too: the plain case is no trap. */
const monthlyPay = Array.from({ length: 12 }, (_, at) => `${2010 + at * 7}.${25 * (1 + (at % 3))}`);
const standardPerson = {
  forename: 'Ada',
  surname: 'Lovelace',
  date_of_birth: '1988-02-29T00:00:00.000Z',
  post_codes: ['LS1 4AP'],
  ni_number: 'QQ123456C',
  ext_id: 'crm-0042',
  payroll_period_months: 24,
};

export async function newUser({ sandbox, wish }: Setting): Promise<{ USER_ID: string }> {
  // A field of null is one that the person does not have.
  const body = withoutNulls({ ...standardPerson, ...wish.start?.person });
  return { USER_ID: (await sandbox.arrange('createUser', { body })).user_id };
}

/** A user with an accepted term, unless the case wants none, or two. */
export async function willingUser(setting: Setting): Promise<{ USER_ID: string; AUTHORISATION_ID?: string }> {
  const { arrange } = setting.sandbox;
  const { terms = 1 } = setting.wish.start ?? {};
  const user = await newUser(setting);
  const path = { user_id: user.USER_ID };
  if (terms === 0) return user;
  const { authorisation_id } = await arrange('acceptTerm', { path, body: {} });
  if (terms === 1) return user;
  const { id: term_id } = await arrange('createTerm', { body: { name: 'A second term' } });
  await arrange('acceptTerm', { path, body: { term_id } });
  return { ...user, AUTHORISATION_ID: authorisation_id };
}

export async function linkedUser(setting: Setting) {
  const user = await willingUser(setting);
  const { mfa } = setting.wish.start ?? {};
  const body = { mfa_enabled: mfa !== undefined, mfa, payroll: payslips(setting.wish) };
  const path = { user_id: user.USER_ID };
  const { account_id } = await setting.sandbox.arrange('linkAccount', { path, body });
  return { ...user, ACCOUNT_ID: account_id };
}

export async function tokenOf({ sandbox }: Setting, { USER_ID: user_id = '' }: Values) {
  const { token } = await sandbox.arrange('issueUserToken', { path: { user_id }, body: {} });
  return { USER_TOKEN: token };
}

export async function newEntry({ sandbox, wish }: Setting, values: Values): Promise<string> {
  const { USER_ID: user_id = '', ACCOUNT_ID: account_id = null } = values;
  const body = { account_id, payroll_submissions: payslips(wish) };
  return (await sandbox.arrange('createEntry', { path: { user_id }, body })).entry_id ?? '';
}

/** One payslip a month, as a provider holds them. */
export function payslips({ now, start }: Wish): PartialPayrollSubmission[] {
  const today = new Date(now ?? Date.now());
  return (start?.payslips ?? monthlyPay).map((net_pay, ago) => {
    const day = (at: number, monthOn = 0) =>
      new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - 1 - ago + monthOn, at)).toISOString();
    const interval = { pay_interval_start: day(1), pay_interval_end: day(0, 1) };
    return { income_information: { pay_date: day(28), ...interval, earnings: { net_pay } } };
  });
}
