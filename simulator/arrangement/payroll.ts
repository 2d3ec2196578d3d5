import { entryOf } from '../domain/payslips.ts';
import { refusals } from '../domain/refusal.ts';
import { settingsOf } from '../domain/settings.ts';
import type { ArrangementHandlers } from '../http/context.ts';
import { created } from '../http/outcome.ts';
import { withEntry } from '../retrieval/retrieval.ts';
import { readPayroll } from './fill/read-submissions.ts';
import { checkFreshIds } from './fresh-ids.ts';

export const payroll = {
  async setDirectPayroll({ client, path, body, now, services }) {
    const given = readPayroll(body.payroll_submissions, 'payroll_submissions');
    // What fills gaps brings half of the generators along; a start does without.
    const { filledPayrolls } = await import('./filled-payrolls.ts');
    const held = await client.users.change(path.user_id, (record, around) => {
      checkFreshIds(record, given, 'payroll_submissions');
      const world = client.worldOf(around.client);
      const submissions = filledPayrolls(given, record, 'direct', { world, services, now });
      return { changedFields: { direct: { kind: 'arranged', submissions } }, result: submissions };
    });
    if (!held) throw refusals.notFound('User', path.user_id);
    return created({ payroll_submissions: held });
  },

  async createEntry({ client, path, body, now, services }) {
    if (body.payroll_submissions.length === 0)
      throw refusals.invalid(['Field [payroll_submissions] must have at least 1 item']);
    const given = readPayroll(body.payroll_submissions, 'payroll_submissions');
    const { addedPayrolls } = await import('./filled-payrolls.ts');
    const accountId = body.account_id?.toLowerCase() ?? null;
    const entry = await client.users.change(path.user_id, (record, around) => {
      const { user } = record;
      if (accountId !== null && !record.accounts[accountId])
        throw refusals.notFound('Account', body.account_id ?? '');
      const { payslipUploadEnabled } = settingsOf(user, around.client.configuration, services.profile.points);
      if (accountId === null && !payslipUploadEnabled) throw refusals.payslipUploadDisabled();
      checkFreshIds(record, given, 'payroll_submissions');
      const account = accountId === null ? undefined : record.accounts[accountId];
      const world = client.worldOf(around.client);
      const entryId = services.ids.ofUser(user.user_id);
      const submissions = addedPayrolls(given, record, account, { world, services, now });
      const entry = entryOf(entryId, accountId, submissions, now);
      return { ...withEntry(record, entry, now), result: entry };
    });
    if (!entry) throw refusals.notFound('User', path.user_id);
    const { entry_id, account_id, submissions } = entry;
    return created({ entry_id, account_id, payroll_submissions: [...submissions] });
  },
} satisfies Partial<ArrangementHandlers>;
