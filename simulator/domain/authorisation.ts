import type { Points } from '../../spec/profile.ts';
import type { ClientRecord } from './client-record.ts';
import { isoInstant } from './instant.ts';
import { refusals } from './refusal.ts';
import type { AuthorisationRecord, UserRecord } from './user-record.ts';

/** The authorisations of a user that authorise something now, oldest first. */
export function activeAuthorisations(record: UserRecord, { terms }: ClientRecord, points: Points) {
  const staysValid = points['authorisations.term-deactivated'] === 'stays-valid';
  return Object.values(record.authorisations)
    .filter((one) => one.revoked_at === undefined && one.used_at === undefined)
    .filter(({ term_id }) => staysValid || terms[term_id]?.is_active === true)
    .sort((a, b) => (a.accepted_at < b.accepted_at ? -1 : a.accepted_at > b.accepted_at ? 1 : 0));
}

/** What a retrieval that an authorisation allowed changes of a user: one that is good for a single one is used up. */
export function useOf(record: UserRecord, authorisation: AuthorisationRecord, points: Points, now: number) {
  const { authorisation_id, authorisation_category } = authorisation;
  if (authorisation_category !== 'one_time' || points['authorisations.one-time.uses'] === 'any') return {};
  const used = { ...authorisation, used_at: isoInstant(now) };
  return { authorisations: { ...record.authorisations, [authorisation_id]: used } };
}

/** The authorisation that a request goes by: the one that its header names, or one that is resolved. */
export function authorise(
  record: UserRecord,
  client: ClientRecord,
  points: Points,
  named: string | undefined,
  missingStatus: number = points['authorisations.missing-status'],
): AuthorisationRecord {
  const active = activeAuthorisations(record, client, points);
  if (named !== undefined) {
    const found = active.find((one) => one.authorisation_id === named.toLowerCase());
    if (!found) throw refusals.unusableAuthorisation(points['authorisations.unusable-status'], named);
    return found;
  }
  const resolved = points['authorisations.resolution'] === 'oldest' ? active[0] : active.at(-1);
  if (!resolved) throw refusals.noAuthorisation(missingStatus);
  return resolved;
}
