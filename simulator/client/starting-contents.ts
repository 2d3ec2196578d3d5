import type { ClientRecord, MemberRecord } from '../domain/client-record.ts';
import { mayRecur } from '../domain/recurring.ts';
import { checkItem } from '../state/check-work.ts';
import type { SeededWorld } from '../state/seeded-world.ts';
import { startingClient } from '../state/starting-client.ts';
import { sortKeys, untouched } from '../state/stored-user.ts';
import { CLIENT_DOCUMENT, type Contents, type Document, type Listed, type WorkItem } from '../store/port.ts';
import type { Services } from '../tenant/services.ts';

/** All that is stored of a client at its birth: its record, and the recurring checks of those who have consented to them. */
export async function startingContents(
  name: string,
  birth: ClientRecord['birth'],
  { world, ...seeded }: SeededWorld,
  scenarios: ClientRecord['scenarios'],
  members: readonly MemberRecord[],
  { realNow, ids, profile, nextCheck }: Pick<Services, 'realNow' | 'ids' | 'profile' | 'nextCheck'>,
): Promise<Contents> {
  const root = startingClient({
    name,
    birth,
    world,
    scenarios,
    members,
    realNow: realNow(),
    epoch: ids.uuid(),
  });
  const aggregates: Listed[] = [
    { id: CLIENT_DOCUMENT, sortKey: CLIENT_DOCUMENT, document: root as unknown as Document },
  ];
  const work: WorkItem[] = [];
  for (const id of seeded.recurringUserIds) {
    const index = seeded.indexOf(id) as number;
    const record = await seeded.record(index);
    if (!mayRecur(record)) continue;
    // What fell due since the birth of the world is still to happen, each thing at its time.
    const due = nextCheck(record, root, profile.points, Date.parse(birth.born), Number.POSITIVE_INFINITY)?.at;
    aggregates.push({ id, sortKey: sortKeys.seeded(index), document: untouched });
    work.push({ ...checkItem(id, due ?? null), sequence: work.length + 1 });
  }
  return { aggregates, work, files: [] };
}
