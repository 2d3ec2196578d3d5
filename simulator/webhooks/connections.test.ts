import { afterEach, expect, test } from 'vitest';
import { type Connection, Connections } from './connections.ts';
import { type Receiver, startReceiver } from './testing/receiver.ts';

const connections = new Connections();
const receivers: Receiver[] = [];
afterEach(async () => {
  for (const { close } of receivers.splice(0)) await close();
});

async function receiver(...given: Parameters<typeof startReceiver>): Promise<string> {
  const started = await startReceiver(...given);
  receivers.push(started);
  return new URL(started.url).origin;
}

/** A request over a connection, which is then given back. */
async function use(connection: Connection): Promise<void> {
  const { body } = await connection.client.request({ method: 'POST', path: '/', body: '{}' });
  await body.dump();
  connection.answers += 1;
  connections.giveBack(connection);
}

test('a connection is handed out again, and to one at a time', async () => {
  const origin = await receiver();
  const first = await connections.take(origin);
  await use(first);
  expect(await connections.take(origin)).toBe(first);
  expect(first.answers).toBe(1);
  const second = await connections.take(origin);
  expect(second).not.toBe(first);
  connections.drop(first);
  connections.drop(second);
});

test('receivers that come and go leave nothing behind', async () => {
  const before = connections.count;
  for (let time = 0; time < 20; time += 1) {
    await use(await connections.take(await receiver()));
    const gone = receivers.pop() as Receiver;
    await gone.close();
  }
  await expect.poll(() => connections.count).toBe(before);
});

test('one that the receiver closes with its answer is not kept', async () => {
  const origin = await receiver((_, response) => response.writeHead(204, { connection: 'close' }).end());
  const first = await connections.take(origin);
  await use(first);
  await expect.poll(() => connections.count).toBe(0);
  expect(await connections.take(origin)).not.toBe(first);
});

test('what is opened after the end is closed at once', async () => {
  const ended = new Connections();
  ended.close();
  const { client } = await ended.open('http://127.0.0.1:1');
  expect([client.destroyed, ended.count]).toEqual([true, 0]);
});
