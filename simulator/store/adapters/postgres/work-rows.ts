import type { Claim, NewWorkItem, Work, WorkItem } from '../../port.ts';
import { isKey } from '../write-rules.ts';
import { columnsOf, type Session } from './database.ts';

/** The largest bigint, as text: a number cannot hold it. */
const MAX_SEQUENCE = '9223372036854775807';

/** The columns of an item, as numbers that JavaScript can read. */
export const ITEM = 'id, kind, owner, queue, target, sequence::float8 as sequence, due, data';

/** A condition on rows `w`: that their claims still hold. */
const OF_CLAIMS = `from unnest($2::text[], $3::text[]) as held (held_id, held_token)
  where w.client = $1 and w.id = any ($2::text[]) and w.id = held_id and w.token = held_token`;

/** The values of `OF_CLAIMS`. Sorted, so that two transactions lock the rows in the same order and do not deadlock. */
function idsAndTokens(claims: readonly Claim[]): [string[], string[]] {
  const sorted = claims.toSorted((a, b) => (a.item.id < b.item.id ? -1 : 1));
  return [sorted.map(({ item }) => item.id), sorted.map(({ token }) => token)];
}

export async function endClaims(session: Session, claims: readonly Claim[]): Promise<WorkItem[]> {
  const text = `update payrig.work w set token = null, until = null ${OF_CLAIMS}
    and w.until > clock_timestamp() returning ${ITEM}`;
  return session.rows(text, ...idsAndTokens(claims));
}

export type Queue = Pick<WorkItem, 'owner' | 'queue'>;

export async function removeWorkItems(session: Session, items: readonly Pick<WorkItem, 'id' | 'owner'>[]) {
  if (items.length === 0) return [];
  return session.rows<Queue>(
    `delete from payrig.work w using unnest($2::text[], $3::text[]) as gone (id, owner)
      where w.client = $1 and w.id = any ($2::text[]) and w.id = gone.id and w.owner = gone.owner
      returning w.owner, w.queue`,
    ...columnsOf(items, 'id', 'owner'),
  );
}

const columns = (items: readonly NewWorkItem[]): unknown[] => [
  ...columnsOf(items, 'id', 'owner', 'queue', 'kind', 'target', 'due'),
  items.map(({ data }) => JSON.stringify(data)),
];

const ROWS = `unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::float8[], $8::text[]`;
const NAMES = 'id, owner, queue, kind, target, due, data';

/** Puts items, and returns their queues. Known items keep their sequence, their queue and their claim. */
export async function putWorkItems(session: Session, items: readonly NewWorkItem[]): Promise<Queue[]> {
  if (items.length === 0) return [];
  const queues = await session.rows<Queue>(
    `insert into payrig.work as w (client, ${NAMES})
     select $1, id, owner, queue, kind, target, due, data::json from ${ROWS}) with ordinality as new (${NAMES}, n)
      order by n
     on conflict (client, id) do update set kind = excluded.kind, target = excluded.target,
       due = excluded.due, data = excluded.data, put_by = excluded.put_by where w.owner = excluded.owner
     returning w.owner, w.queue`,
    ...columns(items),
  );
  if (queues.length !== items.length)
    throw new TypeError(`Work of ${items[0]?.owner} has ids that belong to others`);
  return queues;
}

/** Inserts items with the sequence that they had; new ones come after them. */
export async function insertWorkItems(session: Session, items: readonly WorkItem[]): Promise<void> {
  if (items.length === 0) return;
  await session.run(
    `insert into payrig.work (client, ${NAMES}, sequence)
     select $1, id, owner, queue, kind, target, due, data::json, sequence
       from ${ROWS}, $9::float8[]) as new (${NAMES}, sequence)`,
    ...columns(items),
    ...columnsOf(items, 'sequence'),
  );
  await setHeads(session, items);
  await session.run(`select setval('payrig.work_sequence',
    greatest(nextval('payrig.work_sequence'), (select max(sequence) from payrig.work where client = $1)))`);
}

/** Marks the first pending item of each queue as its head, however many items wait there. */
export async function setHeads(session: Session, queues: readonly Queue[]): Promise<void> {
  if (queues.length === 0) return;
  await session.run(
    `with touched as (select distinct owner, queue from unnest($2::text[], $3::text[]) as given (owner, queue)),
       first as (
         select head.id from touched cross join lateral (
           select id from payrig.work w
            where w.client = $1 and w.owner = touched.owner and w.queue = touched.queue and w.due is not null
            order by w.sequence limit 1) head),
       no_more as (
         update payrig.work w set head = false from touched
          where w.client = $1 and w.owner = touched.owner and w.queue = touched.queue
            and w.head and w.due is not null and w.id not in (select id from first))
     update payrig.work set head = true where client = $1 and id in (select id from first) and not head`,
    ...columnsOf(queues, 'owner', 'queue'),
  );
}

async function countOf(session: Session, condition: string): Promise<number> {
  const text = `select count(*)::int as count from payrig.work where client = $1 and ${condition}`;
  return (await session.rows<{ count: number }>(text))[0]!.count;
}

/** A condition on rows `w`: the head of a queue of which no item is claimed. */
const FREE_HEAD = `
  w.client = $1 and w.head and w.due is not null and not exists (select 1 from payrig.work busy
    where busy.client = $1 and busy.owner = w.owner and busy.queue = w.queue and busy.until > clock_timestamp())`;

/** Work of a client in the database, whose clock decides when leases run out. */
export const postgresWork = (session: Session, wake: () => void): Omit<Work, 'follow' | 'watch'> => ({
  async claim({ now, limit, leaseMs, except = [], leaseToken }) {
    // Locks the client's row, so that a process that takes the lease on the client sees every claim made before. It does not
    // wait for the disk: a claim that the death of the database undoes is made again.
    const rows = await session.rows<WorkItem & { token: string; until: number }>(
      `with allowed as materialized (
           select set_config('synchronous_commit', 'off', true) from payrig.client
            where client = $1 and (lease_token is null or lease_token = $6 or lease_until <= clock_timestamp()) for update),
         heads as (
           select w.id from payrig.work w, allowed
            where ${FREE_HEAD} and w.due <= $2 and (w.until is null or w.until <= clock_timestamp())
              and (w.target is null or w.target <> all ($3::text[]))
            order by w.due, w.sequence limit $4 for update of w skip locked),
         claimed as (
           update payrig.work w set token = gen_random_uuid()::text,
               until = clock_timestamp() + $5 * interval '1 millisecond'
             from heads where w.client = $1 and w.id = heads.id returning w.*)
         select ${ITEM}, token, extract(epoch from until)::float8 * 1000 as until from claimed order by due, sequence`,
      now,
      except,
      limit,
      leaseMs,
      leaseToken,
    );
    return rows.map(({ token, until, ...item }) => ({ item, token, until }));
  },

  async renew(claims, leaseMs) {
    const text = `update payrig.work w set until = clock_timestamp() + $4 * interval '1 millisecond'
        ${OF_CLAIMS} and w.until > clock_timestamp()`;
    await session.run(text, ...idsAndTokens(claims), leaseMs);
  },

  async release(claims) {
    if (claims.length === 0) return;
    const text = `update payrig.work w set token = null, until = null ${OF_CLAIMS}`;
    await session.run(text, ...idsAndTokens(claims));
    wake();
  },

  async nextDue(except = []) {
    const text = `select w.due from payrig.work w where ${FREE_HEAD}
        and (w.target is null or w.target <> all ($2::text[])) order by w.due, w.sequence limit 1`;
    return (await session.rows<WorkItem>(text, except))[0]?.due ?? null;
  },

  claimed: () => countOf(session, 'until > clock_timestamp()'),
  pending: () => countOf(session, 'due is not null'),

  async get(id) {
    if (!isKey(id)) return undefined;
    const text = `select ${ITEM} from payrig.work where client = $1 and id = $2`;
    return (await session.rows<WorkItem>(text, id))[0];
  },

  async list({ kind, owner, target, before, limit }) {
    // Only the conditions that are asked for: one plan for all of them would use the index of none.
    const values: unknown[] = [limit ?? null, before ?? MAX_SEQUENCE];
    const conditions = Object.entries({ kind, owner, target }).flatMap(([column, value]) =>
      value === undefined ? [] : [`and ${column} = $${values.push(value) + 1}`],
    );
    const text = `select ${ITEM} from payrig.work where client = $1 and work.sequence < $3::bigint
      ${conditions.join(' ')} order by work.sequence desc limit $2`;
    return (await session.rows<WorkItem>(text, ...values)).reverse();
  },
});
