import type { ClientRecord } from '../domain/client-record.ts';
import { CLIENT_DOCUMENT, StoreUnavailableError, workItem } from '../store/port.ts';
import type { Client } from '../tenant/client.ts';
import { type WorkHandler, writing } from '../worker/work-handler.ts';

/**
 * Changes settings of a client that decide when recurring checks fall due, and schedules all checks anew before it
 * resolves. If this process dies or the store fails in between, the work item of the change schedules them later: the
 * change is committed, so the caller must not get an error.
 */
export async function changeSettings<T>(
  client: Client,
  { id, now }: { id: string; now: number },
  change: (record: ClientRecord) => { record: ClientRecord; result: T },
): Promise<T> {
  const kind = 'reschedule';
  const item = workItem({ id: `${kind}-${id}`, kind, owner: CLIENT_DOCUMENT, queue: kind, due: now });
  const result = await client.state.change((record) => ({ ...change(record), work: [item] }));
  try {
    await rescheduleChecks(client);
    await client.state.change((record) => ({ record, removeWork: [item.id], result: undefined }));
  } catch (error) {
    if (!(error instanceof StoreUnavailableError)) throw error;
  }
  return result;
}

async function rescheduleChecks({ clientStore, state, users, worldOf }: Client): Promise<void> {
  const record = await state.read();
  const owners = (await clientStore.work.list({ kind: 'check' })).map(({ owner }) => owner);
  const drawn = record.configuration.recurring_checks_enabled ? worldOf(record).drawnRecurringIds() : [];
  for (const owner of new Set([...owners, ...drawn]))
    await users.change(owner, () => ({ result: undefined, reschedules: true }));
}

export const reschedule =
  (client: Client): WorkHandler =>
  async ({ item }) => {
    await rescheduleChecks(client);
    return writing(client.clientStore, CLIENT_DOCUMENT, { removeWork: [item.id], result: [] });
  };
