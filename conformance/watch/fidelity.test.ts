import { expect, test } from 'vitest';
import { createSandbox } from '../../simulator/sandbox.ts';
import { fidelityOf } from './fidelity.ts';
import { watched } from './index.ts';
import { Intake } from './intake.ts';
import type { Passed } from './passed.ts';
import { startProxy } from './proxy.ts';
import { StandIns } from './stand-ins.ts';
import { Watch } from './watch.ts';

const choices = [
  {},
  {
    'users.unset-form': 'null',
    'webhooks.list.shape': 'array',
    'webhooks.create.duplicate-name-status': 409,
    'direct-connections.success-status': 200,
  },
] as const;

test.each(choices)(
  'a sandbox under the learnt profile answers as the one that was recorded: %j',
  async (points) => {
    const recorded: Passed[] = [];
    const watch = new Watch();
    const standIns = new StandIns();
    await using sandbox = await createSandbox({ users: 4, profile: { points } });
    const record = (line: object) => void ('kind' in line && recorded.push(line as Passed));
    const intake = new Intake(watch, { standIn: standIns.of, standInUrl: standIns.url, record });
    const proxy = await startProxy({ kind: 'exchange', to: sandbox.url, port: 0, intake });
    try {
      await someTraffic(proxy.url, sandbox.apiKey);
      await expect.poll(() => recorded.length).toBeGreaterThanOrEqual(12);
    } finally {
      await proxy.close();
    }
    const { profile } = watch.ledger;
    await using replica = await createSandbox({ users: 0, profile });
    const { overall, differences } = await fidelityOf(recorded, replica, profile);
    expect([...differences.keys()].filter((text) => /status|where it was/.test(text))).toEqual([]);
    expect(overall.status / overall.requests).toBeGreaterThanOrEqual(0.95);
    expect(overall.shape / overall.requests).toBeGreaterThanOrEqual(0.95);
  },
);

/** What an integrator's tests may send. */
async function someTraffic(url: string, key: string): Promise<void> {
  const call = async (
    method: string,
    path: string,
    body?: unknown,
    apiKey = key,
  ): Promise<Record<string, never>> => {
    const headers = { 'X-API-KEY': apiKey, 'Content-Type': 'application/json' };
    const answer = await fetch(url + path, {
      method,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return JSON.parse((await answer.text()) || '{}');
  };
  const { users } = await call('GET', '/users?offset=1&limit=5');
  const { user_id } = (users as unknown as { user_id: string }[])[0]!;
  await call('PATCH', `/users/${user_id}`, { forename: 'Ada', ext_id: 'loan-7' });
  await call('PATCH', `/users/${user_id}`, { ext_id: null });
  await call('PATCH', `/users/${user_id}`, { forename: 42 });
  await call('GET', '/configuration');
  await call('PATCH', '/configuration', { client_display_name: 'Example Lender' });
  const webhook = { name: 'hooks', events: ['user-payroll-submitted'], url: 'https://crm.example/hooks' };
  const { webhook_id } = await call('POST', '/webhooks', webhook);
  await call('POST', '/webhooks', webhook);
  await call('GET', '/webhooks');
  await call('DELETE', `/webhooks/${webhook_id}`);
  await call('GET', '/providers', undefined, 'wrong');
  await call('DELETE', `/users/${user_id}`);
  await call('DELETE', `/users/${user_id}`);
}

test('a watched fetch sends what it is given, and judges it', async () => {
  await using sandbox = await createSandbox({ users: 2 });
  const watch = watched(fetch, { baseUrl: sandbox.url });
  const headers = { 'X-API-KEY': sandbox.apiKey, 'Content-Type': 'application/json' };
  const body = JSON.stringify({ client_display_name: 'Watched' });
  const answer = await watch.fetch(`${sandbox.url}/configuration`, { method: 'PATCH', headers, body });
  expect(await answer.json()).toMatchObject({ client_display_name: 'Watched' });
  await watch.fetch(new Request(`${sandbox.url}/providers`, { headers }));
  const { totals, requests } = watch.report();
  expect(requests).toBe(2);
  expect(totals).toMatchObject({ fail: 0, warn: 0 });
  expect(totals.pass).toBeGreaterThan(8);
});
