import type { Database } from './database.ts';

const FIRST = 50;

export type TableStatistics = ReturnType<typeof tableStatistics>;

/**
 * Has PostgreSQL count the rows again whenever this process has written twice as many. A connection keeps the plan of a
 * statement until then, and a plan for few rows reads all of them: without this, a change with one delivery read 640 rows
 * among 400 users. PostgreSQL does so by itself too, but up to a minute later.
 */
export function tableStatistics(database: Database) {
  let written = 0;
  let next = FIRST;
  return {
    wrote(rows: number): void {
      written += rows;
      if (written < next) return;
      next = 2 * written;
      // Later ones make up for one that fails.
      database.run('analyze payrig.aggregate, payrig.patch, payrig.work').catch(() => {});
    },
  };
}
