// Run as a process: `bare-transactions.ts URL WIDTH`, on a database in which a sandbox has its tables. Each line on
// standard input, a number of seconds, starts one pass: users are changed, each in a transaction of its own, with the
// statements that the store sends for a PATCH that comes alone, and nothing else is done; how many a second is printed.
// They lock the user where the store locks one of a few shards, so that no two of them wait for each other.
import { createInterface } from 'node:readline';
import pg from 'pg';
import { stream } from '../../../generators/random.ts';
import { ITEM } from '../../../simulator/store/adapters/postgres/work-rows.ts';

const [url, width] = process.argv.slice(2) as [string, string];
const pool = new pg.Pool({ connectionString: url, max: Number(width), pipeline: true });
const client = 'sandbox';
const draws = stream('bench', 'transactions');
type Row = { id: string; sort_key: string; document: object };
const { rows } = await pool.query<Row>(
  `select id, sort_key, document from payrig.aggregate where client = $1 and id <> 'client'`,
  [client],
);
const lock = 'select 1 from payrig.aggregate where client = $1 and id = $2 for update';
const read = `select id, sort_key, document from payrig.aggregate where client = $1 and id in ($2, 'client')`;
const item = `select ${ITEM} from payrig.work where client = $1 and owner = $2 and id = $3`;
const update =
  'update payrig.aggregate set sort_key = $3, document = coalesce($4, document) where client = $1 and id = $2';

async function change({ id, sort_key, document }: Row): Promise<void> {
  const connection = await pool.connect();
  const { stream } = connection.connection;
  stream.cork();
  const found = Promise.all([
    connection.query('begin'),
    connection.query({ name: 'lock', text: lock, values: [client, id] }),
    connection.query({ name: 'read', text: read, values: [client, id] }),
    connection.query({ name: 'item', text: item, values: [client, id, `check-${id}`] }),
  ]);
  stream.uncork();
  await found;
  const values = [client, id, sort_key, JSON.stringify(document)];
  stream.cork();
  const changed = Promise.all([
    connection.query({ name: 'update', text: update, values }),
    connection.query('commit'),
  ]);
  stream.uncork();
  await changed;
  connection.release();
}

console.log(rows.length);
for await (const seconds of createInterface({ input: process.stdin })) {
  const began = performance.now();
  let made = 0;
  const worker = async () => {
    while (performance.now() - began < Number(seconds) * 1000) {
      made += 1;
      await change(draws.pick(rows));
    }
  };
  await Promise.all(Array.from({ length: Number(width) }, worker));
  console.log((made / (performance.now() - began)) * 1000);
}
