import type { Claim, NewWorkItem, Work, WorkItem } from '../../port.ts';
import { isKey } from '../write-rules.ts';
import { answersOf, type ClientSession, columnsOf, type Session } from './database.ts';

/** The tables of a client's work. A deletion begins with `work`, whose rows a claim locks. */
export const workTables = ['work', 'head', 'claim'] as const;

/** The largest bigint, as text: a number cannot hold it. */
const MAX_SEQUENCE = '9223372036854775807';

/** The columns of an item, as numbers that JavaScript can read. */
export const ITEM = 'id, kind, owner, queue, target, sequence::float8 as sequence, due, data';

/** The rows `c` of these claims, for a statement to change. */
const OF_CLAIMS = `unnest($2::text[], $3::text[], $4::text[]) as held (owner, queue, token)
  where c.client = $1 and c.owner = any ($2::text[]) and c.owner = held.owner and c.queue = held.queue and c.token = held.token`;

/** The values of `OF_CLAIMS`. Sorted, so that two transactions lock the rows in the same order and do not deadlock. */
function keysOf(claims: readonly Claim[]): unknown[][] {
  const sorted = claims.toSorted((a, b) => (a.item.id < b.item.id ? -1 : 1));
  const items = sorted.map(({ item }) => item);
  return [...columnsOf(items, 'owner', 'queue'), ...columnsOf(sorted, 'token')];
}

export async function endClaims(session: Session, claims: readonly Claim[]): Promise<WorkItem[]> {
  const text = `with ended as (
      delete from payrig.claim c using ${OF_CLAIMS} and c.until > clock_timestamp() returning c.id)
    select ${ITEM} from payrig.work where client = $1 and id in (select id from ended)`;
  return session.rows(text, ...keysOf(claims));
}

export type Queue = Pick<WorkItem, 'owner' | 'queue'>;

export async function removeWorkItems(session: Session, items: readonly Pick<WorkItem, 'id' | 'owner'>[]) {
  if (items.length === 0) return [];
  const removal = (table: string) => `delete from payrig.${table} w
      using unnest($2::text[], $3::text[]) as gone (id, owner)
    where w.client = $1 and w.id = any ($2::text[]) and w.owner = any ($3::text[]) and w.id = gone.id and w.owner = gone.owner`;
  const values = columnsOf(items, 'id', 'owner');
  // A claim locks its item: the first statement waits for that, so the second one finds the claim.
  const [queues] = await answersOf([
    session.rows<Queue>(`${removal('work')} returning w.owner, w.queue`, ...values),
    session.run(removal('claim'), ...values),
  ]);
  return queues;
}

/** Removes all work of these owners. */
export const clearWork = (session: Session, owners: readonly string[]) => {
  const clear = (table: (typeof workTables)[number]) =>
    session.run(`delete from payrig.${table} where client = $1 and owner = any ($2::text[])`, owners);
  return answersOf(workTables.map(clear));
};

const columns = (items: readonly NewWorkItem[]): unknown[] => [
  ...columnsOf(items, 'id', 'owner', 'queue', 'kind', 'target', 'due'),
  JSON.stringify(items.map(({ data }) => data)),
];

/** The values of `columns`, and further ones. */
const ROWS = `rows from (
  unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::float8[]), json_array_elements($8::json)`;
const NAMES = 'id, owner, queue, kind, target, due, data';

/** Puts items, and returns their queues. Known items keep their sequence, their queue and their claim. */
export async function putWorkItems(session: Session, items: readonly NewWorkItem[]): Promise<Queue[]> {
  if (items.length === 0) return [];
  const queues = await session.rows<Queue>(
    `insert into payrig.work as w (client, ${NAMES})
     select $1, ${NAMES} from ${ROWS}) with ordinality as new (${NAMES}, n)
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
     select $1, ${NAMES}, sequence
       from ${ROWS}, unnest($9::float8[])) as new (${NAMES}, sequence)`,
    ...columns(items),
    ...columnsOf(items, 'sequence'),
  );
  await setHeads(session, items);
  await session.run(`select setval('payrig.work_sequence',
    greatest(nextval('payrig.work_sequence'), (select max(sequence) from payrig.work where client = $1)))`);
}

/** Notes which item is the first pending one of each queue, however many wait there. */
export async function setHeads(session: Session, queues: readonly Queue[]): Promise<void> {
  if (queues.length === 0) return;
  await session.run(
    `with touched as (select distinct owner, queue from unnest($2::text[], $3::text[]) as given (owner, queue)),
       first as (
         select touched.owner, touched.queue, pending.* from touched cross join lateral (
           select id, due, target, sequence from payrig.work w
            where w.client = $1 and w.owner = touched.owner and w.queue = touched.queue and w.due is not null
            order by w.sequence limit 1) pending),
       no_more as (
         delete from payrig.head h using touched
          where h.client = $1 and h.owner = touched.owner and h.queue = touched.queue
            and not exists (select 1 from first where first.owner = h.owner and first.queue = h.queue))
     insert into payrig.head as h (client, owner, queue, id, due, target, sequence) select $1, * from first
     on conflict (client, owner, queue) do update
       set id = excluded.id, due = excluded.due, target = excluded.target, sequence = excluded.sequence
       where (h.id, h.due, h.target) is distinct from (excluded.id, excluded.due, excluded.target)`,
    ...columnsOf(queues, 'owner', 'queue'),
  );
}

async function countOf(session: Session, table: string, condition: string): Promise<number> {
  const text = `select count(*)::int as count from payrig.${table} where client = $1 and ${condition}`;
  return (await session.rows<{ count: number }>(text))[0]!.count;
}

/** A condition on rows `h`: heads of queues of which no item is claimed. */
const FREE_HEAD = `
  h.client = $1 and not exists (select 1 from payrig.claim busy
    where busy.client = $1 and busy.owner = h.owner and busy.queue = h.queue and busy.until > clock_timestamp())`;

/** A condition on the client's row: that a caller with the lease token $2, or without one, may claim. */
const MAY_CLAIM =
  'client = $1 and (lease_token is null or lease_token = $2 or lease_until <= clock_timestamp())';

/**
 * Locks the client's row, so that of two claims one sees all that the other made, and so does a process that takes the
 * lease on the client. The claims do not wait for the disk: one that the death of the database undoes is made again.
 */
const BEGIN_CLAIM = `select set_config('synchronous_commit', 'off', true) from payrig.client where ${MAY_CLAIM} for update`;

/** Claims the free heads that are due; skips an item that another transaction removes. */
const CLAIM = `with heads as (
     select w.id, w.owner, w.queue from payrig.head h join payrig.work w on w.client = $1 and w.id = h.id
      where ${FREE_HEAD} and h.due <= $3 and w.due <= $3 and (h.target is null or h.target <> all ($4::text[]))
        and exists (select 1 from payrig.client where ${MAY_CLAIM})
      order by h.due, h.sequence limit $5 for key share of w skip locked),
   claimed as (
     insert into payrig.claim as c (client, owner, queue, id, token, until)
     select $1, owner, queue, id, gen_random_uuid()::text, clock_timestamp() + $6 * interval '1 millisecond' from heads
     on conflict (client, owner, queue) do update set id = excluded.id, token = excluded.token, until = excluded.until
       where c.until <= clock_timestamp()
     returning id, token, until)
   select ${ITEM}, token, extract(epoch from until)::float8 * 1000 as until
     from payrig.work join claimed using (id) where client = $1 order by due, sequence`;

/** Work of a client in the database, whose clock decides when leases run out. */
export const postgresWork = (session: ClientSession, wake: () => void): Omit<Work, 'follow' | 'watch'> => ({
  async claim({ now, limit, leaseMs, except = [], leaseToken }) {
    const [, rows] = await session.transaction((session, commit) =>
      answersOf([
        session.run(BEGIN_CLAIM, leaseToken),
        session.rows<WorkItem & { token: string; until: number }>(
          CLAIM,
          leaseToken,
          now,
          except,
          limit,
          leaseMs,
        ),
        commit(),
      ]),
    );
    return rows.map(({ token, until, ...item }) => ({ item, token, until }));
  },

  async renew(claims, leaseMs) {
    const text = `update payrig.claim c set until = clock_timestamp() + $5 * interval '1 millisecond'
        from ${OF_CLAIMS} and c.until > clock_timestamp()`;
    await session.run(text, ...keysOf(claims), leaseMs);
  },

  async release(claims) {
    if (claims.length === 0) return;
    await session.run(`delete from payrig.claim c using ${OF_CLAIMS}`, ...keysOf(claims));
    wake();
  },

  async nextDue(except = []) {
    const text = `select h.due from payrig.head h where ${FREE_HEAD}
        and (h.target is null or h.target <> all ($2::text[])) order by h.due, h.sequence limit 1`;
    return (await session.rows<WorkItem>(text, except))[0]?.due ?? null;
  },

  claimed: () => countOf(session, 'claim', 'until > clock_timestamp()'),
  pending: () => countOf(session, 'work', 'due is not null'),

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
