import { hash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { StoreUnavailableError } from '../../port.ts';

export type PostgresOptions = {
  /** Where the tables are; default `payrig`. */
  readonly schema?: string;
  /** How many connections this process may have, besides the one that listens; default 10. */
  readonly poolSize?: number;
  /** How long to wait for a connection, and half as long as for a statement; default 5 s. */
  readonly timeoutMs?: number;
  /** How often is looked for work that another process has put, should its notification not come; default 1 s. */
  readonly pollMs?: number;
  /** How long a move, reset or snapshot keeps the others out after its process has died; default 10 s. */
  readonly clientLeaseMs?: number;
};

/**
 * What statements are sent through: a connection in a transaction, or any of the pool. Within a transaction those that
 * are sent without waiting for each other travel together, and are carried out in their order.
 */
export type Session = {
  /** The rows that a statement answers with. */
  rows<Row extends object>(statement: string, ...values: unknown[]): Promise<Row[]>;
  /** How many rows a statement has changed. */
  run(statement: string, ...values: unknown[]): Promise<number>;
};

/** A session that is in a transaction. */
export type Transaction = Session & {
  /** Travels with what was sent just before; should any of that fail, it rolls back. */
  commit(): Promise<unknown>;
};

/** How often a transaction is begun anew that lost against another one. */
const ATTEMPTS = 20;

/** The connections to one database. SQL names the schema `payrig`, and gets the one that was chosen. */
export class Database implements Session {
  /** Statements outside of any transaction. */
  readonly rows: Session['rows'];
  readonly run: Session['run'];
  readonly schema: string;
  /** For people to read: without the password. */
  readonly place: string;
  readonly clientLeaseMs: number;
  /** By what the code says: in the schema that was chosen, and a name that no other text has. */
  readonly #statements = new Map<string, { text: string; name: string }>();
  readonly #config: pg.ClientConfig;
  readonly #pool: pg.Pool;

  constructor(url: string, options: PostgresOptions) {
    const { schema = 'payrig', poolSize = 10, timeoutMs = 5000, clientLeaseMs = 10_000 } = options;
    if (!/^[a-z_][a-z0-9_]{0,40}$/.test(schema)) throw new RangeError(`Not a name for a schema: ${schema}`);
    const { host, pathname } = new URL(url);
    this.schema = schema;
    this.clientLeaseMs = clientLeaseMs;
    this.place = `postgres://${host}${pathname}`;
    this.#config = {
      connectionString: url,
      connectionTimeoutMillis: timeoutMs,
      // A statement may have to wait for others. The server gives up first, unless it no longer answers at all.
      statement_timeout: 2 * timeoutMs,
      query_timeout: 2 * timeoutMs + 1000,
      // Ends the transaction of a process that was stopped, before those who wait for its locks give up.
      idle_in_transaction_session_timeout: 1.6 * timeoutMs,
      keepAlive: true,
      pipeline: true,
      // Every statement has its index. A plan that is kept must not have been made for a table that was small then.
      options: '-c enable_seqscan=off',
      application_name: 'payrig',
    };
    this.#pool = new pg.Pool({ ...this.#config, max: poolSize });
    // A connection that breaks fails its next statement and is replaced by the pool. It tells besides, between two
    // statements of a transaction too, and unheard that would end the process.
    this.#pool.on('error', () => {}).on('connect', (connection) => connection.on('error', () => {}));
    const session = this.#session(this.#pool);
    this.rows = (statement, ...values) => startingOver(() => session.rows(statement, ...values));
    this.run = (statement, ...values) => startingOver(() => session.run(statement, ...values));
  }

  /** A connection of its own, not yet connected. */
  connection(): pg.Client {
    return new pg.Client({ ...this.#config, query_timeout: undefined, statement_timeout: undefined });
  }

  /** Runs a task in a transaction: all of it or nothing. The task may run more than once. */
  transaction<T>(task: (transaction: Transaction) => Promise<T>, mode = ''): Promise<T> {
    return startingOver(async () => {
      const connection = await this.#answered(this.#pool.connect());
      let first: unknown;
      const session = this.#session(connection, (error) => {
        first ??= error;
      });
      let [usable, ended] = [true, false];
      try {
        // It travels with the first statements of the task, which hear nothing unless it has succeeded.
        const begun = session.run(`begin ${mode}`);
        const after = async <R>(sent: Promise<R>): Promise<R> => (await Promise.all([begun, sent]))[1];
        const result = await task({
          rows: <Row extends object>(statement: string, ...values: unknown[]) =>
            after(session.rows<Row>(statement, ...values)),
          run: (statement, ...values) => after(session.run(statement, ...values)),
          commit() {
            ended = true;
            return after(session.run('commit'));
          },
        });
        if (!ended) await session.run('commit');
        return result;
      } catch (caught) {
        // What was sent with a statement that failed fails for no reason of its own.
        const error = codeOf(caught) === '25P02' ? first : caught;
        usable = !(error instanceof StoreUnavailableError);
        if (usable) await session.run('rollback').catch(() => (usable = false));
        throw error;
      } finally {
        connection.release(!usable);
      }
    });
  }

  async close(): Promise<void> {
    await this.#pool.end();
  }

  #session(connection: pg.Pool | pg.PoolClient, onError?: (error: unknown) => void): Session {
    const query = (statement: string, values: unknown[]) => {
      if ('connection' in connection) sendTogether(connection.connection);
      const { text, name } = this.#statement(statement);
      // With a name it is planned once for each connection. What has no values may be several statements, which cannot be.
      return this.#answered(connection.query({ text, values, ...(values.length > 0 && { name }) }), onError);
    };
    return {
      rows: async (statement, ...values) => (await query(statement, values)).rows,
      run: async (statement, ...values) => (await query(statement, values)).rowCount ?? 0,
    };
  }

  #statement(statement: string): { text: string; name: string } {
    let known = this.#statements.get(statement);
    if (!known) {
      const text = statement.replaceAll('payrig.', `${this.schema}.`);
      known = { text, name: hash('sha1', text) };
      this.#statements.set(statement, known);
    }
    return known;
  }

  async #answered<T>(answer: Promise<T>, onError?: (error: unknown) => void): Promise<T> {
    try {
      return await answer;
    } catch (cause) {
      const text = `The database ${this.place} does not answer: ${(cause as Error).message || codeOf(cause)}`;
      const error = isUnavailable(cause) ? new StoreUnavailableError(text, { cause }) : cause;
      onError?.(error);
      throw error;
    }
  }
}

/** Holds back what is sent until the caller is done sending: one message for all of it wakes the database once. */
function sendTogether({ stream }: pg.Connection): void {
  stream.cork();
  process.nextTick(() => stream.uncork());
}

/** Repeats what lost against another transaction. */
async function startingOver<T>(task: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await task();
    } catch (error) {
      if (!isConflict(error)) throw error;
      if (attempt === ATTEMPTS) {
        throw new StoreUnavailableError('Too many others change the same', { cause: error });
      }
      await delay(Math.min(5 * attempt, 50));
    }
  }
}

/** Whether the same again may succeed: it lost against another transaction, or the schema was just being made. */
function isConflict(error: unknown): boolean {
  return ['40001', '40P01', '23505', '42P06', '42P07'].includes(codeOf(error));
}

/** Whether it is the database's trouble rather than ours: no connection, no answer, no room, no tables, not writable, too late. */
function isUnavailable(error: unknown): boolean {
  return (
    !(error instanceof pg.DatabaseError) ||
    /^(08|53|57|58|XX|28|25006|25P0[34]|55P03|3D000|3F000|42P01)/.test(codeOf(error))
  );
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
