import type { UserDossier } from '../../spec/types.ts';
import { shownAccount } from '../domain/account.ts';
import { endOfTime, isoInstant } from '../domain/instant.ts';
import { submissionsOf } from '../domain/payslips.ts';
import { refusals } from '../domain/refusal.ts';
import { checkFrequency, patched, writableFields } from '../domain/user-fields.ts';
import { type DocumentRecord, newUserRecord } from '../domain/user-record.ts';
import type { ArrangementHandlers } from '../http/context.ts';
import { created, ok } from '../http/outcome.ts';
import { heldIncome } from '../retrieval/held-income.ts';
import { expiryItem } from '../work/expiry.ts';
import { shownAuthorisation } from './authorisations.ts';

export const users = {
  async createUser({ client, body, now, services }) {
    checkFrequency(body, services.environment);
    const blank = { user_id: services.ids.uuid(), created_at: isoInstant(now) };
    const user = patched(blank, body, writableFields);
    await client.users.create(newUserRecord(user));
    return created(user);
  },

  async inspectUser({ client, path, now, services }) {
    const record = await client.users.read(path.user_id);
    if (!record) throw refusals.notFound('User', path.user_id);
    const { user, authorisations, accounts, entries, statements, documents } = record;
    const dossier: UserDossier = {
      user,
      authorisations: Object.values(authorisations).map((one) => shownAuthorisation(one, user.user_id)),
      accounts: Object.values(accounts).map((one) => shownAccount(record, one, services.profile.points)),
      entries: Object.values(entries).map(({ entry_id, account_id, created_at }) => ({
        entry_id,
        account_id,
        created_at,
      })),
      payroll_submissions: submissionsOf(record),
      bank_statement_submissions: Object.values(statements),
      income_submissions: await heldIncome(client, record, now, services.profile.points['income.origin']),
      documents: Object.values(documents).map(({ file_id: _, ...one }) => ({
        ...one,
        state: stateOf(one, now),
      })),
    };
    return ok(dossier);
  },

  async issueUserToken({ client, path, body, now, services }) {
    const { tokens, ids, profile } = services;
    const record = await client.users.read(path.user_id);
    if (!record) throw refusals.notFound('User', path.user_id);
    const userId = record.user.user_id;
    const seconds = body?.expires_in ?? profile.points['auth.user-token.lifetime-seconds'];
    const expiresAt = Math.min(now + seconds * 1000, endOfTime);
    const { epoch } = await client.state.read();
    const claims = { kind: 'user', sub: userId, client: client.name, epoch, jti: ids.uuid() } as const;
    const token = await tokens.issue(claims, now, expiresAt, profile.points['auth.user-token.format']);
    const work = [expiryItem(userId, { what: 'token', token_id: claims.jti }, expiresAt)];
    const kept = await client.users.change(userId, () => ({ work, result: true }));
    if (!kept) throw refusals.notFound('User', path.user_id);
    return created({ token, expires_at: isoInstant(expiresAt) });
  },
} satisfies Partial<ArrangementHandlers>;

/** A document whose upload address has run out waits for nothing any more. */
function stateOf(document: DocumentRecord, now: number): UserDossier['documents'][number]['state'] {
  const isLate = document.state === 'awaiting_upload' && Date.parse(document.expires_at) <= now;
  return isLate ? 'expired' : document.state;
}
