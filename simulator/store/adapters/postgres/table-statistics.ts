import type { Database } from './database.ts';

const FIRST = 50;

/**
 * Has PostgreSQL count the rows again whenever this process has written twice as many. A connection keeps the plan of a
 * statement until then, and a plan for few rows reads all of them: without this, a change with one delivery read 640 rows
 * among 400 users. PostgreSQL does so by itself too, but up to a minute later.
 */
export class TableStatistics {
  readonly #database: Database;
  #written = 0;
  #next = FIRST;

  constructor(database: Database) {
    this.#database = database;
  }

  wrote(rows: number): void {
    this.#written += rows;
    if (this.#written < this.#next) return;
    this.#next = 2 * this.#written;
    // Later ones make up for one that fails.
    this.#database.run('analyze payrig.aggregate, payrig.patch, payrig.work').catch(() => {});
  }
}
