import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createSandbox, type Sandbox } from '../sandbox.ts';
import { memoryStore } from '../store/adapters/memory/memory-store.ts';

/** Two processes that share a store. */
let sandbox: Sandbox;
let replica: Sandbox;
beforeAll(async () => {
  const store = memoryStore();
  sandbox = await createSandbox({ users: 2, store, strict: true, now: '2026-01-05T09:00:00Z' });
  replica = await createSandbox({ users: 2, store, strict: true, now: '2026-01-05T09:00:00Z' });
});
afterAll(async () => {
  await sandbox.close();
  await replica.close();
});

type Answer = { status: number; body: Record<string, unknown> };

async function ask(
  path: string,
  given: { at?: Sandbox; method?: string; key?: string; body?: unknown },
): Promise<Answer> {
  const { at = sandbox, method = 'GET', body } = given;
  const { key = at.apiKey } = given;
  const answer = await fetch(at.url + path, {
    method,
    headers: { 'X-API-KEY': key, 'Content-Type': 'application/json' },
    body: body === undefined ? null : JSON.stringify(body),
  });
  const text = await answer.text();
  return { status: answer.status, body: text === '' ? {} : JSON.parse(text) };
}

async function added(body?: unknown) {
  const answer = await ask('/_sandbox/clients', { method: 'POST', body });
  expect(answer.status).toBe(201);
  return answer.body as { client_id: string; api_key: string; member: { email: string; password: string } };
}

it('a client that a call makes has a world and a clock of its own, in every process', async () => {
  const { api_key: key } = await added({ now: '2020-02-29T12:00:00Z', frozen: true });
  await ask('/_sandbox/users', { method: 'POST', key, body: { forename: 'Ann' } });
  const { pagination } = (await ask('/users', {})).body as { pagination: { total_count: number } };
  const others = pagination.total_count;
  for (const at of [sandbox, replica]) {
    expect((await ask('/users', { at, key })).body).toMatchObject({
      pagination: { total_count: others + 1 },
    });
    expect((await ask('/_sandbox/clock', { at, key })).body).toEqual({
      now: '2020-02-29T12:00:00.000Z',
      frozen: true,
    });
    expect((await ask('/users', { at })).body).toMatchObject({ pagination: { total_count: others } });
  }
});

it('nothing keeps a client in memory that was removed', async () => {
  setFlagsFromString('--expose-gc');
  const collectGarbage: () => void = runInNewContext('gc');
  const store = memoryStore();
  const kept = new Map<string, WeakRef<object>>();
  const clientStore = (name: string) => {
    const made = store.clientStore(name);
    if (name.startsWith('client-')) kept.set(name, new WeakRef(made));
    return made;
  };
  const at = await createSandbox({ users: 2, store: { ...store, clientStore } });
  onTestFinished(() => at.close());
  for (let n = 0; n < 5; n += 1) {
    const { body } = await ask('/_sandbox/clients', { at, method: 'POST' });
    const key = body['api_key'] as string;
    expect((await ask('/users', { at, key })).status).toBe(200);
    expect((await ask(`/_sandbox/clients/${body['client_id']}`, { at, method: 'DELETE' })).status).toBe(204);
    expect((await ask('/users', { at, key })).status).toBe(401);
  }
  expect(kept.size).toBe(5);
  const held = () => {
    collectGarbage();
    return [...kept.values()].filter((each) => each.deref() !== undefined).length;
  };
  await expect.poll(held).toBe(0);
});

it('its member signs in, also where no request of the client came yet', async () => {
  const { member } = await added();
  const body = { username: member.email, password: member.password };
  expect((await ask('/members/signin', { at: replica, method: 'POST', body })).status).toBe(200);
});

it('a removed client is gone in every process, and its key is worth nothing', async () => {
  const { client_id, api_key: key, member } = await added();
  for (const at of [sandbox, replica]) expect((await ask('/users', { at, key })).status).toBe(200);
  expect((await ask(`/_sandbox/clients/${client_id}`, { method: 'DELETE' })).status).toBe(204);
  for (const at of [sandbox, replica]) {
    expect((await ask('/users', { at, key })).status).toBe(401);
    const body = { username: member.email, password: member.password };
    const signedIn = await ask('/members/signin', { at, method: 'POST', body });
    expect(signedIn.status).toBe(
      (await ask('/members/signin', { at, method: 'POST', body: { ...body, username: 'x@y.test' } })).status,
    );
  }
  expect((await ask(`/_sandbox/clients/${client_id}`, { method: 'DELETE' })).status).toBe(404);
});

it('what no call made is not removed, and no other key opens a client', async () => {
  for (const name of ['sandbox', 'client-0123456789abcdef-0123456789abcdef', '%00'])
    expect(await ask(`/_sandbox/clients/${name}`, { method: 'DELETE' })).toEqual({
      status: 404,
      body: { errors: [`Client [${decodeURIComponent(name)}] does not exist`] },
    });
  const { client_id, api_key } = await added();
  for (const key of [
    client_id,
    `key-of-${client_id}`,
    `${api_key}0`,
    api_key.slice(0, -1),
    api_key.toUpperCase(),
  ])
    expect((await ask('/users', { key })).status, key).toBe(401);
  for (const now of ['1920-01-01T00:00:00Z', '9999-01-01T00:00:00Z'])
    expect(await ask('/_sandbox/clients', { method: 'POST', body: { now } })).toEqual({
      status: 400,
      body: { errors: [expect.stringContaining('Field [now] is not a time to begin at')] },
    });
});

describe('what callers share', () => {
  const HOUR = 3_600_000;

  async function withClock() {
    let ahead = 0;
    const one = await createSandbox({
      users: 0,
      strict: true,
      wrap: { ports: (ports) => ({ ...ports, realNow: () => Date.now() + ahead }) },
    });
    onTestFinished(() => one.close());
    const make = (key?: string) => ask('/_sandbox/clients', { at: one, method: 'POST', key });
    const listed = async (key?: string) =>
      (await ask('/_sandbox/clients', { at: one, key })).body['clients'] as { client_id: string }[];
    const pass = (ms: number): void => {
      ahead += ms;
    };
    return { one, make, listed, pass };
  }

  it('one caller cannot take the room of others, neither by itself nor by the clients that it made', {
    timeout: 60_000,
  }, async () => {
    const { one, make, listed } = await withClock();
    const { body: first } = await make();
    await Promise.all(Array.from({ length: 99 }, async () => expect((await make()).status).toBe(201)));
    for (const key of [one.apiKey, first['api_key'] as string]) {
      const { status, body } = await make(key);
      expect([status, body['errors']]).toEqual([400, [expect.stringContaining('100 clients already')]]);
    }
    expect(await listed()).toHaveLength(100);
    expect(await listed(first['api_key'] as string)).toHaveLength(100);
    expect((await make(one.otherApiKey)).status).toBe(201);
    expect(await listed(one.otherApiKey)).toHaveLength(1);
    const path = `/_sandbox/clients/${first['client_id']}`;
    expect((await ask(path, { at: one, method: 'DELETE' })).status).toBe(204);
    expect((await make()).status).toBe(201);
  });

  it('a client that no request uses for a day expires, and one that is used does not', async () => {
    const { one, make, listed, pass } = await withClock();
    const { body: idle } = await make();
    const { body: used } = await make();
    for (let hours = 0; hours < 25; hours += 5) {
      pass(5 * HOUR);
      expect((await ask('/users', { at: one, key: used['api_key'] as string })).status).toBe(200);
    }
    expect((await listed()).map(({ client_id }) => client_id)).toEqual([used['client_id']]);
    expect((await ask('/users', { at: one, key: idle['api_key'] as string })).status).toBe(401);
  });
});
