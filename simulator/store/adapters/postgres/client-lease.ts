import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from './database.ts';

const RETRY_MS = 50;

/** Waits for the client to be free in all processes, and has it alone until the task ends or this process dies. */
export async function withClientLease<T>(
  database: Database,
  client: string,
  task: (leaseToken: string) => Promise<T>,
): Promise<T> {
  const { turnLeaseMs } = database;
  const leaseToken = randomUUID();
  const until = `clock_timestamp() + $3 * interval '1 millisecond'`;
  const take = `insert into payrig.client as c values ($1, $2, ${until})
    on conflict (client) do update set turn = $2, turn_until = ${until}
     where c.turn is null or c.turn = $2 or c.turn_until <= clock_timestamp()`;
  while ((await database.run(take, client, leaseToken, turnLeaseMs)) === 0) await delay(RETRY_MS);
  const renew = `update payrig.client set turn_until = ${until} where client = $1 and turn = $2`;
  // A renewal that fails is tried again with the next; the lease outlasts several.
  const renewing = setInterval(
    () => database.run(renew, client, leaseToken, turnLeaseMs).catch(() => {}),
    turnLeaseMs / 4,
  ).unref();
  try {
    return await task(leaseToken);
  } finally {
    clearInterval(renewing);
    const end = 'update payrig.client set turn = null, turn_until = null where client = $1 and turn = $2';
    await database.run(end, client, leaseToken).catch(() => {});
  }
}
