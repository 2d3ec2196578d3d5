import type { Claim, NewWorkItem, WorkItem } from '../../port.ts';
import { checkKey } from '../key.ts';
import type { Session } from './database.ts';

/** The columns of an item, as numbers that JavaScript can read. */
export const ITEM = 'id, kind, owner, queue, target, sequence::float8 as sequence, due, data';

/** Rows `w` of claims that are still held. */
export const OF_CLAIMS = `from unnest($2::text[], $3::text[]) as held (held_id, held_token)
  where w.client = $1 and w.id = any ($2::text[]) and w.id = held_id and w.token = held_token`;

/** In one order for all, so that nobody waits for somebody who waits for them. */
export function idsAndTokens(claims: readonly Claim[]): string[][] {
  const sorted = claims.toSorted((a, b) => (a.item.id < b.item.id ? -1 : 1));
  return [sorted.map(({ item }) => item.id), sorted.map(({ token }) => token)];
}

/** The values of items, column by column. */
function columns(items: readonly NewWorkItem[]): unknown[] {
  return [
    items.map(({ id }) => id),
    items.map(({ owner }) => owner),
    items.map(({ queue }) => queue),
    items.map(({ kind }) => kind),
    items.map(({ target }) => target),
    items.map(({ due }) => due),
    items.map(({ data }) => JSON.stringify(data)),
  ];
}

const ROWS = `unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::float8[], $8::text[]`;
const NAMES = 'id, owner, queue, kind, target, due, data';

/** New ones get their sequence in the order given; those that are there keep theirs, their queue and their claim. */
export async function putItems(
  session: Session,
  client: string,
  owner: string,
  items: readonly NewWorkItem[],
): Promise<void> {
  for (const item of items) {
    checkKey(item.id);
    if (item.owner !== owner) throw new TypeError(`Work of ${item.owner} in a change of ${owner}`);
  }
  const put = await session.run(
    `insert into payrig.work as w (client, ${NAMES})
     select $1, id, owner, queue, kind, target, due, data::json from ${ROWS}) with ordinality as new (${NAMES}, n)
      order by n
     on conflict (client, id) do update set kind = excluded.kind, target = excluded.target,
       due = excluded.due, data = excluded.data where w.owner = excluded.owner`,
    client,
    ...columns(items),
  );
  if (put !== items.length) throw new TypeError(`Work of ${owner} has ids that belong to others`);
}

/** Items with the sequence that they had; new ones come after them. */
export async function insertItems(
  session: Session,
  client: string,
  items: readonly WorkItem[],
): Promise<void> {
  await session.run(
    `insert into payrig.work (client, ${NAMES}, sequence)
     select $1, id, owner, queue, kind, target, due, data::json, sequence
       from ${ROWS}, $9::float8[]) as new (${NAMES}, sequence)`,
    client,
    ...columns(items),
    items.map(({ sequence }) => sequence),
  );
  await setHeads(session, client, null);
  const last = items.reduce((most, { sequence }) => Math.max(most, sequence), 1);
  const next = `nextval('payrig.work_sequence')`;
  await session.run(`select setval('payrig.work_sequence', greatest(${next}, $1::bigint))`, last);
}

/** Marks the first pending item of each queue, of one owner or of all, from scratch. */
export async function setHeads(session: Session, client: string, owner: string | null): Promise<void> {
  const text = `update payrig.work w set head = not w.head
     where w.client = $1 and ($2::text is null or w.owner = $2) and w.due is not null
       and w.head = exists (select 1 from payrig.work earlier
         where earlier.client = $1 and earlier.owner = w.owner and earlier.queue = w.queue
           and earlier.due is not null and earlier.sequence < w.sequence)`;
  await session.run(text, client, owner);
}

/** The same for the queues of items that were put, however many wait there; an item that was there has kept its queue. */
export async function setHeadsOf(
  session: Session,
  client: string,
  owner: string,
  items: readonly NewWorkItem[],
): Promise<void> {
  const text = `with of as (select distinct queue from payrig.work where client = $1 and owner = $2 and id = any ($3)),
     first as (select f.id from of cross join lateral (
       select id from payrig.work where client = $1 and owner = $2 and queue = of.queue and due is not null
        order by sequence limit 1) f),
     no_more as (
       update payrig.work set head = false where client = $1 and owner = $2 and queue in (select queue from of)
          and head and due is not null and id not in (select id from first))
     update payrig.work set head = true where client = $1 and id in (select id from first) and not head`;
  const ids = items.map(({ id }) => id);
  await session.run(text, client, owner, ids);
}
