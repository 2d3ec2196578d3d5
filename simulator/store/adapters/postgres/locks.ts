import { crc32 } from 'node:zlib';
import { leaseLost } from '../../port.ts';
import type { Database, Session, Transaction } from './database.ts';

/**
 * How many transactions of a client's changes can be under way at the same time. The fewer there are, the more changes
 * share one; but whatever holds one up holds up all that go by the same slot.
 */
const SLOTS = 4;

/** Where the changes of an aggregate are made one after the other. */
export const slotOf = (id: string): number => crc32(id) % SLOTS;

/** In their order: whoever needs all waits for those before, while nobody waits who has one. */
const LOCK =
  'select 1 from payrig.lock_shard where client = $1 and shard = any ($2::int[]) order by shard for update';
const LOCK_CLIENT = 'select 1 from payrig.client where client = $1 for update';
const EVERY = Array.from({ length: SLOTS }, (_, slot) => slot);

/** What was to be locked is not there. */
class NoSlots extends Error {}

/** A transaction that is alone with a slot, or with all. */
export async function locked<T>(
  database: Database,
  client: string,
  slot: number | 'all',
  task: (transaction: Transaction, locked: Promise<void>) => Promise<T>,
): Promise<T> {
  const lock = async ({ rows }: Transaction) => {
    const [slots] = await Promise.all([
      rows(LOCK, client, slot === 'all' ? EVERY : [slot]),
      slot === 'all' && rows(LOCK_CLIENT, client),
    ]);
    if (slots.length === 0) throw new NoSlots();
  };
  const locking = () => database.transaction((transaction) => task(transaction, lock(transaction)));
  try {
    return await locking();
  } catch (error) {
    if (!(error instanceof NoSlots)) throw error;
    await database.run(
      `with known as (insert into payrig.client (client) values ($1) on conflict do nothing)
       insert into payrig.lock_shard select $1, generate_series(0, ${SLOTS - 1}) on conflict do nothing`,
      client,
    );
    return locking();
  }
}

/** The row stays locked until the commit, so that nobody takes the turn before. */
export async function checkTurn(
  session: Session,
  client: string,
  leaseToken: string | undefined,
): Promise<void> {
  if (leaseToken === undefined) return;
  const text = `select 1 from payrig.client
    where client = $1 and lease_token = $2 and lease_until > clock_timestamp() for update`;
  if ((await session.rows(text, client, leaseToken)).length === 0) throw leaseLost();
}
