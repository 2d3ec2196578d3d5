import { afterAll, beforeAll, expect, it } from 'vitest';
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
      body: { errors: [expect.stringContaining('Field [now] is no time to begin')] },
    });
});
