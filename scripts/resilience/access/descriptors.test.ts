import { connect, type Socket } from 'node:net';
import { afterAll, expect, it } from 'vitest';
import { temporaryFolder } from '../../../simulator/store/testing/temporary-folder.ts';
import { ask, Connections, must } from '../testing/connection.ts';
import { startProcess } from '../testing/restartable-sandbox.ts';

const folder = await temporaryFolder();
afterAll(() => folder.remove());

/** A connection that says nothing; resolves when it stands, or was turned away. */
const idle = (port: number): Promise<Socket> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    for (const event of ['connect', 'error', 'close']) socket.on(event, () => resolve(socket));
  });

it('idle connections beyond the table of descriptors end nothing, and whoever is connected can go on writing', {
  timeout: 120_000,
}, async () => {
  const sandbox = await startProcess(['--data', folder.path, '--users', '9'], {}, 400);
  // One connection for all requests, open before there is a shortage.
  const connections = new Connections(sandbox.url, { most: 1 });
  const { call } = connections;
  const { users } = await must(call, 'listUsers');
  const { port } = new URL(sandbox.url);
  let isFlooded = false;
  const flood = Promise.all(Array.from({ length: 500 }, () => idle(Number(port))));
  void flood.then(() => {
    isFlooded = true;
  });
  const statuses: number[] = [];
  for (let turn = 0, left = 20; left > 0; turn += 1) {
    if (isFlooded) left -= 1;
    const path = { user_id: users[turn % users.length]!.user_id };
    const body = { surname: `Reed ${turn}` };
    statuses.push((await call(ask('updateUser', { path, body }))).status);
    statuses.push((await call(ask('getOnsExpenditure', { path }))).status);
  }
  for (const socket of await flood) socket.destroy();
  connections.close();
  expect([...new Set(statuses)].filter((status) => status !== 200 && status !== 404)).toEqual([]);
  expect(sandbox.crashed()).toBe(false);
  expect(await sandbox.stop()).toBe(0);
});
