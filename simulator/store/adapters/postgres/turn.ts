import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from './database.ts';

const RETRY_MS = 50;
/** What a process that dies in its turn costs the others; one that lives renews it well before. */
const LEASE = `clock_timestamp() + $3 * interval '1 millisecond'`;

/** Waits for the client to be free in all processes, and takes it. */
export async function takeTurn(
  database: Database,
  client: string,
  leaseMs: number,
): Promise<{ turn: string; end: () => Promise<void> }> {
  const turn = randomUUID();
  const take = () =>
    database.query(
      `insert into payrig.client as c values ($1, $2, ${LEASE})
       on conflict (client) do update set turn = $2, turn_until = ${LEASE}
        where c.turn is null or c.turn_until <= clock_timestamp()`,
      [client, turn, leaseMs],
    );
  while ((await take()).rowCount === 0) await delay(RETRY_MS);
  const renew = () =>
    database.query(`update payrig.client set turn_until = ${LEASE} where client = $1 and turn = $2`, [
      client,
      turn,
      leaseMs,
    ]);
  // A renewal that fails is tried again with the next; the lease outlasts several.
  const renewing = setInterval(() => renew().catch(() => {}), leaseMs / 4).unref();
  return {
    turn,
    async end() {
      clearInterval(renewing);
      await database
        .query('update payrig.client set turn = null, turn_until = null where client = $1 and turn = $2', [
          client,
          turn,
        ])
        .catch(() => {});
    },
  };
}
