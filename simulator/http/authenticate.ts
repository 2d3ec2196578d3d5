import type { IncomingHttpHeaders } from 'node:http';
import type { Operation } from '../../spec/contract.ts';
import type { Client } from '../client/client.ts';
import { refusals } from '../domain/refusal.ts';
import type { Services } from '../services.ts';
import type { Caller } from './context.ts';
import type { Keys } from './keys.ts';

type Authenticated = { client: Client; caller: Caller };

/** The caller who has a client's key. */
export function byApiKey(
  { security }: Operation,
  headers: IncomingHttpHeaders,
  keys: Keys<Client>,
): Authenticated | undefined {
  const key = security.includes('apiKey') ? headers['x-api-key'] : undefined;
  const client = typeof key === 'string' ? keys.find(key) : undefined;
  return client && { client, caller: { kind: 'api-key' } };
}

/** The caller who has the token of a user or a member, as the operation wants it; whoever has neither is refused. */
export async function byBearer(
  { security }: Operation,
  headers: IncomingHttpHeaders,
  services: Services,
): Promise<Authenticated> {
  const takesKey = security.includes('apiKey');
  const takesToken = !takesKey || (headers['x-api-key'] === undefined && security.includes('memberBearer'));
  const found = takesToken && (await bearerOf(headers, takesKey ? 'member' : 'user', services));
  if (!found) throw takesKey ? refusals.apiKey() : refusals.bearer();
  return found;
}

async function bearerOf(
  headers: IncomingHttpHeaders,
  kind: 'member' | 'user',
  services: Services,
): Promise<Authenticated | undefined> {
  const token = /^Bearer +([\w.~+/-]+=*) *$/i.exec(headers.authorization ?? '')?.[1];
  const claims = token === undefined ? undefined : await services.tokens.verify(token);
  const client = claims && services.clients.find((one) => one.name === claims.client);
  if (!claims || !client || claims.kind !== kind) return undefined;
  const record = await client.state.read();
  if (claims.expiresAt <= client.state.nowOf(record)) return undefined;
  if (kind === 'member') {
    return record.members[claims.sub] ? { client, caller: { kind, memberId: claims.sub } } : undefined;
  }
  // A user's token is worth nothing once the user is gone or the client's world was reset.
  if (record.epoch !== claims.epoch || !(await client.users.has(claims.sub, record))) return undefined;
  return { client, caller: { kind, userId: claims.sub } };
}
