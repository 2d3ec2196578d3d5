import { timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { Operation } from '../../spec/contract.ts';
import type { ClientRecord } from '../domain/client-record.ts';
import { refusals } from '../domain/refusal.ts';
import { sameSecret } from '../domain/same-secret.ts';
import type { Client } from '../tenant/client.ts';
import { strikeFault } from '../tenant/faults.ts';
import type { Services } from '../tenant/services.ts';
import type { Caller, Outcome } from './context.ts';
import { errorOutcome } from './outcome.ts';

/** Finds what a key belongs to. All keys are compared, so that timing tells nothing about any of them but its length. */
export class Keys<T> {
  readonly #entries: { key: Buffer; value: T }[] = [];

  add(key: string, value: T): void {
    this.#entries.push({ key: Buffer.from(key), value });
  }

  find(text: string): T | undefined {
    const given = Buffer.from(text);
    let found: T | undefined;
    for (const { key, value } of this.#entries)
      if (key.length === given.length && timingSafeEqual(key, given)) found = value;
    return found;
  }
}

/** The client is undefined where an operation needs no authentication. */
type Identity = { client: Client | undefined; caller: Caller };

/** How the requests of an API are let in. The service and the arrangement API each have a gate of their own. */
export type Gate = {
  authenticate(operation: Pick<Operation, 'security'>, headers: IncomingHttpHeaders): Promise<Identity>;
  /** Refuses, answers or drops a request of a known client before it is read; undefined lets it in. */
  admit?(id: string, client: Client, record: ClientRecord): Promise<Outcome | 'drop' | undefined> | undefined;
  isJournalled: boolean;
  /** The status for a path with an id that nothing can have. */
  invalidPathIdStatus: number;
  /** The status for values that are there and cannot be taken. */
  invalidValueStatus: number;
};

/** The gate of the service: a rate limit, the faults that a tester has set, and the journal. */
export const serviceGate = (keys: Keys<Client>, services: Services): Gate => ({
  authenticate: (operation, headers) => authenticate(operation, headers, keys, services),
  admit(id, client, record) {
    client.rateLimit?.take(services.realNow);
    return record.faults.length === 0 ? undefined : struckOutcome(client, record, id);
  },
  isJournalled: true,
  invalidPathIdStatus: services.profile.points['requests.invalid-path-id-status'],
  invalidValueStatus: services.profile.points['requests.invalid-value-status'],
});

/** The gate of the arrangement API: a sandbox key, where the sandbox has one. */
export const arrangementGate = (keys: Keys<Client>, services: Services, sandboxKey?: string): Gate => ({
  async authenticate(operation, headers) {
    const given = String(headers['x-sandbox-key'] ?? '');
    const isRight = !sandboxKey || sameSecret(given, sandboxKey);
    if (!isRight && operation.security.length > 0) throw refusals.sandboxKey();
    return authenticate(operation, isRight ? headers : {}, keys, services);
  },
  isJournalled: false,
  invalidPathIdStatus: 404,
  invalidValueStatus: 400,
});

async function struckOutcome(client: Client, record: ClientRecord, operation: string) {
  const fault = await strikeFault(client.state, operation, record);
  if (fault?.latency_ms) await delay(fault.latency_ms);
  if (fault?.drop) return 'drop';
  return fault?.status === undefined ? undefined : errorOutcome(fault.status, ['A fault was asked for']);
}

type Bearers = Pick<Services, 'clients' | 'issuedClients' | 'tokens'>;

/** Finds the client and the caller of a request by the schemes that its operation lists, or refuses it. */
async function authenticate(
  { security }: Pick<Operation, 'security'>,
  headers: IncomingHttpHeaders,
  keys: Keys<Client>,
  bearers: Bearers,
): Promise<Identity> {
  if (security.length > 0 && !security.includes('apiKey')) return byBearer(headers, 'user', bearers);
  const key = headers['x-api-key'];
  const client =
    typeof key === 'string' ? (keys.find(key) ?? (await bearers.issuedClients.byKey(key))) : undefined;
  if (security.length === 0) return { client: undefined, caller: { kind: client ? 'api-key' : 'keyless' } };
  if (client) return { client, caller: { kind: 'api-key' } };
  if (key === undefined && security.includes('memberBearer')) return byBearer(headers, 'member', bearers);
  throw refusals.apiKey();
}

async function byBearer(
  headers: IncomingHttpHeaders,
  kind: 'member' | 'user',
  { clients, issuedClients, tokens }: Bearers,
): Promise<Identity> {
  const refusal = kind === 'user' ? refusals.bearer : refusals.apiKey;
  const token = /^Bearer +([\w.~+/-]+=*) *$/i.exec(headers.authorization ?? '')?.[1];
  const claims = token === undefined ? undefined : await tokens.verify(token);
  const client =
    claims &&
    (clients.find(({ name }) => name === claims.client) ?? (await issuedClients.find(claims.client)));
  if (!claims || !client || claims.kind !== kind) throw refusal();
  const record = await client.state.read();
  if (claims.expiresAt <= client.state.nowOf(record)) throw refusal();
  if (kind === 'member') {
    if (!record.members[claims.sub]) throw refusal();
    return { client, caller: { kind, memberId: claims.sub } };
  }
  // A reset of the client's world, or the end of the user, ends the user's tokens too.
  if (record.epoch !== claims.epoch || !(await client.users.has(claims.sub, record))) throw refusal();
  return { client, caller: { kind, userId: claims.sub } };
}
