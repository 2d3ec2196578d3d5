import { hash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { StoreUnavailableError } from '../../port.ts';
import { codeOf } from '../write-rules.ts';
import { StatementTimes } from './statement-times.ts';

export type PostgresOptions = {
  /** The schema of the tables; default `payrig`. */
  readonly schema?: string;
  /** The most connections of this process, besides the one that listens; default 10. */
  readonly poolSize?: number;
  /** How long to wait for a connection; a statement may take twice as long; default 5 s. */
  readonly timeoutMs?: number;
  /** How often to look for work of other processes, should a notification be lost; default 1 s. */
  readonly pollMs?: number;
  /** How long a move, reset or snapshot keeps others out after its process has died; default 10 s. */
  readonly clientLeaseMs?: number;
};

/** Runs statements: on the connection of a transaction, or on any connection of the pool. */
export type Session = {
  rows<Row extends object>(statement: string, ...values: unknown[]): Promise<Row[]>;
  run(statement: string, ...values: unknown[]): Promise<number>;
};

/** A session for statements about one client, whose name is their first value. */
const sessionOf = (client: string, session: Session): Session => ({
  rows: (statement, ...values) => session.rows(statement, client, ...values),
  run: (statement, ...values) => session.run(statement, client, ...values),
});

/** What runs in a transaction; it may send the commit with its last statements. */
export type Task<T> = (session: Session, commit: Commit) => Promise<T>;

/** The statements about one client on any connection of the pool, and its transactions. */
export type ClientSession = Session & { transaction<T>(task: Task<T>, mode?: string): Promise<T> };

export const clientSession = (client: string, database: Database): ClientSession => ({
  ...sessionOf(client, database),
  transaction: (task, mode) =>
    database.transaction((session, commit) => task(sessionOf(client, session), commit), mode),
});

/** The values of rows, a list a column, as `unnest` takes them. */
export const columnsOf = <Row, Name extends keyof Row>(
  rows: readonly Row[],
  ...names: Name[]
): Row[Name][][] => names.map((name) => rows.map((row) => row[name]));

/** Waits for statements that were sent together. After an error PostgreSQL fails those that follow: the first counts. */
export async function answersOf<T extends readonly unknown[] | []>(sent: T) {
  await Promise.allSettled(sent);
  return Promise.all(sent);
}

/** Commits all that was sent before. PostgreSQL rolls back instead where a statement of it failed. */
export type Commit = () => Promise<unknown>;

const ATTEMPTS = 20;

/** The connections to one database. Statements name the schema `payrig`; the chosen schema takes its place. */
export class Database implements Session {
  readonly rows: Session['rows'];
  readonly run: Session['run'];
  readonly schema: string;
  /** The address without the password, for messages. */
  readonly address: string;
  readonly clientLeaseMs: number;
  readonly times = new StatementTimes();
  readonly #statements = new Map<string, { readonly text: string; readonly name: string }>();
  readonly #config: pg.ClientConfig;
  readonly #pool: pg.Pool;
  #written = 0;
  #nextCount = 50;

  constructor(url: string, options: PostgresOptions) {
    const { schema = 'payrig', poolSize = 10, timeoutMs = 5000, clientLeaseMs = 10_000 } = options;
    if (!/^[a-z_][a-z0-9_]{0,40}$/.test(schema)) throw new RangeError(`Not a name for a schema: ${schema}`);
    const { host, pathname } = new URL(url);
    this.schema = schema;
    this.clientLeaseMs = clientLeaseMs;
    this.address = `postgres://${host}${pathname}`;
    this.#config = {
      connectionString: url,
      connectionTimeoutMillis: timeoutMs,
      // A statement may wait for locks. The server gives up first, unless it no longer answers at all.
      statement_timeout: 2 * timeoutMs,
      query_timeout: 2 * timeoutMs + 1000,
      // Ends the transaction of a stopped process before the processes that wait for its locks give up.
      idle_in_transaction_session_timeout: 1.6 * timeoutMs,
      keepAlive: true,
      // Sends a statement at once, also while the connection waits for the answer of an earlier one.
      pipeline: true,
      // A statement that waits longer for a row lock than a caller waits for a connection fails as if there were none.
      lock_timeout: timeoutMs,
      // Statements take less than a millisecond; to compile one takes hundreds. To read the whole of a small table is the
      // best plan until it has grown, and a connection keeps its plans.
      options: '-c jit=off -c enable_seqscan=off',
      application_name: 'payrig',
    };
    this.#pool = new pg.Pool({ ...this.#config, max: poolSize });
    // A broken connection fails its next statement, and the pool replaces it. Without a listener its `error` event,
    // which also comes between two statements, would end the process.
    this.#pool.on('error', () => {}).on('connect', (connection) => connection.on('error', () => {}));
    const session = this.#session(this.#pool);
    this.rows = (statement, ...values) => retryConflicts(() => session.rows(statement, ...values));
    this.run = (statement, ...values) => retryConflicts(() => session.run(statement, ...values));
  }

  connection(): pg.Client {
    return new pg.Client({ ...this.#config, query_timeout: undefined, statement_timeout: undefined });
  }

  /** Runs a task in a transaction, again when it conflicts with another one. */
  transaction<T>(task: Task<T>, mode = ''): Promise<T> {
    return retryConflicts(async () => {
      const connection = await this.#translateErrors(this.#pool.connect());
      const session = this.#session(connection);
      let isUsable = true;
      let committed: Promise<unknown> | undefined;
      const commit = () => (committed ??= session.run('commit'));
      try {
        // Sent with the first statements of the task: a connection that cannot begin fails those too.
        const [, result] = await Promise.all([session.run(`begin ${mode}`), task(session, commit)]);
        await commit();
        return result;
      } catch (error) {
        isUsable = !(error instanceof StoreUnavailableError);
        if (isUsable) await session.run('rollback').catch(() => (isUsable = false));
        throw error;
      } finally {
        connection.release(!isUsable);
      }
    });
  }

  /**
   * Has PostgreSQL count the rows again whenever this process has written twice as many. A connection keeps the plan of a
   * statement until then, and a plan for few rows reads all of them: without this, a change with one delivery read 640 rows
   * among 400 users. PostgreSQL does so by itself too, but up to a minute later.
   */
  wrote(rows: number): void {
    this.#written += rows;
    if (this.#written < this.#nextCount) return;
    this.#nextCount = 2 * this.#written;
    // Later ones make up for one that fails.
    this.run('analyze payrig.aggregate, payrig.patch, payrig.work, payrig.head').catch(() => {});
  }

  async close(): Promise<void> {
    await this.#pool.end();
  }

  #session(connection: pg.Pool | pg.PoolClient): Session {
    const query = (statement: string, values: unknown[]) => {
      const { text, name } = this.#prepared(statement);
      const query = new pg.Query(text, values);
      // A text without values may hold several statements, which PostgreSQL does not prepare.
      if (values.length > 0) Object.assign(query, { name });
      if (connection instanceof pg.Client) sendTogether(connection);
      const began = performance.now();
      return this.#translateErrors(answerTo(query, connection)).finally(() =>
        this.times.add(statement, began),
      );
    };
    return {
      rows: async (statement, ...values) => (await query(statement, values)).rows,
      run: async (statement, ...values) => (await query(statement, values)).rowCount ?? 0,
    };
  }

  /** A statement in the chosen schema, with a name by which PostgreSQL plans it once for each connection. */
  #prepared(statement: string): { readonly text: string; readonly name: string } {
    const known = this.#statements.get(statement);
    if (known) return known;
    const text = statement.replaceAll('payrig.', `${this.schema}.`);
    const prepared = { text, name: hash('sha1', text) };
    this.#statements.set(statement, prepared);
    return prepared;
  }

  async #translateErrors<T>(answer: Promise<T>): Promise<T> {
    try {
      return await answer;
    } catch (cause) {
      if (!isUnavailable(cause)) throw ledHere(cause);
      const isFull = this.#pool.waitingCount > 0 && this.#pool.totalCount >= this.#pool.options.max;
      const said = cause instanceof Error && cause.message ? cause.message : codeOf(cause);
      const reason = isFull ? `all ${this.#pool.options.max} connections are busy (${said})` : said;
      throw new StoreUnavailableError(`The database ${this.address} does not answer: ${reason}`, { cause });
    }
  }
}

type Sender = {
  query(query: pg.Query, values: undefined, done: (error: unknown, result: pg.QueryResult) => void): unknown;
};

/** Of a query that is described by an object pg copies every property's descriptor: without, a PATCH takes 8% less processor time. */
const answerTo = (query: pg.Query, sender: Sender): Promise<pg.QueryResult> =>
  new Promise((resolve, reject) => {
    sender.query(query, undefined, (error, result) => (error ? reject(error) : resolve(result)));
  });

/** The error with a stack that leads to who sent the statement, and not to the connection that was read. */
function ledHere(error: unknown): unknown {
  if (error instanceof Error) Error.captureStackTrace(error);
  return error;
}

/** Statements of one turn leave in one write: that saves 7% of the processor time of a PATCH, and the database 4%. */
function sendTogether({ connection: { stream } }: pg.Client): void {
  stream.cork();
  process.nextTick(() => stream.uncork());
}

async function retryConflicts<T>(task: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await task();
    } catch (error) {
      if (!isConflict(error)) throw error;
      if (attempt === ATTEMPTS)
        throw new StoreUnavailableError('Too many other transactions change the same rows; try again', {
          cause: error,
        });
      await delay(Math.min(5 * attempt, 50));
    }
  }
}

/** Whether a repetition may succeed: another transaction changed the same rows, or made the schema just now. */
const isConflict = (error: unknown): boolean =>
  ['40001', '40P01', '23505', '42P06', '42P07'].includes(codeOf(error));

/** Whether the database has the problem rather than the statement: no connection, no space, read-only, a timeout. */
const isUnavailable = (error: unknown): boolean =>
  !(error instanceof pg.DatabaseError) ||
  /^(08|53|57|58|XX|28|25006|25P0[34]|55P03|3D000|3F000|42P01)/.test(codeOf(error));
