import type { Database } from './database.ts';

type Put<Row> = Row & { key: string | null; put_by: string; oldest: string };

/**
 * A function that returns the rows put since it was last called, in their sequence. Transactions commit in any order, so it
 * reads again from the oldest one that was running at the last call, and leaves out what it has returned.
 */
export async function followRows<Row extends object>(
  database: Database,
  client: string,
  { table, key, columns }: { table: 'work' | 'request'; key: string; columns: string },
): Promise<() => Promise<Row[]>> {
  const oldest = 'select pg_snapshot_xmin(pg_current_snapshot())::text as oldest';
  let from = (await database.rows<{ oldest: string }>(oldest))[0]?.oldest ?? '0';
  let returned = new Map<string, string>();
  const read = async () => {
    const rows = await database.rows<Put<Row>>(
      `select running.oldest, put.* from (${oldest}) running left join (
         select ${columns}, ${key}::text as key, put_by::text from payrig.${table}
          where client = $1 and put_by >= $2::xid8) put on true order by put.sequence`,
      client,
      from,
    );
    const fresh = rows.filter((row) => row.key !== null && returned.get(row.key) !== row.put_by);
    returned = new Map(rows.flatMap(({ key, put_by }) => (key === null ? [] : [[key, put_by]])));
    from = rows[0]?.oldest ?? from;
    return fresh.map(({ key: _, put_by: __, oldest: ___, ...row }) => row as unknown as Row);
  };
  // What is committed by now is not news, though its transaction may be younger than the oldest that runs.
  await read();
  return read;
}
