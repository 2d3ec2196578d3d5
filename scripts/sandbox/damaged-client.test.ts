import { mkdtempSync, readdirSync, rmSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { startProcess } from '../resilience/testing/restartable-sandbox.ts';

it('a damaged record of a client is reported by health in a sentence, and what it says to do works', {
  timeout: 60_000,
}, async () => {
  const data = mkdtempSync(join(tmpdir(), 'payrig-damaged-'));
  onTestFinished(() => rmSync(data, { recursive: true }));
  const start = async () => {
    const sandbox = await startProcess(['--data', data, '--users', '2', '--log-level', 'error']);
    onTestFinished(() => sandbox.kill());
    return sandbox;
  };
  const get = (url: string, path: string) =>
    fetch(`${url}${path}`, { headers: { 'X-API-KEY': 'sandbox-key' } });
  await (await start()).stop();
  const client = join(data, 'clients', 'sandbox');
  const file = join(client, readdirSync(client)[0]!, 'aggregates', 'client.json');
  truncateSync(file, 20);

  const damaged = await start();
  expect((await get(damaged.url, '/users')).status).toBe(500);
  const { problems } = (await (await get(damaged.url, '/_sandbox/health')).json()) as { problems: string[] };
  expect(problems).toEqual([expect.stringContaining(`${file} is damaged`)]);
  expect(problems[0]).toContain('put it back from a backup or delete it, and start again');
  await damaged.stop();

  rmSync(file);
  expect((await get((await start()).url, '/users')).status).toBe(200);
});
