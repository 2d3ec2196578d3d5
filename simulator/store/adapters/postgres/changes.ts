import {
  CLIENT_DOCUMENT,
  ClaimLostError,
  type ClientStore,
  type Current,
  type Document,
  StoreUnavailableError,
  type WorkItem,
  type Write,
  type WriteOptions,
} from '../../port.ts';
import { checkKey, checkSortKey, isKey } from '../key.ts';
import type { Database, Transaction } from './database.ts';
import { checkTurn, locked, slotOf } from './locks.ts';
import { ITEM, idsAndTokens, OF_CLAIMS, putItems, setHeads, setHeadsOf } from './work-rows.ts';

/** How many changes share a transaction, at most. */
const MOST = 100;

const READ =
  'select id, sort_key as "sortKey", document from payrig.aggregate where client = $1 and id = any ($2::text[])';
const READ_ITEMS = `select ${ITEM} from payrig.work where client = $1 and id = any ($2::text[])`;
const END_CLAIMS = `update payrig.work w set token = null, until = null ${OF_CLAIMS}
  and w.until > clock_timestamp() returning ${ITEM}`;
const NEW = 'unnest($2::text[], $3::text[], $4::text[]) as new (id, sort_key, document)';
export const INSERT = `insert into payrig.aggregate select $1, id, sort_key, document::json from ${NEW}`;
const UPDATE = `update payrig.aggregate a set sort_key = new.sort_key, document = coalesce(new.document::json, a.document)
  from ${NEW} where a.client = $1 and a.id = any ($2::text[]) and a.id = new.id`;
const DELETE = 'delete from payrig.aggregate where client = $1 and id = any ($2::text[])';
const DELETE_WORK = 'delete from payrig.work where client = $1 and owner = $2';

type Row = { readonly id: string; readonly sortKey: string; readonly document: Document };
type Asked = {
  readonly id: string;
  readonly change: (found: Current) => Write<unknown>;
  readonly options: WriteOptions;
  resolve(result: unknown): void;
  reject(error: unknown): void;
};
type Decided = ReturnType<typeof decidedOf>;

/**
 * Makes the changes of a client, one after the other in each slot. Those that wait there meanwhile are made together, so
 * that a busy process waits once for the disk where many callers wait for it.
 */
export function changes(database: Database, client: string, wake: () => void): ClientStore['change'] {
  /** By slot, where changes are under way. */
  const waiting = new Map<number, Asked[]>();

  async function makeAll(slot: number, asked: Asked[]): Promise<void> {
    waiting.set(slot, asked);
    while (asked.length > 0) await commit(slot, nextOf(asked), asked);
    waiting.delete(slot);
  }

  /** Makes changes of different aggregates in one transaction. */
  async function commit(slot: number | 'all', group: readonly Asked[], others: Asked[] = []): Promise<void> {
    let decided: readonly Decided[] = [];
    try {
      decided = await locked(database, client, slot, async (transaction, lock) => {
        const [decided] = await Promise.all([decide(transaction, client, group), lock]);
        await write(transaction, client, decided);
        return decided;
      });
    } catch (error) {
      // Whether they were made nobody knows; those who wait would wait for as long again.
      if (error instanceof StoreUnavailableError)
        for (const { reject } of [...group, ...others.splice(0)]) reject(error);
      else if (group.length === 1) group[0]?.reject(error);
      // What is wrong with one of them is not the fault of the others.
      else await Promise.all(group.map((one) => commit(slot, [one], others)));
    }
    for (const [at, { result }] of decided.entries()) group[at]?.resolve(result);
    const isWork = decided.some(({ puts, done, clears }) => puts.length + done.length > 0 || clears);
    if (isWork || (decided.length > 0 && group.some(({ options }) => options.claim))) wake();
  }

  return async <T>(id: string, change: (found: Current) => Write<T>, options: WriteOptions = {}) => {
    checkKey(id);
    return new Promise<T>((resolve, reject) => {
      const asked = { id, change, options, resolve: resolve as Asked['resolve'], reject };
      // By the root others decide: it is changed alone with all.
      const slot = id === CLIENT_DOCUMENT ? 'all' : slotOf(id);
      if (slot === 'all' || options.leaseToken) return void commit(slot, [asked]);
      const others = waiting.get(slot);
      if (others) others.push(asked);
      else void makeAll(slot, [asked]);
    });
  };
}

/** Takes the first of those that wait for each aggregate. */
function nextOf(waiting: Asked[]): Asked[] {
  const first = new Map(waiting.toReversed().map((asked) => [asked.id, asked]));
  const group = new Set([...first.values()].slice(-MOST));
  waiting.splice(0, waiting.length, ...waiting.filter((asked) => !group.has(asked)));
  return [...group];
}

/** Reads all that changes go by, and lets them decide. */
async function decide(transaction: Transaction, client: string, group: readonly Asked[]): Promise<Decided[]> {
  const wanted = group.map(({ options }) => options.item ?? '').filter(isKey);
  const claims = group.flatMap(({ options }) => options.claim ?? []);
  const [, rows, ...items] = await Promise.all([
    checkTurn(transaction, client, group[0]?.options.leaseToken),
    transaction.rows<Row>(READ, client, [...group.map(({ id }) => id), CLIENT_DOCUMENT]),
    wanted.length > 0 ? transaction.rows<WorkItem>(READ_ITEMS, client, wanted) : [],
    // They end with the transaction: had one run out, there would be nothing to update.
    claims.length > 0 ? transaction.rows<WorkItem>(END_CLAIMS, client, ...idsAndTokens(claims)) : [],
  ]);
  const rowOf = new Map(rows.map((row) => [row.id, row]));
  const itemOf = new Map(items.flat().map((item) => [item.id, item]));
  return group.map(({ id, change, options: { claim, item: wanted = '' } }) => {
    const row = rowOf.get(id);
    const found = itemOf.get(claim?.item.id ?? wanted);
    const item = found?.owner === id ? found : undefined;
    if (claim && !item) throw new ClaimLostError(`${claim.item.id} is no longer claimed`);
    return decidedOf(
      id,
      row,
      change({ document: row?.document, clientDocument: rowOf.get(CLIENT_DOCUMENT)?.document, item }),
    );
  });
}

/** A change with the row that it is of; refuses what cannot be written. */
function decidedOf(id: string, row: Row | undefined, change: Write<unknown>) {
  const { document, sortKey = row?.sortKey, work, removeWork: done = [], result } = change;
  const puts = work === undefined || work === 'none' ? [] : work;
  if (puts.length > 0 && !(document ?? (document === undefined && row)))
    throw new TypeError(`Work of ${id}, which is not there`);
  const isOther = (document ?? row?.document) !== row?.document || sortKey !== row?.sortKey;
  const [clears, isChanged] = [document === null || work === 'none', document !== null && isOther];
  if (isChanged && sortKey === undefined) throw new TypeError(`${id} is new and needs a sort key`);
  if (isChanged) checkSortKey(sortKey as string);
  return { id, row, document, sortKey, isChanged, puts, done, clears, result };
}

/** All is sent at once, with the commit where nothing has to be looked at before. */
async function write(transaction: Transaction, client: string, all: readonly Decided[]): Promise<void> {
  const { run } = transaction;
  const gone = all.filter(({ document }) => document === null).map(({ id }) => id);
  const put = (statement: string, some: readonly Decided[]) =>
    some.length > 0 &&
    run(
      statement,
      client,
      some.map(({ id }) => id),
      some.map(({ sortKey }) => sortKey),
      some.map(({ document }) => document && JSON.stringify(document)),
    );
  const ofWork = ({ id, puts, done, clears }: Decided) => [
    clears && run(DELETE_WORK, client, id),
    done.length > 0 && run(`${DELETE_WORK} and id = any ($3)`, client, id, done),
    puts.length > 0 && putItems(transaction, client, id, puts),
    done.length > 0 && setHeads(transaction, client, id),
    puts.length > 0 && done.length === 0 && setHeadsOf(transaction, client, id, puts),
  ];
  const known = all.filter(({ isChanged, row }) => isChanged && row);
  const added = all.filter(({ isChanged, row }) => isChanged && !row);
  await Promise.all([
    put(UPDATE, known),
    put(INSERT, added),
    gone.length > 0 && run(DELETE, client, gone),
    ...all.flatMap(ofWork),
    all.every(({ puts }) => puts.length === 0) && transaction.commit(),
  ]);
}
