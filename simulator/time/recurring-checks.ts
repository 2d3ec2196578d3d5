import type { Effect } from '../../spec/types.ts';
import type { Client } from '../client.ts';
import { isoInstant } from '../domain/instant.ts';
import {
  checkedAccounts,
  countRecurringChecks,
  nextRecurringCheck,
  type RecurringCheck,
} from '../domain/recurring.ts';
import type { UserRecord } from '../domain/user-record.ts';
import { retrieve } from '../retrieval.ts';
import type { Services } from '../services.ts';

export type DueCheck = RecurringCheck & { userId: string };

/** The recurring checks that fall due first after one instant and not after another; all of them have the same time. */
export async function nextChecks(
  client: Client,
  services: Services,
  after: number,
  until: number,
): Promise<DueCheck[]> {
  const clientRecord = await client.state.read();
  let first: DueCheck[] = [];
  for (const record of await candidates(client)) {
    const check = nextRecurringCheck(record, clientRecord, services.profile.points, after, until);
    if (!check || (first[0] && check.at > first[0].at)) continue;
    const due = { ...check, userId: record.user.user_id };
    first = first[0]?.at === check.at ? [...first, due] : [due];
  }
  return first;
}

/** How many checks fall due between two instants, at most. */
export async function countChecks(
  client: Client,
  services: Services,
  after: number,
  until: number,
): Promise<number> {
  const clientRecord = await client.state.read();
  const { points } = services.profile;
  return (await candidates(client)).reduce(
    (sum, record) => sum + countRecurringChecks(record, clientRecord, points, after, until),
    0,
  );
}

/** Users for whom checks may recur: those with work, and the few of the starting world that have consented to it. */
async function candidates(client: Client): Promise<UserRecord[]> {
  const touched = await client.users.withWork();
  const known = new Set(touched.map((record) => record.user.user_id));
  const seeded = client.world.recurringUserIds.filter((id) => !known.has(id));
  const others = await Promise.all(seeded.map((id) => client.users.read(id)));
  return [...touched, ...others.filter((record) => record !== undefined)];
}

/** Runs one check: whatever is new at the user's linked accounts is retrieved, with an entry and an event each. */
export async function runCheck(
  client: Client,
  services: Services,
  { userId, at, authorisationId }: DueCheck,
): Promise<Effect[]> {
  const clientRecord = await client.state.read();
  const record = await client.users.read(userId);
  const checked = record ? checkedAccounts(record, clientRecord, services.profile.points) : [];
  const effects: Effect[] = [];
  for (const { account_id } of checked) {
    const entry = await retrieve(userId, account_id, { client, services, clientRecord, now: at });
    effects.push({
      at: isoInstant(at),
      kind: 'recurring-check',
      user_id: userId,
      account_id,
      authorisation_id: authorisationId,
      entry_id: entry?.entry_id ?? null,
      found: entry?.submissions.length ?? 0,
    } as Effect);
  }
  return effects;
}
