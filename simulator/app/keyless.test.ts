import { mkdtemp, readdir, rm, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { loadArrangementContract, loadContract } from '../../spec/contract.ts';
import { defaultProfile } from '../../spec/profile.ts';
import { Routes } from '../http/routes.ts';
import { createSandbox } from '../sandbox.ts';
import { lowdbStore } from '../store/adapters/lowdb/lowdb-store.ts';

const secrets = [
  'sandbox-key-of-mine',
  'api-key-of-mine',
  'yann@acme.test',
  'postgres.internal',
  'client="sandbox-2',
];

/** Every path of the routing table, those of operations that name a key left out. */
function keylessPaths(paths: readonly string[]): string[] {
  const profile = defaultProfile();
  const contracts = [loadContract(profile), loadArrangementContract(profile.naming)];
  const operations = contracts.flatMap((contract) => [...contract.operations.values()]);
  return paths.filter((path) => {
    const there = operations.filter((one) => one.path === path);
    return there.length === 0 || there.some(({ security }) => security.length === 0);
  });
}

it('no path that needs no key shows where data is stored, or a key, or a person of the team', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'CANARY-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const add = vi.spyOn(Routes.prototype, 'add');
  onTestFinished(() => add.mockRestore());
  const options = {
    sandboxKey: 'sandbox-key-of-mine',
    clients: [
      {
        name: 'acme',
        apiKey: 'api-key-of-mine',
        member: { email: 'yann@acme.test', password: 'a-password' },
      },
    ],
  };
  await (await createSandbox({ ...options, data: folder })).close();
  const files = await readdir(folder, { recursive: true });
  await truncate(join(folder, files.find((name) => /acme\/.*\/client\.json$/.test(name))!), 20);
  const store = await lowdbStore(folder);
  const problems = [
    `The data folder ${folder} cannot be used`,
    'connect ECONNREFUSED postgres.internal:5432',
  ];
  const health = async () => ({
    problems: [...(await store.health()).problems, ...problems],
    isAway: true,
  });
  add.mockClear();
  const sandbox = await createSandbox({ ...options, store: { ...store, health } });
  onTestFinished(async () => {
    await sandbox.close();
    await store.close();
  });
  const ask = async (method: string, path: string, headers: Record<string, string> = {}) => {
    const body = method === 'GET' ? undefined : '{"email": "yann@acme.test", "password": "a-password"}';
    const sent = { method, body, headers: { 'Content-Type': 'application/json', ...headers } };
    const response = await fetch(`${sandbox.url}${path.replace(/\{[^}]*\}/g, 'x')}`, sent);
    return `${JSON.stringify([...response.headers])}${await response.text()}`;
  };
  const paths = keylessPaths([...new Set(add.mock.calls.map(([path]) => path))]);
  expect(paths.length).toBeGreaterThan(15);
  for (const path of paths)
    for (const method of ['GET', 'POST', 'PUT']) {
      const text = await ask(method, path);
      for (const secret of ['CANARY', 'client.json', ...secrets])
        expect(text.includes(secret), `${method} ${path} shows ${secret}: ${text.slice(0, 300)}`).toBe(false);
    }
  expect(JSON.parse((await ask('GET', '/_sandbox/health')).replace(/^\[.*\]\]/, ''))).toMatchObject({
    status: 'degraded',
    problems: [expect.stringContaining('with an API key')],
  });
  const keys = { 'X-API-KEY': 'sandbox-key', 'X-Sandbox-Key': 'sandbox-key-of-mine' };
  for (const wrong of [{ 'X-API-KEY': 'sandbox-key' }, { ...keys, 'X-API-KEY': 'none' }])
    expect(await ask('GET', '/_sandbox/health', wrong)).not.toContain('CANARY');
  expect(await ask('GET', '/_sandbox/health', keys)).toContain(folder);
});
