import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it, onTestFinished } from 'vitest';
import { createSandbox } from '../../simulator/sandbox.ts';
import { postgresDatabase } from '../../simulator/store/testing/postgres-place.ts';
import { freePort } from '../../spec/free-port.ts';
import { command } from './doctor.ts';

afterEach(() => {
  process.exitCode = 0;
});

async function findings(...args: string[]): Promise<Record<string, [isWell: boolean, found: string]>> {
  let printed = '';
  const run = command((text) => {
    printed += text;
  });
  await run.parseAsync(['--json', ...args], { from: 'user' });
  const listed: { what: string; is_well: boolean; found: string }[] = JSON.parse(printed);
  return Object.fromEntries(listed.map(({ what, is_well, found }) => [what, [is_well, found]]));
}

it('finds all well on this machine, and names the sandbox and the database that run', async () => {
  const sandbox = await createSandbox();
  onTestFinished(() => sandbox.close());
  const database = await postgresDatabase();
  onTestFinished(() => database.remove());
  const found = await findings('--port', new URL(sandbox.url).port, '--store', database.url);
  expect(found).toMatchObject({
    Node: [true, expect.stringMatching(/^v\d+/)],
    port: [true, expect.stringMatching(/^Payrig \d.* runs on \d+; its clock says 2/)],
    clock: [true, expect.stringMatching(/Z, time zone /)],
    // A server for tests may have fsync off, which is amiss anywhere else.
    database: [
      !found['database']?.[1].includes('Without fsync'),
      expect.stringMatching(/^PostgreSQL \d+.*fsync o\w+, synchronous_commit \w+, max_connections \d+/),
    ],
    disk: [true, expect.stringMatching(/GB free/)],
    browser: [true, expect.any(String)],
  });
  expect(process.exitCode ?? 0).toBe(found['database']?.[0] ? 0 : 1);
});

it('names another program on the port, a database that does not answer and a folder that is not there yet', async () => {
  const other = createServer((_, response) => response.end('hello')).listen(0, '127.0.0.1');
  onTestFinished(() => void other.close());
  await new Promise((resolve) => other.once('listening', resolve));
  const { port } = other.address() as AddressInfo;
  const away = `postgres://127.0.0.1:${await freePort()}/none`;
  const found = await findings('--port', String(port), '--store', away, '--data', 'not/there/yet');
  expect(found['port']).toEqual([false, expect.stringMatching(/Another program has port/)]);
  expect(found['database']).toEqual([false, expect.stringMatching(/ECONNREFUSED/)]);
  expect(found['disk']).toEqual([true, expect.stringMatching(/free for not\/there\/yet/)]);
  expect(process.exitCode).toBe(1);
  expect((await findings('--port', String(await freePort())))['port']).toEqual([
    true,
    expect.stringMatching(/is free/),
  ]);
});
