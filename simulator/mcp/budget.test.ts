import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { few, sample } from '../../spec/testing/test-run.ts';
import { createSandbox, type Sandbox } from '../sandbox.ts';
import { tools } from './schemas.ts';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await createSandbox({ users: 4 });
});
afterAll(() => sandbox.close());

type Message = { method: string; params?: object };

const call = (name: string, input: object = {}): Message => ({
  method: 'tools/call',
  params: { name, arguments: input },
});
const manyWords = Array.from({ length: 120 }, (_, at) => `w${at}`).join(' ');

/**
 * Every method of the protocol, prompt, tool and resource that there is, of which `npm test` draws five tools of one operation
 * and two resources; tools that start a process have quotas of their own.
 */
const places: Readonly<Record<string, Message>> = Object.fromEntries(
  [
    ...['tools/list', 'resources/list', 'resources/templates/list', 'prompts/list'].map((method) => ({
      method,
    })),
    ...sample(Object.keys(tools.operations), 5).map((name) => call(name)),
    ...['call_operation', 'take_snapshot', 'restore_snapshot'].map((name) => call(name, { name: 'a' })),
    call('call_operation', { operation: 'listUsers' }),
    call('explain', { id: manyWords }),
    call('search_docs', { query: manyWords }),
    ...sample(Object.keys(tools.resources), 2).map((name) => ({
      method: 'resources/read',
      params: { uri: `payrig://${name}` },
    })),
    { method: 'resources/read', params: { uri: 'payrig://docs/overview.md' } },
    { method: 'resources/read', params: { uri: 'payrig://operations/listUsers' } },
    ...Object.entries(tools.prompts).map(([name, { argument }]) => ({
      method: 'prompts/get',
      params: { name, arguments: argument === undefined ? {} : { [argument]: manyWords } },
    })),
    {
      method: 'completion/complete',
      params: {
        ref: { type: 'ref/resource', uri: 'payrig://docs/{+id}' },
        argument: { name: 'id', value: '' },
      },
    },
  ].map((message) => [JSON.stringify(message).slice(0, 70), message]),
);

const post = (messages: readonly Message[], key = sandbox.apiKey) =>
  fetch(`${sandbox.url}/mcp`, {
    method: 'POST',
    headers: {
      'X-API-KEY': key,
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify(messages.map((message, id) => ({ jsonrpc: '2.0', id, ...message }))),
  });

const ownMs = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

/** The longest that this thread computed without a pause, in milliseconds of processor time. */
async function busyDuring(work: () => Promise<unknown>): Promise<number> {
  let before = ownMs();
  let busy = 0;
  const look = (): void => {
    busy = Math.max(busy, ownMs() - before);
    before = ownMs();
  };
  const timer = setInterval(look, 1);
  await work();
  look();
  clearInterval(timer);
  return busy;
}

const texts = async (response: Response): Promise<string> => `${response.status} ${await response.text()}`;

it.each(Object.entries(places))('no batch of one request holds the loop: %s', async (_, message) => {
  // What is compiled or loaded with the first use is not the batch's.
  await texts(await post([message]));
  // The library takes a hundred at most.
  const many = Array.from({ length: 99 }, () => message);
  for (const batch of [Array.from({ length: 10 }, () => message), many]) {
    let answer = '';
    const busy = await busyDuring(async () => {
      answer = await texts(await post(batch));
    });
    expect(busy, `${batch.length} messages`).toBeLessThan(250);
    expect(answer.slice(0, 3)).toBe(batch.length <= 10 ? '200' : '400');
  }
});

it('what agents keep of a client goes with the client', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const heap = async (): Promise<number> => {
    for (let round = 0; round < 3; round++) {
      collect();
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    return process.memoryUsage().heapUsed;
  };
  const own = (path: string, method: string) =>
    fetch(`${sandbox.url}/_sandbox/clients${path}`, { method, headers: { 'X-API-KEY': sandbox.apiKey } });
  const round = async (): Promise<void> => {
    const made = (await (await own('', 'POST')).json()) as { client_id: string; api_key: string };
    const term = { authorisation_text: 'x'.repeat(50_000) };
    for (let count = 0; count < 10; count++)
      await texts(
        await post([call('call_operation', { operation: 'createTerm', body: term })], made.api_key),
      );
    for (const name of ['a', 'b', 'c', 'd', 'e'])
      expect(await texts(await post([call('take_snapshot', { name })], made.api_key))).toContain(
        'is kept as',
      );
    expect((await own(`/${made.client_id}`, 'DELETE')).status).toBe(204);
  };
  await round();
  const before = await heap();
  const rounds = few(4, 8);
  for (let count = 0; count < rounds; count++) await round();
  const grown = (await heap()) - before;
  // Five snapshots of such a client take two megabytes and a half.
  expect(grown / rounds / 1024).toBeLessThan(800);
}, 60_000);
