import { crc32 } from 'node:zlib';
import {
  type Change,
  type ChangeOptions,
  ClaimLostError,
  type Contents,
  type Document,
  type Files,
  type Found,
  type Listed,
  type ListQuery,
  type OrderRange,
  ROOT,
  type Space,
  turnLost,
  type WorkItem,
} from '../../port.ts';
import { checkKey, checkOrder, isKey } from '../key.ts';
import type { Database, Session, Transaction } from './database.ts';
import { postgresFiles } from './postgres-files.ts';
import { PostgresRequests } from './postgres-requests.ts';
import { PostgresWork } from './postgres-work.ts';
import { inTurn } from './turn.ts';
import type { Wakes } from './wakes.ts';
import { ITEM, insertItems, putItems, setHeads, setHeadsOf } from './work-rows.ts';

/** Stands after every order; a bound that might be missing would keep the index from being used for it. */
const END = '\x7f';

/** How many changes of a client can be under way at the same time, at most. */
const SLOTS = 64;

type Row = { readonly id: string; readonly place: string; readonly document: Document };

const READ = 'select document from payrig.aggregate where client = $1 and id = $2';
const READ_WITH_ROOT = `select id, place, document from payrig.aggregate where client = $1 and id in ($2, '${ROOT}')`;
const READ_ITEM = `select ${ITEM} from payrig.work where client = $1 and owner = $2 and id = $3`;
const UPDATE =
  'update payrig.aggregate set place = $3, document = coalesce($4, document) where client = $1 and id = $2';
const LOCK = 'select 1 from payrig.slot where client = $1 and slot = $2 for update';
/**
 * For one at a time: first what is free, so that nobody new comes in there, then the rest. Row by row alone, each would
 * have to be waited for in its turn, while others go on taking those to come.
 */
const LOCK_ALL = [
  'select 1 from payrig.client where client = $1 for update',
  'select 1 from payrig.slot where client = $1 for update skip locked',
  'select 1 from payrig.slot where client = $1 order by slot for update',
];

/** What was to be locked is not there. */
class NoSlots extends Error {}

/** A client in a database that any number of processes share. */
export class PostgresSpace implements Space {
  readonly work: PostgresWork;
  readonly files: Files;
  readonly requests: PostgresRequests;
  readonly #database: Database;
  readonly #client: string;
  readonly #wake: () => void;
  #reading: Promise<Document | undefined> | undefined;
  #nextReading: Promise<Document | undefined> | undefined;

  constructor(database: Database, client: string, wakes: Wakes) {
    this.#database = database;
    this.#client = client;
    this.#wake = () => wakes.wake(client);
    this.work = new PostgresWork(database, client, wakes);
    this.files = postgresFiles(database, client);
    this.requests = new PostgresRequests(database, client);
  }

  async read(id: string): Promise<Document | undefined> {
    if (id === ROOT) return this.#readRoot();
    return isKey(id) ? this.#document(id) : undefined;
  }

  /** Every request looks at the root: those that ask while it is being read share the next reading, which begins then. */
  #readRoot(): Promise<Document | undefined> {
    if (this.#reading) {
      this.#nextReading ??= this.#reading
        .catch(() => {})
        .then(() => {
          this.#nextReading = undefined;
          return this.#readRoot();
        });
      return this.#nextReading;
    }
    this.#reading = this.#document(ROOT).finally(() => {
      this.#reading = undefined;
    });
    return this.#reading;
  }

  async change<T>(id: string, change: (found: Found) => Change<T>, options: ChangeOptions = {}): Promise<T> {
    checkKey(id);
    const decided = await this.#locked(id, async (transaction, locked) => {
      const [, , rows, item] = await Promise.all([
        locked,
        this.#checkTurn(transaction, options.turn),
        transaction.rows<Row>(READ_WITH_ROOT, this.#client, id),
        this.#item(transaction, id, options),
      ]);
      const row = rows.find((one) => one.id === id);
      const root = rows.find((one) => one.id === ROOT)?.document;
      const decided = change({ document: row?.document, root, item });
      await this.#write(transaction, id, row, decided);
      return decided;
    });
    if (decided.work || decided.done || decided.document === null || options.claim) this.#wake();
    return decided.result;
  }

  async #document(id: string): Promise<Document | undefined> {
    return (await this.#database.rows<Row>(READ, this.#client, id))[0]?.document;
  }

  /** The item asked for. A claim ends here, with the transaction: had it run out, there would be nothing to update. */
  async #item(
    session: Session,
    owner: string,
    { claim, item = '' }: ChangeOptions,
  ): Promise<WorkItem | undefined> {
    if (!claim) {
      if (!isKey(item)) return undefined;
      return (await session.rows<WorkItem>(READ_ITEM, this.#client, owner, item))[0];
    }
    const text = `update payrig.work set token = null, until = null where client = $1 and owner = $2 and id = $3
      and token = $4 and until > clock_timestamp() returning ${ITEM}`;
    const [held] = await session.rows<WorkItem>(text, this.#client, owner, claim.item.id, claim.token);
    if (!held) throw new ClaimLostError(`${claim.item.id} is no longer claimed`);
    return held;
  }

  async #write(
    transaction: Transaction,
    id: string,
    row: Row | undefined,
    { document, order = row?.place, work, done = [] }: Change<unknown>,
  ): Promise<void> {
    const puts = work === undefined || work === 'none' ? [] : work;
    if (puts.length > 0 && !(document ?? (document === undefined && row))) {
      throw new TypeError(`Work of ${id}, which is not there`);
    }
    const isChanged =
      document !== null && ((document ?? row?.document) !== row?.document || order !== row?.place);
    if (isChanged && order === undefined) throw new TypeError(`${id} is new and needs an order`);
    if (isChanged) checkOrder(order as string);
    const values = [this.#client, id, order, document && JSON.stringify(document)];
    if (isChanged && row && work === undefined && done.length === 0)
      return transaction.last(UPDATE, ...values);
    const ofOwner = 'delete from payrig.work where client = $1 and owner = $2';
    const ofId = 'delete from payrig.aggregate where client = $1 and id = $2';
    const insert = 'insert into payrig.aggregate values ($1, $2, $3, $4)';
    const { run } = transaction;
    await Promise.all([
      (document === null || work === 'none') && run(ofOwner, this.#client, id),
      done.length > 0 && run(`${ofOwner} and id = any ($3)`, this.#client, id, done),
      document === null && run(ofId, this.#client, id),
      isChanged && run(row ? UPDATE : insert, ...values),
      puts.length > 0 && putItems(transaction, this.#client, id, puts),
      done.length > 0 && setHeads(transaction, this.#client, id),
      puts.length > 0 &&
        done.length === 0 &&
        setHeadsOf(
          transaction,
          this.#client,
          id,
          puts.map(({ lane }) => lane),
        ),
    ]);
  }

  async find(prefix: string): Promise<string[]> {
    if (prefix !== '' && !isKey(prefix)) return [];
    const text =
      'select id from payrig.aggregate where client = $1 and id >= $2 and starts_with(id, $2) order by id';
    return (await this.#database.rows<Listed>(text, this.#client, prefix)).map(({ id }) => id);
  }

  list({ from, to, offset, limit }: ListQuery): Promise<Listed[]> {
    const text = `select id, place as order, document from payrig.aggregate
      where client = $1 and place >= $2 and place < $3 order by place, id offset $4 limit $5`;
    return this.#database.rows(text, this.#client, from ?? '', to ?? END, offset, limit);
  }

  async count(ranges: readonly OrderRange[]): Promise<number[]> {
    // One statement sees one moment.
    const text = `select (select count(*) from payrig.aggregate
        where client = $1 and place >= low and place < high)::int as count
      from unnest($2::text[], $3::text[]) with ordinality as range (low, high, n) order by n`;
    const [lows, highs] = [ranges.map(({ from }) => from ?? ''), ranges.map(({ to }) => to ?? END)];
    const rows = await this.#database.rows<{ count: number }>(text, this.#client, lows, highs);
    return rows.map(({ count }) => count);
  }

  exclusively<T>(task: (turn: string) => Promise<T>): Promise<T> {
    return inTurn(this.#database, this.#client, task).finally(this.#wake);
  }

  contents(): Promise<Contents> {
    const read = async (session: Session): Promise<Contents> => {
      const all = <Item extends object>(columns: string, table: string, order: string) =>
        session.rows<Item>(
          `select ${columns} from payrig.${table} where client = $1 order by ${order}`,
          this.#client,
        );
      return {
        aggregates: await all('id, place as order, document', 'aggregate', 'place, id'),
        work: await all(ITEM, 'work', 'sequence'),
        files: await all('id, bytes', 'file', 'id'),
      };
    };
    return this.#database.transaction(read, 'isolation level repeatable read read only');
  }

  async replace(
    { aggregates, work, files }: Contents,
    { turn }: Pick<ChangeOptions, 'turn'> = {},
  ): Promise<void> {
    await this.requests.flush();
    await this.#locked(ROOT, async (session, locked) => {
      await Promise.all([locked, this.#checkTurn(session, turn)]);
      for (const table of ['aggregate', 'work', 'file', 'request']) {
        await session.run(`delete from payrig.${table} where client = $1`, this.#client);
      }
      await session.run(
        `insert into payrig.aggregate select $1, id, place, document::json
           from unnest($2::text[], $3::text[], $4::text[]) as new (id, place, document)`,
        this.#client,
        aggregates.map(({ id }) => id),
        aggregates.map(({ order }) => order),
        aggregates.map(({ document }) => JSON.stringify(document)),
      );
      await insertItems(session, this.#client, work);
      const file = 'insert into payrig.file values ($1, $2, $3)';
      for (const { id, bytes } of files) await session.run(file, this.#client, id, Buffer.from(bytes));
    });
    this.#wake();
  }

  /** The row stays locked until the commit, so that nobody takes the turn before. */
  async #checkTurn(session: Session, turn: string | undefined): Promise<void> {
    if (turn === undefined) return;
    const text = `select 1 from payrig.client
      where client = $1 and turn = $2 and turn_until > clock_timestamp() for update`;
    if ((await session.rows(text, this.#client, turn)).length === 0) throw turnLost();
  }

  /** A transaction that is alone with what it changes; the root, by which others decide, is changed alone with all. */
  async #locked<T>(
    id: string,
    task: (transaction: Transaction, locked: Promise<void>) => Promise<T>,
  ): Promise<T> {
    const lock = async ({ rows }: Transaction) => {
      const locks =
        id === ROOT
          ? LOCK_ALL.map((text) => rows(text, this.#client))
          : [rows(LOCK, this.#client, crc32(id) % SLOTS)];
      if ((await Promise.all(locks)).at(-1)?.length === 0) throw new NoSlots();
    };
    const locking = () => this.#database.transaction((transaction) => task(transaction, lock(transaction)));
    try {
      return await locking();
    } catch (error) {
      if (!(error instanceof NoSlots)) throw error;
      await this.#database.run(
        `with known as (insert into payrig.client (client) values ($1) on conflict do nothing)
         insert into payrig.slot select $1, generate_series(0, ${SLOTS - 1}) on conflict do nothing`,
        this.#client,
      );
      return locking();
    }
  }
}
