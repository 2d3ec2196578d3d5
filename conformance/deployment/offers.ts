import { type Clause, clausesById } from '../../spec/clauses.ts';
import { routes } from '../../spec/generated/routes.ts';
import { offered } from '../arrange/offers.ts';
import { type Capability, capabilities, writing } from '../judgement/capability.ts';
import type { Check } from '../judgement/check.ts';
import type { SkipReason } from '../judgement/result.ts';
import type { RunClient } from './run-client.ts';

export type ServerKind = 'sandbox' | 'production' | 'unknown';
type Besides = Record<'member' | 'other' | 'production', object | undefined>;
type Permitted = Record<'readOnly' | 'destructive' | 'reachable', boolean>;
type OfferOptions = Besides & Permitted & { client: RunClient; serverKind: ServerKind };

export function offers(options: OfferOptions): Set<Capability> {
  const { member, client, other, serverKind, production, readOnly, destructive, reachable } = options;
  const all = offered(client.arrangement.functions);
  if (!readOnly) all.add('writes');
  const { reset } = client.arrangement.functions;
  if (!readOnly && (destructive || reset)) all.add('existing-users');
  if (!readOnly && destructive && reset) all.add('expendable-users');
  for (const one of capabilityNames) if (one.startsWith('held-')) all.add(one);
  if (member) all.add('member');
  if (other) all.add('other-client');
  if (reachable && !readOnly) all.add('receiver');
  if (serverKind === 'sandbox') all.add('sandbox');
  if (production) all.add('production');
  return all;
}

const capabilityNames = Object.keys(capabilities) as Capability[];

/** Whether a deployment at this address can reach the loopback of this machine. */
export function isHere(baseUrl: string): boolean {
  const { hostname } = new URL(baseUrl);
  return hostname === 'localhost' || hostname.startsWith('127.') || hostname === '[::1]';
}

/** The one thing to do first, so that the counts by remedy add up to the clauses that were not judged. */
function nextStep(missing: readonly Capability[]): string {
  const first = capabilityNames.find((one) => missing.includes(one)) as Capability;
  return first === 'users'
    ? 'let the suite set up users and their data: --arrange sandbox where the deployment has the arrangement API, else --arrange MODULE, a module of your own (createUser and more)'
    : capabilities[first].enable;
}

/** Why a check that needs these is not run. A clause about another kind of server does not apply to this one. */
export function lacking(missing: readonly Capability[], serverKind: ServerKind): SkipReason {
  const elsewhere = missing.find((one) => one === 'sandbox' || one === 'production');
  const applies = !elsewhere || serverKind === 'unknown' || serverKind === elsewhere;
  return {
    kind: applies ? 'cannot-arrange' : 'not-applicable',
    message: applies
      ? `it needs ${missing.map((one) => capabilities[one].is).join(', and ')}`
      : `it is about a ${elsewhere} server, and this is a ${serverKind} server`,
    missing,
    enable: [nextStep(missing)],
  };
}

export function needsOf(check: Pick<Check, 'clause' | 'needs' | 'readsOnly'>): Capability[] {
  const named = check.needs ?? [];
  const { operations = [] }: Partial<Clause> = clausesById().get(check.clause) ?? {};
  const isChange = operations.some((id) => routes[id].method !== 'GET' && id !== 'signInMember');
  const writes = named.some((one) => writing.has(one)) || (!check.readsOnly && isChange);
  return [...new Set<Capability>([...(writes ? (['writes'] as const) : []), ...named])];
}
