// Run as a process: `stalling-replica.ts URL SCHEMA MOMENT`, a replica with short leases that stops itself (SIGSTOP) at a
// moment of what it does with the client to itself. It prints its address, and `stalled` before it stops.
import { writeSync } from 'node:fs';
import { createSandbox } from '../../../simulator/sandbox.ts';
import { postgresStore } from '../../../simulator/store/adapters/postgres/postgres-store.ts';
import type { ClaimQuery, ClientStore, Store, WriteOptions } from '../../../simulator/store/port.ts';

/** How long a turn and a claim of the replicas of this test last. */
export const LEASE_MS = 1000;

let turns = 0;

/** Whether it stops before, after, or within the transaction of which call. */
const moments = {
  // Two changes mark what the move is about; then the clock is set for each instant at which something falls due.
  'before the clock is set on the way': [
    'before',
    'change',
    ({ leaseToken }: WriteOptions) => leaseToken !== undefined && ++turns === 3,
  ],
  'before an attempt is written down': ['before', 'change', ({ claim }: WriteOptions) => claim !== undefined],
  'within a transaction': ['within', 'change', ({ leaseToken }: WriteOptions) => leaseToken !== undefined],
  'before everything is replaced': ['before', 'replace', () => true],
  'after everything was replaced': ['after', 'replace', () => true],
  'after everything was read': ['after', 'contents', () => true],
} as const;

export type Moment = keyof typeof moments;

if (process.argv[1] === import.meta.filename) {
  const [url, schema, moment] = process.argv.slice(2) as [string, string, Moment];
  const store = await postgresStore(url, { schema, clientLeaseMs: LEASE_MS, poolSize: 5, timeoutMs: 1000 });
  const stalling: Store = {
    ...store,
    clientStore: (client) => stallingClientStore(store.clientStore(client), moment),
  };
  const sandbox = await createSandbox({ store: stalling, users: 32 });
  console.log(sandbox.url);
}

function stallingClientStore(clientStore: ClientStore, moment: Moment): ClientStore {
  const [when, method, applies] = moments[moment];
  const work = {
    ...bound(clientStore.work),
    claim: (query: ClaimQuery) => clientStore.work.claim({ ...query, leaseMs: LEASE_MS }),
  };
  const own = bound(clientStore);
  return {
    ...own,
    work,
    async [method](...given: never[]) {
      const isIt = (applies as (options: WriteOptions) => boolean)((given[2] ?? {}) as WriteOptions);
      if (isIt && when === 'before') stall();
      if (isIt && when === 'within') given[1] = within(given[1] as never) as never;
      const result = await (own[method] as (...given: never[]) => Promise<unknown>)(...given);
      if (isIt && when === 'after') stall();
      return result;
    },
  } as ClientStore;
}

/** The methods of an object by themselves, those of its class too. */
function bound<T extends object>(object: T): T {
  const names = [...Object.getOwnPropertyNames(Object.getPrototypeOf(object)), ...Object.keys(object)];
  return Object.fromEntries(
    names.map((name) => {
      const value: unknown = object[name as keyof T];
      return [name, typeof value === 'function' ? value.bind(object) : value];
    }),
  ) as T;
}

/** A decision during which the process stops: the locks that it is made under are held by then. */
function within<Found, Decided>(decide: (found: Found) => Decided): (found: Found) => Decided {
  return (found) => {
    stall();
    return decide(found);
  };
}

let hasStalled = false;

function stall(): void {
  if (hasStalled) return;
  hasStalled = true;
  writeSync(1, 'stalled\n');
  process.kill(process.pid, 'SIGSTOP');
}
