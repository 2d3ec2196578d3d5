import { crc32 } from 'node:zlib';
import {
  CLIENT_DOCUMENT,
  ClaimLostError,
  type Current,
  type Listed,
  leaseLost,
  type WorkItem,
  type Write,
  type WriteOptions,
} from '../../port.ts';
import { isKey, type PlannedWrite, planWrite } from '../write-rules.ts';
import type { AggregateRows, ReadAggregate } from './aggregate-rows.ts';
import type { Outcome } from './change-groups.ts';
import { answersOf, type ClientSession, type Commit, type Session, type Task } from './database.ts';
import { clearWork, endClaims, ITEM, putWorkItems, removeWorkItems, setHeads } from './work-rows.ts';

/** Fewer locks let more changes share a transaction; but a process that stalls in one blocks its whole shard. */
const SHARDS = 4;
const ALL_SHARDS = Array.from({ length: SHARDS }, (_, shard) => shard);

/** The shard whose lock orders the changes of an aggregate. */
export const shardOf = (id: string): number => crc32(id) % SHARDS;

export type Change = {
  readonly id: string;
  readonly decide: (current: Current) => Write<unknown>;
  readonly options: WriteOptions;
};

/** What the changes of one aggregate come to: what it was and is, and all that they do to its work. */
type DecidedChange = PlannedWrite & {
  id: string;
  before: ReadAggregate | undefined;
  after: Listed | undefined;
};

/** Makes changes of aggregates whose locks are in the given shard, or in all shards, in one transaction. */
export async function commitChanges(
  client: ClientSession,
  rows: AggregateRows,
  shard: number | 'all',
  changes: readonly Change[],
): Promise<{ outcomes: readonly Outcome[]; changesWork: boolean }> {
  const decided = new Map<string, DecidedChange>();
  const [outcomes, written] = await lockedTransaction(client, async (session, commit) => {
    // Each step sends its statements without waiting in between, which saves round trips. PostgreSQL runs the statements
    // of a connection in the order in which they were sent, so the reads see the state that the lock protects.
    const [, , aggregates, items] = await answersOf([
      lockShards(session, shard),
      checkLease(session, changes[0]?.options.leaseToken),
      rows.read(session, [...changes.map(({ id }) => id), CLIENT_DOCUMENT]),
      readWork(session, changes),
    ]);
    decided.clear();
    const outcomes = decideAll(changes, aggregates, items, decided);
    const changed = [...decided.values()].filter(isChanged);
    const [written] = await answersOf([rows.write(session, changed), writeWork(session, decided, commit)]);
    return [outcomes, written] as const;
  });
  rows.keep(written);
  const hasClaim = changes.some(({ options }) => options.claim !== undefined);
  return { outcomes, changesWork: hasClaim || [...decided.values()].some(changesWork) };
}

class MissingShardsError extends Error {}

/** Runs a transaction of a client that locks shards; before its first one, it makes the rows to lock. */
export async function lockedTransaction<T>(client: ClientSession, task: Task<T>): Promise<T> {
  try {
    return await client.transaction(task);
  } catch (error) {
    if (!(error instanceof MissingShardsError)) throw error;
    await client.run('insert into payrig.client (client) values ($1) on conflict do nothing');
    const shards = 'insert into payrig.lock_shard select $1, unnest($2::int[]) on conflict do nothing';
    await client.run(shards, ALL_SHARDS);
    return client.transaction(task);
  }
}

/** Locks one shard or all until the transaction ends; always in the same order, so that no two transactions deadlock. */
export async function lockShards(session: Session, shard: number | 'all'): Promise<void> {
  const text = `select 1 from payrig.lock_shard
    where client = $1 and shard = any ($2::int[]) order by shard for update`;
  const clientRow = 'select 1 from payrig.client where client = $1 for update';
  const [locked] = await answersOf([
    session.rows(text, shard === 'all' ? ALL_SHARDS : [shard]),
    // Every claim locks this row: no work is claimed while the whole client changes.
    shard === 'all' ? session.rows(clientRow) : [],
  ]);
  if (locked.length === 0) throw new MissingShardsError();
}

/** Refuses a lease that ran out, and locks its row, so that no other process takes the lease before the commit. */
export async function checkLease(session: Session, leaseToken: string | undefined): Promise<void> {
  if (leaseToken === undefined) return;
  const text = `select 1 from payrig.client
    where client = $1 and lease_token = $2 and lease_until > clock_timestamp() for update`;
  if ((await session.rows(text, leaseToken)).length === 0) throw leaseLost();
}

/** The items that the options of the changes name, by id. The claims of claimed items end with the transaction. */
async function readWork(session: Session, changes: readonly Change[]) {
  const ids = changes.map(({ options }) => options.item ?? '').filter(isKey);
  const claims = changes.flatMap(({ options }) => options.claim ?? []);
  const items: WorkItem[] = [];
  if (ids.length > 0) {
    const text = `select ${ITEM} from payrig.work where client = $1 and id = any ($2::text[])`;
    items.push(...(await session.rows<WorkItem>(text, ids)));
  }
  if (claims.length > 0) items.push(...(await endClaims(session, claims)));
  return new Map(items.map((item) => [item.id, item]));
}

/** Decides changes in turn: each sees what those before it have decided about its aggregate. */
function decideAll(
  changes: readonly Change[],
  aggregates: ReadonlyMap<string, ReadAggregate>,
  items: ReadonlyMap<string, WorkItem>,
  decided: Map<string, DecidedChange>,
): Outcome[] {
  const waiting = new Set<string>();
  const clientDocument = aggregates.get(CLIENT_DOCUMENT)?.document;
  return changes.map(({ id, decide, options: { claim, item } }) => {
    const earlier = decided.get(id);
    // An item that an earlier change has put gets its number from the database: a change that asks for it waits for the next group.
    if (waiting.has(id) || (earlier && changesItem(earlier, item))) {
      waiting.add(id);
      return undefined;
    }
    const found = items.get(claim?.item.id ?? item ?? '');
    const ownItem = found?.owner === id ? found : undefined;
    if (claim && !ownItem) throw new ClaimLostError(`${claim.item.id} is no longer claimed`);
    const current = earlier ? earlier.after : aggregates.get(id);
    const write = decide({ document: current?.document, clientDocument, item: ownItem });
    const planned = planWrite(id, current, write);
    const { document, sortKey } = planned;
    const after = document && { id, sortKey, document };
    const before = earlier ? earlier.before : aggregates.get(id);
    decided.set(id, { ...(earlier ? afterBoth(earlier, planned) : planned), id, before, after });
    return { result: write.result };
  });
}

/** Two planned writes as one: what the second removes is not put, and what it puts again stays in its place and queue. */
function afterBoth(first: PlannedWrite, second: PlannedWrite): PlannedWrite {
  if (second.clearWork) return second;
  const again = new Map(second.putWork.map((item) => [item.id, item]));
  const kept = first.putWork.filter(({ id }) => !second.removeWork.includes(id));
  const known = new Set(kept.map(({ id }) => id));
  return {
    ...second,
    putWork: [
      ...kept.map((item) => ({ ...(again.get(item.id) ?? item), queue: item.queue })),
      ...second.putWork.filter(({ id }) => !known.has(id)),
    ],
    removeWork: [...first.removeWork, ...second.removeWork],
    clearWork: first.clearWork,
  };
}

const changesWork = ({ putWork, removeWork, clearWork }: PlannedWrite): boolean =>
  clearWork || putWork.length > 0 || removeWork.length > 0;

const changesItem = (planned: PlannedWrite, item: string | undefined): boolean =>
  item !== undefined &&
  (planned.clearWork || planned.putWork.some(({ id }) => id === item) || planned.removeWork.includes(item));

const isChanged = ({ document, sortKey, before }: DecidedChange): boolean =>
  document !== before?.document || (document !== undefined && sortKey !== before?.sortKey);

/** Writes what changes of work, and sends the commit with its last statement. Call it once all else of the transaction is sent. */
async function writeWork(session: Session, all: ReadonlyMap<string, DecidedChange>, commit: Commit) {
  const decided = [...all.values()].filter(changesWork);
  if (decided.length === 0) {
    await commit();
    return;
  }
  const cleared = decided.filter(({ clearWork }) => clearWork).map(({ id }) => id);
  const removed = decided.flatMap(({ id: owner, removeWork }) => removeWork.map((id) => ({ id, owner })));
  const put = decided.flatMap(({ putWork }) => putWork);
  const [, shortened, extended] = await answersOf([
    cleared.length > 0 ? clearWork(session, cleared) : 0,
    removeWorkItems(session, removed),
    putWorkItems(session, put),
  ]);
  await answersOf([setHeads(session, [...shortened, ...extended]), commit()]);
}
