import type { ClientRecord, MemberRecord } from '../domain/client-record.ts';
import { mayRecur } from '../domain/recurring.ts';
import { clientDocumentOf } from '../state/client-state.ts';
import type { SeededWorld } from '../state/seeded-world.ts';
import { startingClient } from '../state/starting-client.ts';
import { checkItem, sortKeys, untouched, userDocument } from '../state/user-write.ts';
import { CLIENT_DOCUMENT, type Contents, type Listed, type WorkItem } from '../store/port.ts';
import type { Services } from '../tenant/services.ts';

/** All that is stored of a client at its birth: its record, and the recurring checks of users who consented to them. */
export async function startingContents(
  name: string,
  birth: ClientRecord['birth'],
  { world, recurringUserIds, find }: SeededWorld,
  scenarios: ClientRecord['scenarios'],
  members: readonly MemberRecord[],
  { realNow, ids, profile, nextCheck }: Pick<Services, 'realNow' | 'ids' | 'profile' | 'nextCheck'>,
): Promise<Contents> {
  const epoch = ids.uuid();
  const client = startingClient({ name, birth, world, scenarios, members, realNow: realNow(), epoch });
  const aggregates: Listed[] = [
    { id: CLIENT_DOCUMENT, sortKey: CLIENT_DOCUMENT, document: clientDocumentOf(client) },
  ];
  const work: WorkItem[] = [];
  const born = Date.parse(birth.born);
  for (const id of recurringUserIds) {
    const user = await find(id);
    if (!user || !mayRecur(user.record)) continue;
    // Checks that fell due since the birth of the world are still to come, each at its time.
    const next = nextCheck(user.record, client, profile.points, born, Number.POSITIVE_INFINITY);
    aggregates.push({ id, sortKey: sortKeys.seeded(user.index), document: userDocument(untouched) });
    work.push({ ...checkItem(id, next?.at ?? null), sequence: work.length + 1 });
  }
  return { aggregates, work, files: [] };
}
