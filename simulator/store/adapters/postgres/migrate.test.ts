import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { StoreMismatchError, StoreUnavailableError } from '../../port.ts';
import { postgresPlace } from '../../testing/postgres-place.ts';
import { newItem, putWork } from '../../testing/store-place.ts';
import { postgresStore } from './postgres-store.ts';

async function place() {
  const made = await postgresPlace();
  onTestFinished(made.remove);
  const admin = new pg.Client(made.url);
  await admin.connect();
  onTestFinished(() => admin.end());
  return { ...made, admin };
}

it('many processes that start at the same time make one schema', async () => {
  const { open, admin, schema } = await place();
  const stores = await Promise.all(Array.from({ length: 12 }, open));
  await Promise.all(
    stores.map((store, at) => putWork(store.clientStore('client'), [newItem(`i${at}`, { owner: `u${at}` })])),
  );
  expect(await stores[0]!.clientStore('client').work.list({})).toHaveLength(12);
  expect((await admin.query(`select version from ${schema}.migration`)).rows).toEqual([{ version: 7 }]);
  await Promise.all(stores.map((store) => store.close()));
});

it('a schema of a later version is refused, and left as it is', async () => {
  const { open, admin, schema } = await place();
  await (await open()).close();
  await admin.query(`update ${schema}.migration set version = 8`);
  await expect(open()).rejects.toThrow(StoreMismatchError);
  await expect(open()).rejects.toThrow(/version 8.*knows 7/);
  expect((await admin.query(`select version from ${schema}.migration`)).rows).toEqual([{ version: 8 }]);
});

it('a schema of an earlier version is brought up to date, and keeps its data', async () => {
  const { open, admin, schema } = await place();
  const before = await open();
  await putWork(before.clientStore('client'), [newItem('1')]);
  const contents = await before.clientStore('client').contents();
  await before.close();
  await admin.query(`alter table ${schema}.lock_shard rename column shard to slot;
    alter table ${schema}.lock_shard rename to slot;
    alter table ${schema}.client rename column lease_token to turn;
    alter table ${schema}.client rename column lease_until to turn_until;
    alter table ${schema}.aggregate rename column sort_key to place;
    alter table ${schema}.work rename column queue to lane;
    alter table ${schema}.work drop column put_by;
    alter table ${schema}.request drop column put_by;
    drop table ${schema}.patch;
    drop index ${schema}.work_by_sequence;
    drop index ${schema}.work_kind;
    alter table ${schema}.client drop column lease_purpose, drop column lease_process, drop column lease_since;
    alter table ${schema}.aggregate drop column base;
    drop sequence ${schema}.version;
    alter table ${schema}.work add column head boolean default true, add column token text, add column until timestamptz;
    drop table ${schema}.head;
    drop table ${schema}.claim;
    update ${schema}.migration set version = 1`);
  const after = await open();
  expect(await after.clientStore('client').contents()).toEqual(contents);
  await putWork(after.clientStore('client'), [newItem('2')]);
  await after.close();
});

it('a role that may not create anything can use a schema that stands there', async () => {
  const { open, admin, schema, url } = await place();
  await (await open()).close();
  const role = `${schema}_user`;
  await admin.query(`create role ${role} login password 'secret'`);
  onTestFinished(async () => void (await admin.query(`drop owned by ${role}; drop role ${role}`)));
  await admin.query(`grant usage on schema ${schema} to ${role};
    grant select, insert, update, delete on all tables in schema ${schema} to ${role};
    grant usage, select, update on all sequences in schema ${schema} to ${role}`);
  const theirs = new URL(url);
  theirs.username = role;
  theirs.password = 'secret';
  const store = await postgresStore(theirs.href, { schema });
  await putWork(store.clientStore('client'), [newItem('1')]);
  await store.clientStore('client').replace(await store.clientStore('client').contents());
  expect(await store.health()).toMatchObject({ problems: [] });
  await store.close();
});

it('what cannot be reached, or not be entered, is reported without the password', async () => {
  const { url } = await place();
  const wrong = new URL(url);
  wrong.password = 'not-this';
  for (const address of ['postgres://me:not-this@127.0.0.1:1/none', wrong.href]) {
    const opening = postgresStore(address, { timeoutMs: 2000 });
    await expect(opening).rejects.toThrow(StoreUnavailableError);
    await expect(opening).rejects.not.toThrow(/not-this/);
  }
  await expect(postgresStore(url, { schema: 'x; drop' })).rejects.toThrow(RangeError);
});

it('a notification wakes the others long before they would look', async () => {
  const { url, schema } = await place();
  const [a, b] = await Promise.all([0, 1].map(() => postgresStore(url, { schema, pollMs: 600_000 })));
  let calls = 0;
  b!.clientStore('client').work.watch(() => {
    calls += 1;
  });
  // Once when it begins to listen.
  await expect.poll(() => calls).toBe(1);
  await putWork(a!.clientStore('client'), [newItem('1')]);
  await expect.poll(() => calls).toBe(2);
  await Promise.all([a!.close(), b!.close()]);
});
