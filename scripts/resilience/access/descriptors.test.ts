import { Agent, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterAll, expect, it } from 'vitest';
import { temporaryFolder } from '../../../simulator/store/testing/temporary-folder.ts';
import { startProcess } from '../testing/restartable-sandbox.ts';

const folder = await temporaryFolder();
afterAll(() => folder.remove());

/** A connection that says nothing; resolves when it stands, or was turned away. */
const idle = (port: number): Promise<Socket> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    for (const event of ['connect', 'error', 'close']) socket.on(event, () => resolve(socket));
  });

const headers = { 'x-api-key': 'sandbox-key', 'content-type': 'application/json' };
/** One connection for all requests, open before there is a shortage. */
const agent = new Agent({ keepAlive: true, maxSockets: 1 });

const send = (url: string, method = 'GET', body = ''): Promise<{ status: number; text: string }> =>
  new Promise((resolve, reject) => {
    const sent = request(url, { method, headers, agent }, async (response) => {
      let text = '';
      for await (const chunk of response) text += chunk;
      resolve({ status: response.statusCode ?? 0, text });
    });
    sent.on('error', reject).end(body);
  });

it('idle connections beyond the table of descriptors end nothing, and whoever is connected can go on writing', {
  timeout: 120_000,
}, async () => {
  const sandbox = await startProcess(['--data', folder.path, '--users', '9'], {}, 400);
  const { users } = JSON.parse((await send(`${sandbox.url}/users`)).text);
  const ids = (users as { user_id: string }[]).map(({ user_id }) => user_id);
  const { port } = new URL(sandbox.url);
  let isFlooded = false;
  const flood = Promise.all(Array.from({ length: 500 }, () => idle(Number(port))));
  void flood.then(() => {
    isFlooded = true;
  });
  const statuses: number[] = [];
  for (let turn = 0, left = 20; left > 0; turn += 1) {
    if (isFlooded) left -= 1;
    const userId = ids[turn % ids.length];
    const body = JSON.stringify({ surname: `Reed ${turn}` });
    statuses.push((await send(`${sandbox.url}/users/${userId}`, 'PATCH', body)).status);
    statuses.push((await send(`${sandbox.url}/expenditure/${userId}/ons`)).status);
  }
  for (const socket of await flood) socket.destroy();
  agent.destroy();
  expect([...new Set(statuses)].filter((status) => status !== 200 && status !== 404)).toEqual([]);
  expect(sandbox.crashed()).toBe(false);
  expect(await sandbox.stop()).toBe(0);
});
