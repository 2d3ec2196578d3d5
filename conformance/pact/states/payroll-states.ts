import type { PartialPayrollSubmission } from '../../../spec/types.ts';
import type { NewUser } from '../../arrange/arrangement.ts';
import { willingUser } from '../../arrange/willing-user.ts';
import { recentPayroll } from './recent-payroll.ts';
import { state } from './state.ts';

type Payroll = { payroll: PartialPayrollSubmission[] };

const payroll = 'a list of payroll submissions, each with whichever fields matter';

/** States of accounts, entries and payroll. */
export const payrollStates = {
  'a user has an account at a provider': state(
    ['user_id', 'authorisation_id', 'user_token', 'account_id'],
    { payroll },
    async ({ side: { arrange } }, { payroll }: Payroll) => {
      const { user_id, created_at } = await arrange.createUser();
      const { authorisation_id } = await arrange.accept(user_id);
      const { account_id } = await arrange.linkAccount(user_id, {
        payroll: recentPayroll(payroll, created_at),
      });
      return { user_id, authorisation_id, account_id, user_token: await arrange.tokenFor(user_id) };
    },
  ),

  'an account waits for an MFA answer': state(
    ['user_id', 'authorisation_id', 'account_id'],
    { mfa: 'the answer that the provider waits for' },
    async ({ side: { arrange } }, { mfa }: { mfa: string }) => {
      const { user_id } = await arrange.createUser();
      const { authorisation_id } = await arrange.accept(user_id);
      const { account_id } = await arrange.linkAccount(user_id, { mfa_enabled: true, mfa });
      return { user_id, authorisation_id, account_id };
    },
  ),

  'a direct connection would find payroll': state(
    ['user_id', 'authorisation_id'],
    { user: 'fields of a user', payroll },
    async ({ side: { arrange } }, { user, payroll }: Payroll & { user: NewUser }) => {
      const { user_id, created_at } = await arrange.createUser(user);
      const { authorisation_id } = await arrange.accept(user_id);
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
