import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from './database.ts';

const RETRY_MS = 50;

/** Runs a task with the lease on a client, which one process has at a time, and renews it while the task runs. */
export async function withClientLease<T>(
  database: Database,
  client: string,
  task: (leaseToken: string) => Promise<T>,
): Promise<T> {
  const { clientLeaseMs } = database;
  const leaseToken = randomUUID();
  const until = `clock_timestamp() + $3 * interval '1 millisecond'`;
  const take = `insert into payrig.client as c values ($1, $2, ${until})
    on conflict (client) do update set lease_token = $2, lease_until = ${until}
     where c.lease_token is null or c.lease_token = $2 or c.lease_until <= clock_timestamp()`;
  while ((await database.run(take, client, leaseToken, clientLeaseMs)) === 0) await delay(RETRY_MS);
  const renew = `update payrig.client set lease_until = ${until} where client = $1 and lease_token = $2`;
  // The lease outlasts several renewals, so a renewal that fails is not repeated.
  const renewing = setInterval(
    () => database.run(renew, client, leaseToken, clientLeaseMs).catch(() => {}),
    clientLeaseMs / 4,
  ).unref();
  try {
    return await task(leaseToken);
  } finally {
    clearInterval(renewing);
    const end = `update payrig.client set lease_token = null, lease_until = null
      where client = $1 and lease_token = $2`;
    await database.run(end, client, leaseToken).catch(() => {});
  }
}
