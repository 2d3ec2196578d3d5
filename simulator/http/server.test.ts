import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSandbox, type Sandbox } from '../sandbox.ts';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await createSandbox({ users: 1 });
});
afterAll(() => sandbox.close());

/** Sends bytes as they are; all that comes back until the sandbox closes the connection. */
function exchange(bytes: string): Promise<string> {
  const { hostname, port } = new URL(sandbox.url);
  return new Promise((resolve, reject) => {
    let text = '';
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    socket.setEncoding('utf8').on('data', (more) => {
      text += more;
    });
    socket.on('error', reject).on('close', () => resolve(text));
  });
}

const request = (target: string, ...headers: string[]): string =>
  [`GET ${target} HTTP/1.1`, 'Connection: close', 'X-API-KEY: sandbox-key', ...headers, '', ''].join('\r\n');

describe('what comes in before there is a request', () => {
  it.each([
    ['no HTTP', 'hello\r\n\r\n', 400],
    ['headers without an end', `GET /users HTTP/1.1\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`, 431],
    ['a request without a host', request('/users'), 400],
    ['an unknown expectation', request('/users', 'Host: localhost', 'Expect: wonders'), 417],
    ['an address that is not valid', request('http://[/_storage/x', 'Host: localhost'), 404],
  ])('is refused in the error shape: %s', async (_, bytes, status) => {
    const answer = await exchange(bytes);
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(answer).toMatch(/\r\nContent-Type: application\/json/);
    const [, body = ''] = answer.split('\r\n\r\n');
    expect(JSON.parse(body)).toEqual({ errors: [expect.any(String)] });
  });

  it('may name the whole address, as to a proxy', async () => {
    expect(await exchange(request(`${sandbox.url}/users?limit=1`, 'Host: localhost'))).toMatch(
      /^HTTP\/1.1 200 /,
    );
  });
});

it('a sandbox closes at once, though a connection was opened and never used', async () => {
  const own = await createSandbox({ users: 1 });
  const { hostname, port } = new URL(own.url);
  const socket = connect(Number(port), hostname);
  const ended = once(socket, 'close');
  // The connection has been accepted once a request that was sent after it is answered.
  await fetch(`${own.url}/_sandbox/health`);
  const started = performance.now();
  await own.close();
  await ended;
  // After five seconds a sandbox cuts off whatever is left; a busy machine may take some of them.
  expect(performance.now() - started).toBeLessThan(4900);
});
