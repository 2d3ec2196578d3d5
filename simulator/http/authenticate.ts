import type { IncomingHttpHeaders } from 'node:http';
import type { Operation } from '../../spec/contract.ts';
import type { Client } from '../client/client.ts';
import { refusals } from '../domain/refusal.ts';
import type { Services } from '../services.ts';
import type { Caller } from './context.ts';
import type { Keys } from './keys.ts';

type Authenticated = { client: Client; caller: Caller };

/** Finds the client and the caller of a request by the schemes that its operation lists, or refuses it. */
export async function authenticate(
  operation: Operation,
  headers: IncomingHttpHeaders,
  keys: Keys<Client>,
  services: Services,
): Promise<Authenticated> {
  const { security } = operation;
  const key = headers['x-api-key'];
  if (!security.includes('apiKey')) {
    const found = await byBearer(headers, 'user', services);
    if (!found) throw refusals.bearer();
    return found;
  }
  const client = typeof key === 'string' ? keys.find(key) : undefined;
  if (client) return { client, caller: { kind: 'api-key' } };
  const member =
    key === undefined && security.includes('memberBearer') && (await byBearer(headers, 'member', services));
  if (!member) throw refusals.apiKey();
  return member;
}

async function byBearer(
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
  if (record.epoch !== claims.epoch || !(await client.users.has(claims.sub))) return undefined;
  return { client, caller: { kind, userId: claims.sub } };
}
