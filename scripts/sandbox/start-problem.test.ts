import { mkdtempSync, readdirSync, rmSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { startProcess } from '../../simulator/resilience/sandbox-process.ts';

it('a damaged record of a client is told in one sentence, and what it says to do works', {
  timeout: 60_000,
}, async () => {
  const data = mkdtempSync(join(tmpdir(), 'payrig-damaged-'));
  onTestFinished(() => rmSync(data, { recursive: true }));
  const flags = ['--data', data, '--users', '2', '--log-level', 'error'];
  const start = () => startProcess(flags);
  await (await start()).stop();
  const client = join(data, 'clients', 'sandbox');
  const file = join(client, readdirSync(client)[0]!, 'aggregates', 'client.json');
  truncateSync(file, 20);

  const said = await start().then(
    () => 'it started',
    (error: Error) => error.message,
  );
  expect(said).toContain(`${file} is damaged`);
  expect(said).toContain('Put it back from a backup, or delete it');
  expect(said).not.toMatch(/\n\s+at /);

  rmSync(file);
  const sandbox = await start();
  onTestFinished(() => sandbox.kill());
  const headers = { 'X-API-KEY': 'sandbox-key' };
  expect((await fetch(`${sandbox.url}/users`, { headers })).status).toBe(200);
});
