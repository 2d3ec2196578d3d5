// Run as a process: `bare-transactions.ts URL WIDTH`, on a database in which a sandbox has its tables. Each line on
// standard input, a number of seconds, starts one pass: users are changed with the statements that the store sends for a
// PATCH, and nothing else is done; how many a second is printed.
import { createInterface } from 'node:readline';
import pg from 'pg';

const [url, width] = process.argv.slice(2) as [string, string];
const pool = new pg.Pool({ connectionString: url, max: Number(width) });
const client = 'sandbox';
const { rows } = await pool.query<{ id: string; document: object }>(
  `select id, document from payrig.aggregate where client = $1 and id <> 'client'`,
  [client],
);

async function change({ id, document }: { id: string; document: object }, slot: number): Promise<void> {
  const connection = await pool.connect();
  await connection.query(
    `begin; select 1 from payrig.slot where client = '${client}' and slot = ${slot} order by slot for update`,
  );
  await connection.query(
    `select place, document, (select document from payrig.aggregate where client = $1 and id = 'client') as root
       from payrig.aggregate where client = $1 and id = $2`,
    [client, id],
  );
  await connection.query('select * from payrig.work where client = $1 and owner = $2 and id = $3', [
    client,
    id,
    `check-${id}`,
  ]);
  await connection.query('update payrig.aggregate set document = $3 where client = $1 and id = $2', [
    client,
    id,
    JSON.stringify(document),
  ]);
  await connection.query('commit');
  connection.release();
}

console.log(rows.length);
for await (const seconds of createInterface({ input: process.stdin })) {
  const began = performance.now();
  let made = 0;
  const worker = async () => {
    while (performance.now() - began < Number(seconds) * 1000) {
      made += 1;
      await change(rows[made % rows.length]!, made % 16);
    }
  };
  await Promise.all(Array.from({ length: Number(width) }, worker));
  console.log((made / (performance.now() - began)) * 1000);
}
