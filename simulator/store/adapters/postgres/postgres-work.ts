import type { Work, WorkItem } from '../../port.ts';
import { isKey } from '../write-rules.ts';
import type { Session } from './database.ts';
import { ITEM, idsAndTokens, OF_CLAIMS } from './work-rows.ts';

/** A condition on rows `w`: the head of a queue of which no item is claimed. */
const FREE_HEAD = `
  w.client = $1 and w.head and w.due is not null and not exists (select 1 from payrig.work busy
    where busy.client = $1 and busy.owner = w.owner and busy.queue = w.queue and busy.until > clock_timestamp())`;

/** Work of a client in the database, whose clock decides when leases run out. */
export const postgresWork = (session: Session, wake: () => void): Omit<Work, 'follow' | 'watch'> => ({
  async claim({ now, limit, leaseMs, except = [], leaseToken }) {
    // Locks the client's row, so that a process that takes the lease on the client sees every claim made before.
    const rows = await session.rows<WorkItem & { token: string; until: number }>(
      `with allowed as materialized (
           select 1 from payrig.client
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

  async nextDue() {
    const text = `select w.due from payrig.work w where ${FREE_HEAD} order by w.due, w.sequence limit 1`;
    return (await session.rows<WorkItem>(text))[0]?.due ?? null;
  },

  async claimed() {
    const text =
      'select count(*)::int as count from payrig.work where client = $1 and until > clock_timestamp()';
    return (await session.rows<{ count: number }>(text))[0]!.count;
  },

  async pending() {
    const text = 'select count(*)::int as count from payrig.work where client = $1 and due is not null';
    return (await session.rows<{ count: number }>(text))[0]!.count;
  },

  async get(id) {
    if (!isKey(id)) return undefined;
    const text = `select ${ITEM} from payrig.work where client = $1 and id = $2`;
    return (await session.rows<WorkItem>(text, id))[0];
  },

  async list({ kind, owner, target, before, limit }) {
    const text = `select ${ITEM} from payrig.work where client = $1 and ($2::text is null or kind = $2)
          and ($3::text is null or owner = $3) and ($4::text is null or target = $4)
          and work.sequence < coalesce($5, 9e18::float8) order by work.sequence desc limit $6`;
    return (await session.rows<WorkItem>(text, kind, owner, target, before, limit)).reverse();
  },
});
