import { readdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { arranging } from './arrangement/testing/arranging.ts';
import { createSandbox } from './sandbox.ts';
import { memoryStore } from './store/adapters/memory/memory-store.ts';
import { CLIENT_DOCUMENT, type Document } from './store/port.ts';
import { temporaryFolder } from './store/testing/temporary-folder.ts';

async function folder(): Promise<string> {
  const made = await temporaryFolder();
  onTestFinished(made.remove);
  return made.path;
}

async function signIn(url: string, username: string, password: string): Promise<number> {
  const body = JSON.stringify({ username, password });
  const headers = { 'content-type': 'application/json' };
  return (await fetch(`${url}/members/signin`, { method: 'POST', headers, body })).status;
}

describe('a sandbox that cannot start', () => {
  it('lets go of its folder', async () => {
    const data = await folder();
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as AddressInfo;
    await expect(createSandbox({ data, port })).rejects.toThrow('EADDRINUSE');
    const twice = [
      { name: 'a', apiKey: 'same' },
      { name: 'b', apiKey: 'same' },
    ];
    await expect(createSandbox({ data, clients: twice })).rejects.toThrow('same API key');
    await expect(createSandbox({ data, seed: 'another' })).rejects.toThrow('"1"');
    await new Promise((resolve) => other.close(resolve));
    await (await createSandbox({ data })).close();
  });
});

describe('members of the configuration', () => {
  it('hold on data that is there already, and those of before do not; invited ones stay', async () => {
    const data = await folder();
    const clients = (email: string, password: string) => [
      { name: 'sandbox', apiKey: 'key', member: { email, password } },
    ];
    const first = await createSandbox({ data, clients: clients('zoe@acme.test', 'one') });
    expect(await signIn(first.url, 'zoe@acme.test', 'one')).toBe(200);
    await first.close();
    const second = await createSandbox({ data, clients: clients('zoe@acme.test', 'two') });
    expect(await signIn(second.url, 'zoe@acme.test', 'one')).not.toBe(200);
    expect(await signIn(second.url, 'zoe@acme.test', 'two')).toBe(200);
    await second.close();
    const third = await createSandbox({ data, clients: clients('max@acme.test', 'three') });
    onTestFinished(third.close);
    expect(await signIn(third.url, 'zoe@acme.test', 'two')).not.toBe(200);
    expect(await signIn(third.url, 'max@acme.test', 'three')).toBe(200);
  });
});

describe('health', () => {
  it('is degraded and says why while the store has problems, and the rest goes on', async () => {
    const store = memoryStore();
    const problems = ['The disk is full'];
    const { call } = await arranged({ store: { ...store, health: async () => ({ problems }) } });
    expect((await call('GET', '/_sandbox/health')).body).toMatchObject({ status: 'degraded', problems });
    expect((await call('GET', '/users')).status).toBe(200);
  });

  it('reports a damaged file, which affects its user alone', async () => {
    const data = await folder();
    const first = await arranging({ data });
    const [hurt, well] = [await first.user(), await first.user()];
    await first.close();
    const files = await readdir(data, { recursive: true });
    const file = join(data, files.find((name) => name.endsWith(`${hurt}.json`)) ?? '');
    await writeFile(file, (await readFile(file, 'utf8')).replace('created_at', 'created_et'));
    const { call } = await arranged({ data });
    const { body } = await call('GET', '/_sandbox/health');
    expect(body.status).toBe('degraded');
    expect(body.problems.join()).toContain(hurt);
    const { status, body: refusal } = await call('GET', `/_sandbox/users/${hurt}`);
    expect([status, refusal.errors.length]).toEqual([500, 1]);
    expect(refusal.errors[0]).toMatch(/damaged/);
    expect((await call('GET', `/_sandbox/users/${well}`)).status).toBe(200);
    expect((await call('GET', '/users?limit=100')).status).toBe(200);
    expect((await call('POST', '/_sandbox/reset', {})).status).toBe(200);
  });

  it("reports a client's own damaged record, which affects that client alone, whichever client comes first", async () => {
    const data = await folder();
    const first = await arranging({ data });
    const user = await first.user();
    await first.close();
    const files = await readdir(data, { recursive: true });
    const file = join(data, files.find((name) => /sandbox\/.*\/client\.json$/.test(name)) ?? '');
    const sound = await readFile(file);
    await writeFile(file, '');
    const errors: unknown[] = [];
    const log = { error: (error: unknown) => void errors.push(error) };
    const member = { email: 'zoe@acme.test', password: 'a-password' };
    const options = { data, log, clients: [{ name: 'acme', apiKey: 'acme-key', member }] };
    const { call, sandbox, close } = await arranged(options);
    expect((await call('GET', '/_sandbox/health')).body).toMatchObject({
      status: 'degraded',
      problems: [expect.stringContaining('client.json is damaged')],
    });
    for (const path of [
      '/configuration',
      '/webhooks',
      '/users',
      `/_sandbox/users/${user}`,
      '/_sandbox/clock',
    ]) {
      const { status, body } = await call('GET', path);
      expect([path, status, body.errors]).toEqual([path, 500, [expect.stringContaining('damaged')]]);
    }
    const other = { 'x-api-key': sandbox.otherApiKey };
    expect((await call('PATCH', '/configuration', { client_display_name: 'Other' }, other)).status).toBe(200);
    expect((await call('POST', '/_sandbox/clock', { by: 'P1D' }, other)).status).toBe(200);
    expect(await signIn(sandbox.url, member.email, member.password)).toBe(200);
    expect(await signIn(sandbox.url, 'member@sandbox.test', 'sandbox-password')).toBe(500);
    expect(errors.filter((error) => String(error).includes('client.json is damaged'))).not.toEqual([]);
    await close();
    await writeFile(file, sound);
    const again = await arranged({ data });
    expect((await again.call('GET', `/_sandbox/users/${user}`)).status).toBe(200);
  });
});

it.each<[string, (record: Document) => void]>([
  ['a scenario of nothing', (record) => Object.assign(record, { scenarios: [{}] })],
  ['a birth of nothing', (record) => Object.assign(record, { birth: {} })],
  ['a member of nothing', (record) => Object.assign(record.members as object, { x: {} })],
])('a stored client with %s costs that client alone', async (_, spoil) => {
  const store = memoryStore();
  await (await createSandbox({ store })).close();
  const contents = await store.clientStore('sandbox').contents();
  const aggregates = structuredClone(contents.aggregates);
  spoil(aggregates.find(({ id }) => id === CLIENT_DOCUMENT)!.document);
  await store.clientStore('sandbox').replace({ ...contents, aggregates });
  const member = { email: 'zoe@acme.test', password: 'a-password' };
  const { call, sandbox } = await arranged({
    store,
    clients: [{ name: 'acme', apiKey: 'acme-key', member }],
  });
  expect((await call('GET', '/users', undefined, { 'x-api-key': 'acme-key' })).status).toBe(200);
  expect(await signIn(sandbox.url, member.email, member.password)).toBe(200);
  const { status, body } = await call('GET', '/users');
  if (status === 200) return;
  expect([status, body.errors]).toEqual([500, [expect.stringContaining('damaged')]]);
  const health = await call('GET', '/_sandbox/health');
  expect(health.body.problems).toEqual([expect.stringContaining('client [sandbox]')]);
});

async function arranged(...given: Parameters<typeof arranging>) {
  const made = await arranging(...given);
  onTestFinished(made.close);
  return made;
}
