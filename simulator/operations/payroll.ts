import { setTimeout as delay } from 'node:timers/promises';
import { authorise } from '../domain/authorisation.ts';
import { orNotFound, refusals } from '../domain/refusal.ts';
import { settingsOf } from '../domain/settings.ts';
import { without } from '../domain/user-record.ts';
import type { Handlers } from '../http/context.ts';
import { created, ok } from '../http/outcome.ts';
import { deleteWithIncome } from '../retrieval/held-income.ts';
import { checkUsable, type Retrieval, retrieve, useAuthorisation } from '../retrieval/retrieval.ts';

/** Rules: conformance/checks/payroll.ts and deletions.ts; in process, retrieval/retrieval.test.ts and living-world.test.ts. */
export const payroll = {
  async queryPayrollConnection({ client, clientRecord, caller, body, now, services, authorisationId }) {
    const { points } = services.profile;
    const accountId = (body.account_id ?? '').toLowerCase();
    const record = await client.users.read(caller.kind === 'user' ? caller.userId : '', clientRecord);
    const account = record?.accounts[accountId];
    const unknown = () =>
      refusals.notFound('Account', accountId, points['connections.unknown-account-status']);
    if (!record || !account) throw unknown();
    if (!settingsOf(record.user, clientRecord.configuration, points).payrollConnectionsEnabled)
      throw refusals.connectionsDisabled(points['connections.disabled-status']);
    authorise(record, clientRecord, points, authorisationId);
    const retrieval: Retrieval = { client, services, clientRecord, now };
    if (account.delay_ms) await delay(account.delay_ms);
    checkUsable(account, retrieval);
    const authorisation = await useAuthorisation(record.user.user_id, authorisationId, retrieval);
    const retrieved = await retrieve(record.user.user_id, accountId, retrieval);
    // The account went while its provider was asked.
    if (!retrieved) throw unknown();
    const empty = points['connections.empty-entry-id'];
    const noId = () => (empty === 'uuid' ? services.ids.ofUser(record.user.user_id) : null);
    const { entry_id = noId(), submissions = [] } = retrieved.entry ?? {};
    return created({
      account_id: accountId,
      ...((entry_id === null && empty === 'absent' ? {} : { entry_id }) as { entry_id: string | null }),
      payroll_submissions: [...submissions],
      authorisation_id: authorisation.authorisation_id,
    });
  },

  async deleteEntry({ path, ...context }) {
    const entryId = path.entry_id.toLowerCase();
    const forgets = context.services.profile.points['connections.after-entry-deleted'] === 'not-found';
    const isDeleted = await deleteWithIncome('entry_id', entryId, context, (record) => {
      const entry = record.entries[entryId];
      if (!entry) return undefined;
      const entries = without(record.entries, entryId);
      const account = entry.account_id === null ? undefined : record.accounts[entry.account_id];
      if (!account || !forgets) return { entries };
      const forgotten = [...account.forgotten, ...entry.submissions.map(({ id }) => id)];
      const accounts = { ...record.accounts, [account.account_id]: { ...account, forgotten } };
      return { accounts, entries };
    });
    orNotFound(isDeleted, 'Entry', path.entry_id);
    return ok({ message: `Entry [${path.entry_id}] and its payroll submissions deleted` });
  },
} satisfies Partial<Handlers>;
