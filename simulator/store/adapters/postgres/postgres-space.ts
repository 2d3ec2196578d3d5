import pg from 'pg';
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
  type WorkItem,
} from '../../port.ts';
import { checkKey, checkOrder, isKey } from '../key.ts';
import { type Database, NotThere, type Session, StartOver } from './database.ts';
import { postgresFiles } from './postgres-files.ts';
import { PostgresRequests } from './postgres-requests.ts';
import { PostgresWork } from './postgres-work.ts';
import { takeTurn } from './turn.ts';
import type { Wakes } from './wakes.ts';
import { ITEM, insertItems, putItems } from './work-rows.ts';

type Row = { readonly place: string; readonly document: Document; readonly root: Document | null };

/** A client in a database that any number of processes share. */
export class PostgresSpace implements Space {
  readonly work: PostgresWork;
  readonly files: Files;
  readonly requests: PostgresRequests;
  readonly #database: Database;
  readonly #client: string;
  readonly #wake: () => void;

  constructor(database: Database, client: string, wakes: Wakes) {
    this.#database = database;
    this.#client = client;
    this.#wake = () => wakes.wake(client);
    this.work = new PostgresWork(database, client, wakes);
    this.files = postgresFiles(database, client);
    this.requests = new PostgresRequests(database, client);
  }

  async read(id: string): Promise<Document | undefined> {
    if (!isKey(id)) return undefined;
    const { rows } = await this.#database.query<Row>(
      'select document from payrig.aggregate where client = $1 and id = $2',
      [this.#client, id],
    );
    return rows[0]?.document;
  }

  async change<T>(id: string, change: (found: Found) => Change<T>, options: ChangeOptions = {}): Promise<T> {
    checkKey(id);
    const decided = await this.#locked(id === ROOT ? 'update' : 'share', async (session) => {
      const row = await this.#lockAggregate(session, id);
      const item = await this.#lockItem(session, id, options);
      const root = id === ROOT ? row?.document : row ? (row.root ?? undefined) : await this.#root(session);
      const decided = change({ document: row?.document, root, item });
      await this.#write(session, id, row, decided);
      return decided;
    });
    if (decided.work || decided.done || decided.document === null || options.claim) this.#wake();
    return decided.result;
  }

  /** What is not there cannot be locked: whoever puts it there first makes the others start over. */
  async #lockAggregate(session: Session, id: string): Promise<Row | undefined> {
    const { rows } = await session.query<Row>(
      `select place, document,
              (select document from payrig.aggregate where client = $1 and id = '${ROOT}') as root
         from payrig.aggregate where client = $1 and id = $2 for update`,
      [this.#client, id],
    );
    return rows[0];
  }

  async #root(session: Session): Promise<Document | undefined> {
    const { rows } = await session.query<Row>(
      'select document from payrig.aggregate where client = $1 and id = $2',
      [this.#client, ROOT],
    );
    return rows[0]?.document;
  }

  /** The item asked for. A claim ends here, with the transaction: had it run out, there would be nothing to update. */
  async #lockItem(
    session: Session,
    owner: string,
    { item, claim }: ChangeOptions,
  ): Promise<WorkItem | undefined> {
    const id = claim?.item.id ?? item;
    if (id === undefined || !isKey(id)) return undefined;
    const where = 'client = $1 and owner = $2 and id = $3';
    const { rows } = claim
      ? await session.query<WorkItem>(
          `update payrig.work set token = null, until = null
            where ${where} and token = $4 and until > clock_timestamp() returning ${ITEM}`,
          [this.#client, owner, id, claim.token],
        )
      : await session.query<WorkItem>(`select ${ITEM} from payrig.work where ${where} for update`, [
          this.#client,
          owner,
          id,
        ]);
    if (claim && rows.length === 0) throw new ClaimLostError(`${id} is no longer claimed`);
    return rows[0];
  }

  async #write(session: Session, id: string, row: Row | undefined, change: Change<unknown>): Promise<void> {
    const { document, order, work, done = [] } = change;
    const puts = work === undefined || work === 'none' ? [] : work;
    if (puts.length > 0 && !(document ?? (document === undefined && row))) {
      throw new TypeError(`Work of ${id}, which is not there`);
    }
    if (document === null || work === 'none') {
      await session.query('delete from payrig.work where client = $1 and owner = $2', [this.#client, id]);
    } else if (done.length > 0) {
      await session.query('delete from payrig.work where client = $1 and owner = $2 and id = any($3)', [
        this.#client,
        id,
        done,
      ]);
    }
    await this.#writeDocument(session, id, row, document, order);
    if (puts.length > 0) await putItems(session, this.#client, id, puts);
  }

  async #writeDocument(
    session: Session,
    id: string,
    row: Row | undefined,
    document: Document | null | undefined,
    order = row?.place,
  ): Promise<void> {
    if (document === null) {
      await session.query('delete from payrig.aggregate where client = $1 and id = $2', [this.#client, id]);
      return;
    }
    if (document === undefined && order === row?.place) return;
    if (order === undefined) throw new TypeError(`${id} is new and needs an order`);
    checkOrder(order);
    const { rowCount } = await session.query(
      row
        ? 'update payrig.aggregate set place = $3, document = coalesce($4, document) where client = $1 and id = $2'
        : 'insert into payrig.aggregate values ($1, $2, $3, $4) on conflict do nothing',
      [this.#client, id, order, document === undefined ? null : JSON.stringify(document)],
    );
    if (rowCount === 0) throw new StartOver();
  }

  async find(prefix: string): Promise<string[]> {
    if (prefix !== '' && !isKey(prefix)) return [];
    const { rows } = await this.#database.query<{ id: string }>(
      'select id from payrig.aggregate where client = $1 and id >= $2 and starts_with(id, $2) order by id',
      [this.#client, prefix],
    );
    return rows.map(({ id }) => id);
  }

  async list({ from, to, offset, limit }: ListQuery): Promise<Listed[]> {
    const { rows } = await this.#database.query<Listed>(
      `select id, place as order, document from payrig.aggregate
        where client = $1 and place >= $2 and ($3::text is null or place < $3)
        order by place, id offset $4 limit $5`,
      [this.#client, from ?? '', to ?? null, offset, limit],
    );
    return rows;
  }

  async count(ranges: readonly OrderRange[]): Promise<number[]> {
    // One statement sees one moment.
    const counts = ranges.map(
      (_, at) => `(select count(*) from payrig.aggregate
        where client = $1 and place >= $${2 * at + 2} and ($${2 * at + 3}::text is null or place < $${2 * at + 3}))::int`,
    );
    const { rows } = await this.#database.query<{ counts: number[] }>(
      `select array[${counts.join(', ')}]::int[] as counts`,
      [this.#client, ...ranges.flatMap(({ from, to }) => [from ?? '', to ?? null])].slice(
        0,
        2 * ranges.length + 1,
      ),
    );
    return rows[0]!.counts;
  }

  async exclusively<T>(task: (turn: string) => Promise<T>): Promise<T> {
    const { turn, end } = await takeTurn(this.#database, this.#client, this.#database.turnLeaseMs);
    try {
      return await task(turn);
    } finally {
      await end();
      this.#wake();
    }
  }

  contents(): Promise<Contents> {
    return this.#database.transaction(
      async (session) => {
        const all = [this.#client];
        const aggregates = await session.query<Listed>(
          'select id, place as order, document from payrig.aggregate where client = $1 order by place, id',
          all,
        );
        const work = await session.query<WorkItem>(
          `select ${ITEM} from payrig.work where client = $1 order by sequence`,
          all,
        );
        const files = await session.query<{ id: string; bytes: Buffer }>(
          'select id, bytes from payrig.file where client = $1 order by id',
          all,
        );
        return { aggregates: aggregates.rows, work: work.rows, files: files.rows };
      },
      { mode: 'isolation level repeatable read read only' },
    );
  }

  async replace({ aggregates, work, files }: Contents): Promise<void> {
    await this.#locked('update', async (session) => {
      for (const table of ['aggregate', 'work', 'file']) {
        await session.query(`delete from payrig.${table} where client = $1`, [this.#client]);
      }
      await session.query(
        `insert into payrig.aggregate select $1, id, place, document::json
           from unnest($2::text[], $3::text[], $4::text[]) as new (id, place, document)`,
        [
          this.#client,
          aggregates.map(({ id }) => id),
          aggregates.map(({ order }) => order),
          aggregates.map(({ document }) => JSON.stringify(document)),
        ],
      );
      await insertItems(session, this.#client, work);
      for (const { id, bytes } of files) {
        await session.query('insert into payrig.file values ($1, $2, $3)', [
          this.#client,
          id,
          Buffer.from(bytes),
        ]);
      }
    });
    this.#wake();
  }

  /** A transaction that holds the client's own row, which is there from the first time on. */
  async #locked<T>(mode: 'share' | 'update', task: (session: Session) => Promise<T>): Promise<T> {
    const row = `from ${this.#database.schema}.client where client = ${pg.escapeLiteral(this.#client)}`;
    const lock = `select 1 ${row} for ${mode}`;
    try {
      return await this.#database.transaction(task, { lock });
    } catch (error) {
      if (!(error instanceof NotThere)) throw error;
      await addClient(this.#database, this.#client);
      return this.#database.transaction(task, { lock });
    }
  }
}

export async function addClient(database: Database, client: string): Promise<void> {
  await database.query('insert into payrig.client (client) values ($1) on conflict do nothing', [client]);
}
