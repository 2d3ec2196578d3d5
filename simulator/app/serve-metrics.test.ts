import parse, { type Sample } from 'parse-prometheus-text-format';
import { expect, it, onTestFinished } from 'vitest';
import { createSandbox, type Sandbox } from '../sandbox.ts';
import { memoryStore } from '../store/adapters/memory/memory-store.ts';
import type { Store, StoreHealth } from '../store/port.ts';

async function started(store: Store = memoryStore()): Promise<Sandbox> {
  const sandbox = await createSandbox({ users: 30, store });
  onTestFinished(() => sandbox.close());
  return sandbox;
}

/** The metrics of a sandbox, as a parser that others wrote reads them: samples by the name of their family. */
async function metricsOf({ url }: Sandbox, key = 'sandbox-key'): Promise<Map<string, Sample[]>> {
  const response = await fetch(`${url}/metrics`, { headers: { 'X-API-KEY': key } });
  expect(response.headers.get('content-type')).toContain('text/plain; version=0.0.4');
  // The parser keeps no labels of histograms, so it is given their series as such.
  const families = parse((await response.text()).replaceAll(/^# TYPE .* histogram$/gm, ''));
  const samples = new Map<string, Sample[]>();
  for (const { name, metrics } of families) samples.set(name, [...(samples.get(name) ?? []), ...metrics]);
  return samples;
}

it('metrics tell requests by operation and status, deliveries, work, users, the clock and the process', async () => {
  const sandbox = await started();
  const api = { headers: { 'X-API-KEY': sandbox.apiKey } };
  const page = async () => (await fetch(`${sandbox.url}/users?limit=1`, api)).json();
  for (let times = 0; times < 2; times += 1) await page();
  const { pagination } = (await page()) as { pagination: { total_count: number } };
  await (await fetch(`${sandbox.url}/users?limit=1`)).text();
  const metrics = await metricsOf(sandbox);
  const requests = 'http_server_request_duration_seconds';
  const counted = metrics.get(`${requests}_count`)?.map(({ labels, value }) => [labels, value]);
  expect(counted).toContainEqual([{ operation: 'listUsers', http_response_status_code: '200' }, '3']);
  expect(counted).toContainEqual([{ operation: 'listUsers', http_response_status_code: '401' }, '1']);
  const all = metrics.get(`${requests}_bucket`)?.filter(({ labels }) => labels?.le === '+Inf');
  expect(all?.map(({ value }) => value)).toEqual(counted?.map(([, value]) => value));
  const ofClient = (name: string) =>
    metrics.get(name)?.find(({ labels }) => labels?.client === 'sandbox')?.value;
  expect(ofClient('payrig_users')).toBe(String(pagination.total_count));
  const keyless = await metricsOf(sandbox, 'no key');
  const total = metrics.get('payrig_users')!.reduce((sum, { value }) => sum + Number(value), 0);
  expect(keyless.get('payrig_users')).toEqual([{ value: String(total) }]);
  expect([...keyless.values()].flat().filter(({ labels }) => labels?.client !== undefined)).toEqual([]);
  expect(Number(ofClient('payrig_clock_timestamp_seconds'))).toBeGreaterThan(1e9);
  expect(Number(ofClient('payrig_work_pending'))).toBeGreaterThanOrEqual(0);
  expect(metrics.get('payrig_store_up')?.[0]?.value).toBe('1');
  expect(metrics.get('payrig_build_info')?.[0]?.labels?.version).toMatch(/^\d/);
  expect(Number(metrics.get('process_resident_memory_bytes')?.[0]?.value)).toBeGreaterThan(1e6);
});

it('a sandbox is live, and ready only while its store can be written', async () => {
  let health: StoreHealth = { problems: [] };
  const sandbox = await started({ ...memoryStore(), health: async () => health });
  const statusOf = async (path: string) => (await fetch(sandbox.url + path)).status;
  expect(await statusOf('/_sandbox/ready')).toBe(200);
  health = { problems: ['The disk is full'], isAway: true };
  const refused = await fetch(`${sandbox.url}/_sandbox/ready`, { headers: { 'X-API-KEY': 'sandbox-key' } });
  expect([refused.status, await refused.json()]).toEqual([503, { errors: ['The disk is full'] }]);
  expect(await statusOf('/_sandbox/live')).toBe(200);
  expect((await metricsOf(sandbox)).get('payrig_store_up')?.[0]?.value).toBe('0');
  // A damaged file costs its user alone.
  health = { problems: ['ann.json is damaged'] };
  expect(await statusOf('/_sandbox/ready')).toBe(200);
});
