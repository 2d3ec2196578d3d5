import type { Effect } from '../../spec/types.ts';
import type { Client } from '../client.ts';

/** Tokens and presigned URLs that expire after one instant and not after another. */
export async function expiriesBetween(client: Client, after: number, until: number): Promise<Effect[]> {
  const within = (instant: string) => Date.parse(instant) > after && Date.parse(instant) <= until;
  const effects: Effect[] = [];
  for (const { user, tokens, documents } of await client.users.withWork()) {
    for (const { token_id, expires_at } of Object.values(tokens)) {
      if (within(expires_at)) effects.push(expiry(expires_at, user.user_id, 'token', { token_id }));
    }
    for (const { document_id, state, expires_at } of Object.values(documents)) {
      if (state === 'awaiting_upload' && within(expires_at))
        effects.push(expiry(expires_at, user.user_id, 'presigned-url', { document_id }));
    }
  }
  return effects;
}

function expiry(at: string, userId: string, what: string, which: Record<string, string>): Effect {
  return { at, kind: 'expiry', what, user_id: userId, ...which } as Effect;
}
