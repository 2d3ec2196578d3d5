import type { Authorisation, AuthorisationTerm } from '../../spec/types.ts';
import { isoInstant } from '../domain/instant.ts';
import { refusals } from '../domain/refusal.ts';
import type { AuthorisationRecord } from '../domain/user-record.ts';
import type { ArrangementHandlers } from '../http/context.ts';
import { created, ok } from '../http/outcome.ts';
import { changeSettings } from '../work/reschedule.ts';

export const authorisations = {
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
    // Authorisations by it may be worth nothing any more, or something again, and with them recurring checks.
    const term = await changeSettings(client, { id: services.ids.uuid(), now }, (record) => {
      const before = record.terms[id];
      if (!before) throw refusals.notFound('Authorisation term', path.term_id);
      const term = { ...before, is_active: body.is_active };
      return { record: { ...record, terms: { ...record.terms, [id]: term } }, result: term };
    });
    return ok(term);
  },

  async acceptTerm({ client, path, body, now, services }) {
    const user = (await client.users.read(path.user_id))?.user;
    if (!user) throw refusals.notFound('User', path.user_id);
    const { terms } = await client.state.read();
    const term =
      body?.term_id === undefined
        ? newestSystemTerm(Object.values(terms))
        : terms[body.term_id.toLowerCase()];
    if (!term && body?.term_id !== undefined) throw refusals.notFound('Authorisation term', body.term_id);
    if (!term) throw refusals.badRequest('There is no active system term to accept');
    if (!term.is_active) throw refusals.inactiveTerm(term.id);
    const accepted: AuthorisationRecord = {
      authorisation_id: services.ids.ofUser(user.user_id),
      term_id: term.id,
      authorisation_category: term.authorisation_category,
      accepted_at: isoInstant(now),
    };
    const kept = await client.users.change(user.user_id, (record) => ({
      changedFields: { authorisations: { ...record.authorisations, [accepted.authorisation_id]: accepted } },
      result: true,
    }));
    if (!kept) throw refusals.notFound('User', path.user_id);
    return created(shownAuthorisation(accepted, user.user_id));
  },

  async revokeAuthorisation({ client, path, now }) {
    const id = path.authorisation_id.toLowerCase();
    const found = await client.users.change(path.user_id, (record) => {
      const before = record.authorisations[id];
      // Revoked once is revoked: the time of the first stays.
      if (!before || before.revoked_at !== undefined) return { result: before !== undefined };
      const revoked = { ...before, revoked_at: isoInstant(now) };
      return { changedFields: { authorisations: { ...record.authorisations, [id]: revoked } }, result: true };
    });
    if (found === undefined) throw refusals.notFound('User', path.user_id);
    if (!found) throw refusals.notFound('Authorisation', path.authorisation_id);
    return ok({ message: `Authorisation [${path.authorisation_id}] revoked` });
  },
} satisfies Partial<ArrangementHandlers>;

const wordings = {
  one_time: 'I agree that my payroll and income data is retrieved once.',
  recurring:
    'I agree that my payroll and income data is retrieved now and at regular intervals, until I withdraw.',
} as const;

export function shownAuthorisation(record: AuthorisationRecord, userId: string): Authorisation {
  const { authorisation_id, ...rest } = record;
  return { authorisation_id, user_id: userId, ...rest };
}

function newestSystemTerm(terms: readonly AuthorisationTerm[]): AuthorisationTerm | undefined {
  return terms
    .filter((term) => term.is_system_term && term.is_active)
    .reduce<AuthorisationTerm | undefined>(
      (newest, term) => (newest && newest.created_at > term.created_at ? newest : term),
      undefined,
    );
}
