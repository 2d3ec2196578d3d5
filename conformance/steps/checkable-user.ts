import type { ClientConfigurationUpdate, PartialPayrollSubmission, UserUpdate } from '../../spec/types.ts';
import type { Arranging, Calling } from '../judgement/check.ts';
import { expectSuccess } from '../judgement/expect.ts';

export const recurringNeeds = ['users', 'terms', 'authorisations', 'accounts', 'clock'] as const;

export type RecurringSettings = Pick<
  UserUpdate,
  'recurring_checks_enabled' | 'recurring_check_frequency' | 'recurring_check_end_date'
>;

export async function updateClient({ call }: Calling, body: ClientConfigurationUpdate): Promise<void> {
  expectSuccess(await call('updateConfiguration', { body }), 200);
}

export async function updateUser({ call }: Calling, user_id: string, body: UserUpdate): Promise<void> {
  expectSuccess(await call('updateUser', { path: { user_id }, body }), 200);
}

/** The instant so many milliseconds from now, by the clock of the deployment. */
export const instantIn = async ({ arrange }: Arranging, ms: number): Promise<string> =>
  new Date((await arrange.now()) + ms).toISOString();

export const weekly = { recurring_checks_enabled: true, recurring_check_frequency: 'WEEKLY' } as const;

type Wishes = {
  accounts?: number;
  category?: 'recurring' | 'one_time';
  payroll?: PartialPayrollSubmission[];
};

/** Whatever the client's own settings were left at, what waits for the user may be retrieved. */
const leave = { payroll_connections_enabled: true, payroll_period_months: 6 };

export async function checkableUser(
  { arrange }: Arranging,
  settings: RecurringSettings = {},
  { accounts = 1, category = 'recurring', payroll = [] }: Wishes = {},
): Promise<{ user_id: string; accounts: string[] }> {
  const { user_id } = await arrange.createUser({ ...leave, ...settings });
  await arrange.accept(user_id, (await arrange.createTerm({ authorisation_category: category })).id);
  const ids: string[] = [];
  for (let n = 0; n < accounts; n++)
    ids.push((await arrange.linkAccount(user_id, { payroll: [...payroll] })).account_id);
  return { user_id, accounts: ids };
}
