import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from './database.ts';

/** What a process that dies in its turn costs the others; one that lives renews it well before. */
const LEASE = `clock_timestamp() + interval '10 seconds'`;
const RENEW_MS = 2500;
const RETRY_MS = 50;

/** Waits for the client to be free in all processes, and takes it. */
export async function takeTurn(
  database: Database,
  client: string,
): Promise<{ turn: string; end: () => Promise<void> }> {
  const turn = randomUUID();
  const take = () =>
    database.query(
      `insert into payrig.client as c values ($1, $2, ${LEASE})
       on conflict (client) do update set turn = $2, turn_until = ${LEASE}
        where c.turn is null or c.turn_until <= clock_timestamp()`,
      [client, turn],
    );
  while ((await take()).rowCount === 0) await delay(RETRY_MS);
  const renew = () =>
    database.query(`update payrig.client set turn_until = ${LEASE} where client = $1 and turn = $2`, [
      client,
      turn,
    ]);
  // A renewal that fails is tried again with the next; the lease outlasts several.
  const renewing = setInterval(() => renew().catch(() => {}), RENEW_MS).unref();
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
