import { defined, picked } from '../../spec/json.ts';
import type { Authorisation, AuthorisationTerm } from '../../spec/types.ts';
import { shownAccount } from '../domain/account.ts';
import type { MemberRecord } from '../domain/client-record.ts';
import { endOfTime, isoInstant } from '../domain/instant.ts';
import { submissionsOf } from '../domain/payslips.ts';
import { orNotFound, refusals } from '../domain/refusal.ts';
import { checkFrequency, patched, writableFields } from '../domain/user-fields.ts';
import { type AuthorisationRecord, type DocumentRecord, newUserRecord } from '../domain/user-record.ts';
import type { ArrangementHandlers } from '../http/context.ts';
import { created, ok } from '../http/outcome.ts';
import { heldIncome } from '../retrieval/held-income.ts';
import { hashPassword } from '../tenant/password.ts';
import { expiryItem } from '../work/expiry.ts';
import { changeSettings } from '../work/reschedule.ts';

export const users = {
  async createTerm({ client, body, now, services }) {
    const category = body?.authorisation_category ?? 'one_time';
    const made = {
      id: services.ids.uuid(),
      is_active: body?.is_active ?? true,
      is_system_term: false,
      created_at: isoInstant(now),
      // A term always has a name and a text: null counts as left out.
      name: body?.name ?? (category === 'recurring' ? 'Recurring check' : 'One-time check'),
      authorisation_text: body?.authorisation_text ?? wordings[category],
      authorisation_category: category,
    };
    const term = await client.state.change((record) => {
      const versions = Object.values(record.terms).map((one) => one.authorisation_version);
      const term: AuthorisationTerm = { ...made, authorisation_version: Math.max(0, ...versions) + 1 };
      return { record: { ...record, terms: { ...record.terms, [term.id]: term } }, result: term };
    });
    return created(term);
  },

  async updateTerm({ client, path, body, now, services }) {
    const id = path.term_id.toLowerCase();
    // The change may invalidate authorisations by this term or make them valid again, and so move recurring checks.
    const term = await changeSettings(client, { id: services.ids.uuid(), now }, (record) => {
      const before = orNotFound(record.terms[id], 'Authorisation term', path.term_id);
      const term = { ...before, is_active: body.is_active };
      return { record: { ...record, terms: { ...record.terms, [id]: term } }, result: term };
    });
    return ok(term);
  },

  async acceptTerm({ client, path, body, now, services }) {
    const { user } = orNotFound(await client.users.read(path.user_id), 'User', path.user_id);
    const { terms } = await client.state.read();
    const id = body?.term_id;
    const term = id === undefined ? newestSystemTerm(Object.values(terms)) : terms[id.toLowerCase()];
    if (id !== undefined) orNotFound(term, 'Authorisation term', id);
    if (!term) throw refusals.badRequest('There is no active system term to accept');
    if (!term.is_active) throw refusals.inactiveTerm(term.id);
    const accepted: AuthorisationRecord = {
      authorisation_id: services.ids.ofUser(user.user_id),
      term_id: term.id,
      authorisation_category: term.authorisation_category,
      accepted_at: isoInstant(now),
    };
    const kept = await client.users.change(user.user_id, ({ authorisations }) => ({
      changedFields: { authorisations: { ...authorisations, [accepted.authorisation_id]: accepted } },
      result: accepted,
    }));
    return created(shownAuthorisation(orNotFound(kept, 'User', path.user_id), user.user_id));
  },

  async revokeAuthorisation({ client, path, now }) {
    const id = path.authorisation_id.toLowerCase();
    const found = await client.users.change(path.user_id, (record) => {
      const before = record.authorisations[id];
      // A second revocation keeps the time of the first.
      if (!before || before.revoked_at !== undefined) return { result: before !== undefined };
      const revoked = { ...before, revoked_at: isoInstant(now) };
      return { changedFields: { authorisations: { ...record.authorisations, [id]: revoked } }, result: true };
    });
    if (found === undefined) throw refusals.notFound('User', path.user_id);
    if (!found) throw refusals.notFound('Authorisation', path.authorisation_id);
    return ok({ message: `Authorisation [${path.authorisation_id}] revoked` });
  },

  async createUser({ client, body, now, services }) {
    checkFrequency(body, services.environment);
    const user = patched({ user_id: services.ids.uuid(), created_at: isoInstant(now) }, body, writableFields);
    await client.users.create(newUserRecord(user));
    return created(user);
  },

  async inspectUser({ client, path, now, services }) {
    const record = orNotFound(await client.users.read(path.user_id), 'User', path.user_id);
    const { user, authorisations, accounts, entries, statements, documents } = record;
    return ok({
      user,
      authorisations: Object.values(authorisations).map((one) => shownAuthorisation(one, user.user_id)),
      accounts: Object.values(accounts).map((one) => shownAccount(record, one, services.profile.points)),
      entries: Object.values(entries).map((one) => picked(one, 'entry_id', 'account_id', 'created_at')),
      payroll_submissions: submissionsOf(record),
      bank_statement_submissions: Object.values(statements),
      income_submissions: await heldIncome(client, record, now, services.profile.points),
      documents: Object.values(documents).map((one) => shownDocument(one, now)),
    });
  },

  async issueUserToken({ client, path, body, now, services }) {
    const { tokens, ids, profile } = services;
    const { user } = orNotFound(await client.users.read(path.user_id), 'User', path.user_id);
    const userId = user.user_id;
    const seconds = body?.expires_in ?? profile.points['auth.user-token.lifetime-seconds'];
    const expiresAt = Math.min(now + seconds * 1000, endOfTime);
    const { epoch } = await client.state.read();
    const claims = { kind: 'user', sub: userId, client: client.name, epoch, jti: ids.uuid() } as const;
    const token = await tokens.issue(claims, now, expiresAt, profile.points['auth.user-token.format']);
    const work = [expiryItem(userId, { what: 'token', token_id: claims.jti }, expiresAt)];
    orNotFound(await client.users.change(userId, () => ({ work, result: true })), 'User', path.user_id);
    return created({ token, expires_at: isoInstant(expiresAt) });
  },

  async listMembers({ client }) {
    const { members } = await client.state.read();
    return ok({ members: Object.values(members).map(shownMember) });
  },

  async arrangeMember({ client, path, body: { password, ...given }, services }) {
    const secret =
      password === undefined ? undefined : await hashPassword(password, services.randomBytes(16));
    const changed = await client.state.change((record) => {
      // A plain object also has the names that it inherits, such as toString.
      const isKnown = Object.hasOwn(record.members, path.member_id);
      const before = orNotFound(isKnown && record.members[path.member_id], 'Member', path.member_id);
      // The invited person confirms the account by setting a password.
      const isNew = secret !== undefined && before.status === 'unconfirmed';
      const status = given.status ?? (isNew ? 'confirmed' : before.status);
      const kept = secret ?? before.password;
      const member: MemberRecord = { ...before, ...defined(given), status, password: kept };
      return { record: { ...record, members: { ...record.members, [member.id]: member } }, result: member };
    });
    return ok(shownMember(changed));
  },
} satisfies Partial<ArrangementHandlers>;

const wordings = {
  one_time: 'I agree that my payroll and income data is retrieved once.',
  recurring:
    'I agree that my payroll and income data is retrieved now and at regular intervals, until I withdraw.',
} as const;

function shownAuthorisation(record: AuthorisationRecord, userId: string): Authorisation {
  const { authorisation_id, ...rest } = record;
  return { authorisation_id, user_id: userId, ...rest };
}

function newestSystemTerm(terms: readonly AuthorisationTerm[]): AuthorisationTerm | undefined {
  const active = terms.filter((term) => term.is_system_term && term.is_active);
  return active.findLast(({ created_at }) => active.every((other) => other.created_at <= created_at));
}

/** A document that still awaits its upload when the address expires counts as expired. */
function shownDocument({ file_id: _, ...document }: DocumentRecord, now: number) {
  const isLate = document.state === 'awaiting_upload' && Date.parse(document.expires_at) <= now;
  return isLate ? { ...document, state: 'expired' as const } : document;
}

const shownMember = ({ password: _, ...member }: MemberRecord) => member;
