import { connect, type Socket } from 'node:net';
import { afterAll, expect, it } from 'vitest';
import { temporaryFolder } from '../../store/testing/temporary-folder.ts';
import { startProcess } from '../sandbox-process.ts';

const folder = await temporaryFolder();
afterAll(() => folder.remove());

/** A connection that says nothing; resolves when it stands, or was turned away. */
const idle = (port: number): Promise<Socket> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    for (const event of ['connect', 'error', 'close']) socket.once(event, () => resolve(socket));
  });

it('idle connections beyond the table of descriptors end nothing and break nothing', {
  timeout: 120_000,
}, async () => {
  const sandbox = await startProcess(
    ['--data', folder.path, '--users', '3'],
    { PAYRIG_LOG_LEVEL: 'info' },
    400,
  );
  const headers = { 'x-api-key': 'sandbox-key', 'content-type': 'application/json' };
  const { users } = await (await fetch(`${sandbox.url}/users`, { headers })).json();
  const [changed, estimated] = users as { user_id: string }[];
  const patch = (surname: string) =>
    fetch(`${sandbox.url}/users/${changed?.user_id}`, {
      method: 'PATCH',
      headers,
      body: JSON.stringify({ surname }),
    });
  expect((await patch('Reed')).status).toBe(200);
  const sockets = await Promise.all(
    Array.from({ length: 500 }, () => idle(Number(new URL(sandbox.url).port))),
  );
  const turnedAway = await fetch(`${sandbox.url}/users`, {
    headers,
    signal: AbortSignal.timeout(10_000),
  }).then(
    ({ status }) => status,
    () => undefined,
  );
  expect(turnedAway ?? 200).toBe(200);
  for (const socket of sockets) socket.destroy();
  // Whoever was turned away tries again until the sandbox has noticed that the others are gone.
  for (;;) {
    const answer = await fetch(`${sandbox.url}/expenditure/${estimated?.user_id}/ons`, { headers }).catch(
      () => undefined,
    );
    if (answer === undefined) continue;
    expect([200, 404]).toContain(answer.status);
    break;
  }
  expect((await patch('Reid')).status).toBe(200);
  expect(sandbox.crashed()).toBe(false);
  expect(sandbox.output()).not.toContain('EMFILE');
  expect(await sandbox.stop()).toBe(0);
});
