import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSandbox, type Sandbox } from '../sandbox.ts';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await createSandbox({ users: 60 });
});
afterAll(() => sandbox.close());

const pageAt = (offset: number, ...headers: string[]): string =>
  [
    `GET /users?offset=${offset}&limit=1 HTTP/1.1`,
    'Host: localhost',
    'X-API-KEY: sandbox-key',
    ...headers,
    '',
    '',
  ].join('\r\n');

/** A connection over which these bytes go as soon as it stands; what comes back until it closes. */
function exchange(bytes: string): { socket: Socket; text: Promise<string> } {
  const { hostname, port } = new URL(sandbox.url);
  const socket = connect(Number(port), hostname, () => socket.write(bytes));
  let text = '';
  socket.setEncoding('utf8').on('data', (more) => {
    text += more;
  });
  socket.on('error', () => {});
  return { socket, text: new Promise((resolve) => socket.on('close', () => resolve(text))) };
}

const offsetsIn = (text: string): number[] =>
  [...text.matchAll(/"offset":(\d+)/g)].map(([, offset]) => Number(offset));

describe('answers', () => {
  it('reach each its own connection, whichever caller has hung up meanwhile', async () => {
    const offsets = Array.from({ length: 40 }, (_, at) => at + 1);
    const calls = offsets.map((offset) => exchange(pageAt(offset, 'Connection: close')));
    for (const [at, { socket }] of calls.entries())
      if (at % 4 === 0) socket.once('connect', () => socket.resetAndDestroy());
    const texts = await Promise.all(calls.map(({ text }) => text));
    const answered = texts.filter((_, at) => at % 4 !== 0);
    expect(answered.map(offsetsIn)).toEqual(
      offsets.filter((_, at) => at % 4 !== 0).map((offset) => [offset]),
    );
    const ids = answered.map((text) => /\r\nX-Request-Id: (\S+)/.exec(text)?.[1]);
    expect(new Set(ids).size).toBe(answered.length);
  });

  it('keep their order on one connection', async () => {
    const requests = [pageAt(3), pageAt(1), pageAt(2, 'Connection: close')];
    const { text } = exchange(requests.join(''));
    expect(offsetsIn(await text)).toEqual([3, 1, 2]);
  });

  it('have the length of their bytes, whatever the letters', async () => {
    const headers = { 'X-API-KEY': 'sandbox-key', 'Content-Type': 'application/json' };
    const { users } = await (await fetch(`${sandbox.url}/users?limit=1`, { headers })).json();
    for (const forename of ['Zoe', 'Zoë', '佐江', '💷']) {
      const answer = await fetch(`${sandbox.url}/users/${users[0].user_id}`, {
        method: 'PATCH',
        headers,
        body: JSON.stringify({ forename }),
      });
      const bytes = Buffer.from(await answer.arrayBuffer());
      expect(Number(answer.headers.get('content-length'))).toBe(bytes.length);
      expect(JSON.parse(bytes.toString())).toMatchObject({ forename });
    }
  });

  it('with an invalid status cost their own request alone', async () => {
    const errors: unknown[] = [];
    const broken = await createSandbox({
      users: 1,
      log: { error: (error) => errors.push(error) },
      wrap: {
        operations: (handlers) => ({
          ...handlers,
          getConfiguration: async (context) => ({
            ...(await handlers.getConfiguration(context)),
            status: 99,
          }),
        }),
      },
    });
    try {
      const get = (path: string) => fetch(broken.url + path, { headers: { 'x-api-key': broken.apiKey } });
      const [bad, good] = await Promise.all([get('/configuration'), get('/users')]);
      expect([bad.status, good.status]).toEqual([500, 200]);
      expect(await bad.json()).toEqual({ errors: [expect.any(String)] });
      expect(errors).toHaveLength(1);
    } finally {
      await broken.close();
    }
  });
});
