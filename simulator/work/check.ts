import type { Effect } from '../../spec/types.ts';
import { isoInstant } from '../domain/instant.ts';
import { checkedAccounts } from '../domain/recurring.ts';
import { type EntryRecord, withParts } from '../domain/user-record.ts';
import { fittingPayroll, newEntry, withEntry } from '../retrieval/retrieval.ts';
import type { Client } from '../tenant/client.ts';
import type { Services } from '../tenant/services.ts';
import type { WorkHandler } from '../worker/work-handler.ts';

/**
 * Makes a recurring check that is due: whatever is new at the user's linked accounts is retrieved, with an entry and an
 * event each, and the next check is scheduled in the same commit.
 */
export function recurringCheck(client: Client, services: Services): WorkHandler {
  return async ({ item: { owner, due } }, now) => {
    const at = due ?? now;
    const clientRecord = await client.state.read();
    const retrieval = { client, services, clientRecord, now: at };
    const before = await client.users.read(owner);
    const checked = before ? checkedAccounts(before, clientRecord, services.profile.points) : [];
    const held = new Map(
      await Promise.all(
        checked.map(
          async ({ account_id }) =>
            [account_id, before ? await fittingPayroll(before, account_id, retrieval) : []] as const,
        ),
      ),
    );
    return {
      async write(claim) {
        const effects = await client.users.change<Effect[]>(
          owner,
          (record, around) => {
            const { points } = services.profile;
            // The settings may have changed since it was scheduled: it is made if it is due by those in force.
            const check = services.nextCheck(record, around.client, points, at - 1, at);
            if (!check) return { result: [], checkedAt: around.now };
            const allowed = new Set(
              checkedAccounts(record, around.client, points).map(({ account_id }) => account_id),
            );
            let after = record;
            const events = [];
            const effects: Effect[] = [];
            for (const [accountId, fitting] of held) {
              if (!allowed.has(accountId)) continue;
              const entry = newEntry(after, accountId, services.ids.ofUser(owner), fitting, {
                ...retrieval,
                clientRecord: around.client,
              });
              if (entry) {
                const added = withEntry(after, entry, at);
                after = withParts(after, added.changedFields);
                events.push(...added.events);
              }
              effects.push(effectOf(at, owner, accountId, check.authorisationId, entry));
            }
            const parts = after === record ? {} : { entries: after.entries };
            return { changedFields: parts, result: effects, events, checkedAt: at };
          },
          { claim, now },
        );
        return effects ?? [];
      },
    };
  };
}

function effectOf(
  at: number,
  user_id: string,
  account_id: string,
  authorisation_id: string,
  entry: EntryRecord | undefined,
): Effect {
  return {
    at: isoInstant(at),
    kind: 'recurring-check',
    user_id,
    account_id,
    authorisation_id,
    entry_id: entry?.entry_id ?? null,
    found: entry?.submissions.length ?? 0,
  } as Effect;
}
