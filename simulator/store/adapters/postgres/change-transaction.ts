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
import { type Database, type Session, sessionOf } from './database.ts';
import { endClaims, ITEM, putWorkItems, removeWorkItems, setHeads } from './work-rows.ts';

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

export type CommittedChange = { readonly result: unknown; readonly changesWork: boolean };

type DecidedChange = PlannedWrite &
  CommittedChange & {
    readonly id: string;
    readonly isChanged: boolean;
    readonly before: ReadAggregate | undefined;
    readonly after: Listed | undefined;
  };

/** Makes changes of different aggregates, whose locks are in the given shard or in all shards, in one transaction. */
export async function commitChanges(
  database: Database,
  client: string,
  rows: AggregateRows,
  shard: number | 'all',
  changes: readonly Change[],
): Promise<readonly CommittedChange[]> {
  const [decided, written] = await lockedTransaction(database, client, async (session) => {
    // Each step sends its statements without waiting in between, which saves round trips. PostgreSQL runs the statements
    // of a connection in the order in which they were sent, so the reads see the state that the lock protects.
    const [, , aggregates, items] = await answersOf([
      lockShards(session, shard),
      checkLease(session, changes[0]?.options.leaseToken),
      rows.read(session, [...changes.map(({ id }) => id), CLIENT_DOCUMENT]),
      readWork(session, changes),
    ]);
    const decided = changes.map((change) => decide(change, aggregates, items));
    const changed = decided.filter(({ isChanged }) => isChanged);
    const [written] = await answersOf([rows.write(session, changed), writeWork(session, decided)]);
    return [decided, written] as const;
  });
  rows.keep(written);
  return decided;
}

/** Waits for statements that were sent together. After an error PostgreSQL fails those that follow: the first counts. */
async function answersOf<T extends readonly unknown[] | []>(sent: T) {
  await Promise.allSettled(sent);
  return Promise.all(sent);
}

class MissingShardsError extends Error {}

/** Runs a transaction of a client that locks shards; before its first one, it makes the rows to lock. */
export async function lockedTransaction<T>(
  database: Database,
  client: string,
  task: (session: Session) => Promise<T>,
): Promise<T> {
  const transaction = () => database.transaction((session) => task(sessionOf(client, session)));
  try {
    return await transaction();
  } catch (error) {
    if (!(error instanceof MissingShardsError)) throw error;
    await database.run('insert into payrig.client (client) values ($1) on conflict do nothing', client);
    const shards = 'insert into payrig.lock_shard select $1, unnest($2::int[]) on conflict do nothing';
    await database.run(shards, client, ALL_SHARDS);
    return transaction();
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

function decide(
  { id, decide, options: { claim, item } }: Change,
  aggregates: ReadonlyMap<string, ReadAggregate>,
  items: ReadonlyMap<string, WorkItem>,
): DecidedChange {
  const before = aggregates.get(id);
  const found = items.get(claim?.item.id ?? item ?? '');
  const ownItem = found?.owner === id ? found : undefined;
  if (claim && !ownItem) throw new ClaimLostError(`${claim.item.id} is no longer claimed`);
  const clientDocument = aggregates.get(CLIENT_DOCUMENT)?.document;
  const write = decide({ document: before?.document, clientDocument, item: ownItem });
  const planned = planWrite(id, before, write);
  const { document, sortKey, putWork, removeWork, clearWork } = planned;
  return {
    ...planned,
    id,
    before,
    after: document && { id, sortKey, document },
    isChanged: document !== before?.document || (document !== undefined && sortKey !== before?.sortKey),
    changesWork: claim !== undefined || clearWork || putWork.length > 0 || removeWork.length > 0,
    result: write.result,
  };
}

async function writeWork(session: Session, decided: readonly DecidedChange[]): Promise<void> {
  if (!decided.some(({ changesWork }) => changesWork)) return;
  const cleared = decided.filter(({ clearWork }) => clearWork).map(({ id }) => id);
  const removed = decided.flatMap(({ id, removeWork }) =>
    removeWork.map((item) => ({ id: item, owner: id })),
  );
  const put = decided.flatMap(({ putWork }) => putWork);
  const clear = 'delete from payrig.work where client = $1 and owner = any ($2::text[])';
  const [, shortened, extended] = await answersOf([
    cleared.length > 0 ? session.run(clear, cleared) : 0,
    removeWorkItems(session, removed),
    putWorkItems(session, put),
  ]);
  await setHeads(session, [...shortened, ...extended]);
}
