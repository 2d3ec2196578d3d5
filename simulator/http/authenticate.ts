import type { IncomingHttpHeaders } from 'node:http';
import type { Operation } from '../../spec/contract.ts';
import { refusals } from '../domain/refusal.ts';
import type { Client } from '../tenant/client.ts';
import type { Keys } from '../tenant/keys.ts';
import type { Services } from '../tenant/services.ts';
import type { Caller } from './context.ts';

/** Where anybody may ask there is no client. */
type Authenticated = { client: Client | undefined; caller: Caller };

const nobody: Authenticated = { client: undefined, caller: { kind: 'api-key' } };

/** Finds the client and the caller of a request by the schemes that its operation lists, or refuses it. */
export function authenticate(
  { security }: Operation,
  headers: IncomingHttpHeaders,
  keys: Keys<Client>,
  services: Services,
): Authenticated | Promise<Authenticated> {
  if (security.length === 0) return nobody;
  if (!security.includes('apiKey')) return byBearer(headers, 'user', services);
  const key = headers['x-api-key'];
  const client = typeof key === 'string' ? keys.find(key) : undefined;
  if (client) return { client, caller: { kind: 'api-key' } };
  if (key === undefined && security.includes('memberBearer')) return byBearer(headers, 'member', services);
  throw refusals.apiKey();
}

async function byBearer(
  headers: IncomingHttpHeaders,
  kind: 'member' | 'user',
  services: Services,
): Promise<Authenticated> {
  const refusal = kind === 'user' ? refusals.bearer() : refusals.apiKey();
  const token = /^Bearer +([\w.~+/-]+=*) *$/i.exec(headers.authorization ?? '')?.[1];
  const claims = token === undefined ? undefined : await services.tokens.verify(token);
  const client = claims && services.clients.find((one) => one.name === claims.client);
  if (!claims || !client || claims.kind !== kind) throw refusal;
  const record = await client.state.read();
  if (claims.expiresAt <= client.state.nowOf(record)) throw refusal;
  if (kind === 'member') {
    if (!record.members[claims.sub]) throw refusal;
    return { client, caller: { kind, memberId: claims.sub } };
  }
  // A user's token is worth nothing once the user is gone or the client's world was reset.
  if (record.epoch !== claims.epoch || !(await client.users.has(claims.sub, record))) throw refusal;
  return { client, caller: { kind, userId: claims.sub } };
}
