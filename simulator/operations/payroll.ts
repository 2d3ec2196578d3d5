import { setTimeout as delay } from 'node:timers/promises';
import { authorise } from '../domain/authorisation.ts';
import { refusals } from '../domain/refusal.ts';
import { settingsOf } from '../domain/settings.ts';
import { type StoredIncome, type UserRecord, without } from '../domain/user-record.ts';
import type { Handlers } from '../http/context.ts';
import { created, ok } from '../http/outcome.ts';
import { incomeWithout } from '../retrieval/held-income.ts';
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
    const { entry } = retrieved;
    return created({
      account_id: accountId,
      ...entryIdOf(entry?.entry_id, points['connections.empty-entry-id'], () =>
        services.ids.ofUser(record.user.user_id),
      ),
      payroll_submissions: [...(entry?.submissions ?? [])],
      authorisation_id: authorisation.authorisation_id,
    });
  },

  async deleteEntry({ client, path, now, services }) {
    const entryId = path.entry_id.toLowerCase();
    const { points } = services.profile;
    const owner = await client.users.ownerOf(entryId);
    const names = (income: StoredIncome) => income.entry_id === entryId;
    const incomeAfter = owner && (await incomeWithout(client, owner, now, points, names));
    const deleted =
      owner &&
      (await client.users.change(owner.user.user_id, (record) => {
        const entry = record.entries[entryId];
        if (!entry) return { result: false };
        const account = entry.account_id === null ? undefined : record.accounts[entry.account_id];
        const forgets = account && points['connections.after-entry-deleted'] === 'not-found';
        const entries = without(record.entries, entryId);
        const changedFields: Partial<UserRecord> = { ...incomeAfter?.(record, { entries }), entries };
        if (forgets) {
          const forgotten = [...account.forgotten, ...entry.submissions.map(({ id }) => id)];
          changedFields.accounts = { ...record.accounts, [account.account_id]: { ...account, forgotten } };
        }
        return { changedFields, result: true };
      }));
    if (!deleted) throw refusals.notFound('Entry', path.entry_id);
    return ok({ message: `Entry [${path.entry_id}] and its payroll submissions deleted` });
  },
} satisfies Partial<Handlers>;

function entryIdOf(
  entryId: string | undefined,
  empty: 'null' | 'absent' | 'uuid',
  fresh: () => string,
): { entry_id: string | null } {
  if (entryId !== undefined) return { entry_id: entryId };
  if (empty === 'absent') return {} as { entry_id: null };
  return { entry_id: empty === 'null' ? null : fresh() };
}
