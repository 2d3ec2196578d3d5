import type { Effect } from '../../spec/types.ts';
import { isoInstant } from '../domain/instant.ts';
import { type NewWorkItem, workItem } from '../store/port.ts';
import type { Client } from '../tenant/client.ts';
import { type WorkHandler, writing } from '../worker/work-handler.ts';

/** What can expire: a user's token, and the address to which a document can be uploaded. */
export type Expiring = { what: 'token'; token_id: string } | { what: 'presigned-url'; document_id: string };

export const expiryIdOf = (id: string): string => `expiry-${id}`;

/** The work item of an expiry. Nothing is done then, but a move of the clock reports it. */
export function expiryItem(userId: string, expiring: Expiring, due: number): NewWorkItem {
  const id = expiryIdOf(expiring.what === 'token' ? expiring.token_id : expiring.document_id);
  return workItem({ id, kind: 'expiry', owner: userId, due, data: expiring });
}

export const expiry =
  ({ clientStore }: Pick<Client, 'clientStore'>): WorkHandler =>
  async ({ item: { id, owner, due, data } }, now) => {
    const effect: Effect = { ...data, at: isoInstant(due ?? now), kind: 'expiry', user_id: owner };
    return writing(clientStore, owner, { removeWork: [id], result: [effect] });
  };
