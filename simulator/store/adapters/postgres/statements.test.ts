import pg from 'pg';
import { expect, it, onTestFinished, vi } from 'vitest';
import { CLIENT_DOCUMENT, type ClientStore } from '../../port.ts';
import { postgresPlace } from '../../testing/postgres-place.ts';
import { logged, newItem, write } from '../../testing/store-place.ts';
import { postgresStore } from './postgres-store.ts';

type Sent = { readonly text: string; readonly values: readonly unknown[]; readonly name: string };

/** Uses all of a client's store that is to cost the same in a large client as in a small one. */
async function useAll(clientStore: ClientStore, n: number): Promise<void> {
  const id = `u${n}`;
  const put = (data: object) =>
    write(data as never, { sortKey: sortKeyOf(n), work: [newItem(`w${n}`, { owner: id })] });
  await clientStore.change(CLIENT_DOCUMENT, write({ n }, { sortKey: 'client' }));
  await clientStore.change(id, put({ n, long: 'x'.repeat(5000) }));
  await clientStore.change(id, put({ n, long: 'x'.repeat(5000), more: 1 }));
  await clientStore.change(id, put({ n }), { item: `w${n}` });
  await clientStore.read(id);
  await clientStore.find(`${id}.`);
  await clientStore.list({ offset: 0, limit: 10 });
  await clientStore.list({ from: sortKeyOf(n), offset: 0, limit: 10 });
  await clientStore.count([{ from: sortKeyOf(0), to: sortKeyOf(5) }]);
  const { work, files, requests } = clientStore;
  const followWork = await work.follow();
  const followRequests = await requests.follow(5);
  const claims = await work.claim({ now: 100, limit: 2, leaseMs: 60_000, except: ['away'] });
  await work.renew(claims, 60_000);
  const [first, ...others] = claims;
  await work.release(others);
  if (first)
    await clientStore.change(first.item.owner, () => ({ work: [{ ...first.item }], result: 0 }), {
      claim: first,
    });
  await work.nextDue();
  await work.claimed();
  await work.get(`w${n}`);
  await work.list({ owner: id });
  await work.list({ kind: 'none' });
  await work.list({ kind: 'delivery', limit: 5 });
  await work.list({ limit: 5 });
  await clientStore.change(id, () => ({ removeWork: [`w${n}`], result: 0 }));
  await clientStore.exclusively((leaseToken) => clientStore.change(id, put({ n }), { leaseToken }));
  await files.put(id, Buffer.from('bytes'));
  await files.get(id);
  await files.remove([id]);
  requests.add(logged({ n }));
  await requests.list(5);
  await followWork();
  await followRequests();
  await clientStore.change(id, () => ({ document: null, work: 'none', result: 0 }) as never).catch(() => {});
}

const sortKeyOf = (n: number): string => `m-${String(n).padStart(6, '0')}`;

type Plan = {
  readonly 'Actual Rows'?: number;
  readonly 'Actual Loops'?: number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Node Type': string;
  readonly Plans?: readonly Plan[];
};

/** How many rows of tables and indexes a plan read. */
function rowsRead(plan: Plan): number {
  const own = /Scan/.test(plan['Node Type']) && !/Function|CTE|Subquery/.test(plan['Node Type']);
  const loops = plan['Actual Loops'] ?? 1;
  const read = own ? ((plan['Actual Rows'] ?? 0) + (plan['Rows Removed by Filter'] ?? 0)) * loops : 0;
  return (plan.Plans ?? []).reduce((sum, part) => sum + rowsRead(part), read);
}

it('no statement reads more rows in a large client than a page of them, with the plan that a connection keeps', async () => {
  const place = await postgresPlace();
  onTestFinished(place.remove);
  const store = await postgresStore(place.url, { schema: place.schema, poolSize: 2 });
  const clientStore = store.clientStore('client');
  // Another client in the same tables, and more users than a plan for few of them could be right for.
  for (const name of ['other', 'client']) {
    const numbers = Array.from({ length: 4000 }, (_, n) => n);
    const aggregates = numbers.map((n) => ({ id: `u${n}`, sortKey: sortKeyOf(n), document: { n } }));
    const work = numbers.map((n) => ({ ...newItem(`w${n}`, { owner: `u${n}` }), sequence: n + 1 }));
    const done = work.map((item) => ({
      ...item,
      id: `${item.id}-done`,
      due: null,
      sequence: item.sequence + 10_000,
    }));
    await store.clientStore(name).replace({ aggregates, work: [...work, ...done], files: [] });
  }
  const admin = new pg.Client(place.url);
  await admin.connect();
  onTestFinished(() => admin.end());
  const analysed = `select reltuples from pg_class where oid = '${place.schema}.work'::regclass`;
  await expect.poll(async () => (await admin.query(analysed)).rows[0].reltuples).toBeGreaterThan(10_000);

  const sent = new Map<string, Sent>();
  const query = vi.spyOn(pg.Client.prototype, 'query');
  await useAll(clientStore, 2000);
  for (const [given] of query.mock.calls as unknown as [Partial<Sent> | string][])
    if (typeof given === 'object' && given.name) sent.set(given.name, given as Sent);
  query.mockRestore();
  await store.close();
  expect(sent.size).toBeGreaterThan(25);

  await admin.query('set plan_cache_mode = force_generic_plan');
  const reads: Record<string, number> = {};
  for (const { text, values, name } of sent.values()) {
    await admin.query('begin');
    await admin.query(`prepare "${name}" as ${text}`);
    const given = values.map((value) => literal(value)).join(', ');
    const { rows } = await admin.query(`explain (analyze, format json) execute "${name}"(${given})`);
    reads[text] = rowsRead(rows[0]['QUERY PLAN'][0].Plan);
    await admin.query('rollback');
  }
  const dear = Object.entries(reads).filter(([, rows]) => rows > 150);
  expect(Object.fromEntries(dear)).toEqual({});
});

it('no statement reads a whole table, however few rows the database believes to be in it', async () => {
  const place = await postgresPlace();
  onTestFinished(place.remove);
  const open = () => postgresStore(place.url, { schema: place.schema });
  await (await open()).close();
  const admin = new pg.Client(place.url);
  await admin.connect();
  onTestFinished(() => admin.end());
  const scans = async () => {
    const text =
      'select relname, seq_scan::int from pg_stat_user_tables where schemaname = $1 order by relname';
    const { rows } = await admin.query(text, [place.schema]);
    return new Map<string, number>(rows.map(({ relname, seq_scan }) => [relname, seq_scan]));
  };
  const tables = ['aggregate', 'patch', 'work', 'head', 'claim', 'file', 'request', 'lock_shard', 'client'];
  await admin.query(`vacuum analyze ${tables.map((table) => `${place.schema}.${table}`).join(', ')}`);
  const before = await scans();
  const store = await open();
  for (const n of [1, 2, 3]) await useAll(store.clientStore('client'), n);
  await store.close();
  // A connection counts its scans when it ends. What every process looks at when it starts has one row.
  await expect.poll(async () => (await scans()).get('migration')).toBeGreaterThan(before.get('migration')!);
  const read = [...(await scans())].filter(([table, count]) => count > (before.get(table) ?? 0));
  expect(read.map(([table]) => table)).toEqual(['migration']);
});

/** A value as SQL text; what a connection would send as a parameter. */
function literal(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (typeof value === 'number') return String(value);
  if (Buffer.isBuffer(value)) return `'\\x${value.toString('hex')}'`;
  if (Array.isArray(value)) {
    const items = value.map((item) =>
      item === null ? 'NULL' : `"${String(item).replaceAll(/["\\]/g, '\\$&')}"`,
    );
    return pg.escapeLiteral(`{${items.join(',')}}`);
  }
  return pg.escapeLiteral(String(value));
}
