import { authorise, useOf } from '../domain/authorisation.ts';
import { refusals } from '../domain/refusal.ts';
import type { AuthorisationRecord } from '../domain/user-record.ts';
import type { Retrieval } from '../retrieval/retrieval.ts';

/** The authorisation by which something is retrieved now. Of two requests that need the last use of one, one gets it. */
export async function useAuthorisation(
  userId: string,
  named: string | undefined,
  { client, services, clientRecord, now }: Retrieval,
): Promise<AuthorisationRecord> {
  const { points } = services.profile;
  const used = await client.users.change(userId, (record) => {
    const authorisation = authorise(record, clientRecord, points, named);
    return { changedFields: useOf(record, authorisation, points, now), result: authorisation };
  });
  if (!used) throw refusals.notFound('User', userId);
  return used;
}
