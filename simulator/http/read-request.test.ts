import { once } from 'node:events';
import { request as requestTo } from 'node:http';
import { json } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import express from 'express';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createSandbox, type Sandbox } from '../sandbox.ts';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await createSandbox({ users: 1 });
});
afterAll(() => sandbox.close());

async function sent(
  method: string,
  path: string,
  body: string | Buffer,
  headers: Record<string, string> = {},
) {
  const response = await fetch(sandbox.url + path, {
    method,
    body: body as BodyInit,
    headers: { 'X-API-KEY': sandbox.apiKey, 'Content-Type': 'application/json', ...headers },
  });
  return [response.status, ((await response.json()) as { errors: string[] }).errors];
}

describe('a body beyond a bound is refused with the bound', () => {
  const gzip = { 'Content-Encoding': 'gzip' };
  const deep = '['.repeat(100_000) + ']'.repeat(100_000);
  it.each([
    [
      'a small snapshot that inflates without end',
      'PUT',
      '/_sandbox/snapshot',
      gzipSync(Buffer.alloc(17 << 20, ' ')),
      gzip,
      413,
      'The body is larger than 16mb',
    ],
    [
      'a snapshot of very many values',
      'PUT',
      '/_sandbox/snapshot',
      `[${'0,'.repeat(2_000_001)}0]`,
      {},
      413,
      'The body is larger than 2000000 values',
    ],
    [
      'a deep snapshot',
      'PUT',
      '/_sandbox/snapshot',
      deep,
      {},
      400,
      'The body is nested more than 50 levels deep',
    ],
    [
      'a deep scenario',
      'POST',
      '/_sandbox/scenarios',
      '['.repeat(30_000) + ']'.repeat(30_000),
      {},
      400,
      'The body is nested more than 50 levels deep',
    ],
    [
      'a deep scenario in YAML',
      'POST',
      '/_sandbox/scenarios',
      '- '.repeat(30_000),
      { 'Content-Type': 'application/yaml' },
      400,
      'a scenario is nested at most 50 levels deep, and this is deeper',
    ],
    [
      'a scenario of many bytes',
      'POST',
      '/_sandbox/scenarios',
      `"${'a'.repeat(65_536)}"`,
      {},
      413,
      'The body is larger than 64kb',
    ],
    [
      'a scenario of many values',
      'POST',
      '/_sandbox/scenarios/check',
      `{"jobs": [${'0,'.repeat(2001)}0]}`,
      {},
      400,
      'a scenario has at most 2000 values, and this has more',
    ],
    [
      'a deep body of the service',
      'PATCH',
      '/configuration',
      deep,
      {},
      400,
      'The body is nested more than 50 levels deep',
    ],
  ] as const)('%s', async (_, method, path, body, headers, status, problem) => {
    expect(await sent(method, path, body, headers)).toEqual([status, [problem]]);
  });
});

describe('a body is read the same in each way that it can come', () => {
  type Bytes = Buffer<ArrayBuffer>;
  const named = (text: string): string => JSON.stringify({ client_display_name: text });
  const ways: Record<string, (body: Bytes) => { headers: Record<string, string | number>; sent: Bytes }> = {
    'with its length': (body) => ({ headers: { 'Content-Length': body.length }, sent: body }),
    'with its length and its charset': (body) => ({
      headers: { 'Content-Length': body.length, 'Content-Type': 'application/json; charset=utf-8' },
      sent: body,
    }),
    'in chunks': (body) => ({ headers: { 'Transfer-Encoding': 'chunked' }, sent: body }),
    compressed: (body) => {
      const sent = gzipSync(body);
      return { headers: { 'Content-Encoding': 'gzip', 'Content-Length': sent.length }, sent };
    },
  };
  /** Sends the body in two parts, the first of which ends within a character that has several bytes. */
  async function answerOf(body: Bytes, way: string, cut: number) {
    const { headers, sent: bytes } = ways[way]!(body);
    const request = requestTo(`${sandbox.url}/configuration`, {
      method: 'PATCH',
      headers: { 'X-API-KEY': sandbox.apiKey, 'Content-Type': 'application/json', ...headers },
    });
    const answered = once(request, 'response');
    await new Promise((resolve) => request.write(bytes.subarray(0, cut), resolve));
    request.end(bytes.subarray(cut));
    const [response] = await answered;
    return { status: response.statusCode, body: await json(response) };
  }
  it.each([
    ['a text beyond ASCII', Buffer.from(named('Zoë € 𝒳')), 200],
    ['a byte order mark', Buffer.from(`\uFEFF${named('Marked')}`), 200],
    ['bytes that are not UTF-8', Buffer.from(named('Zo\xeb'), 'latin1'), 200],
    ['blanks alone', Buffer.from('  \n'), 400],
    ['half a body', Buffer.from('{"client_display_name": "Zo'), 400],
    ['a number', Buffer.from('7'), 400],
    ['two marks', Buffer.from(`\uFEFF\uFEFF${named('Marked')}`), 400],
    ['more than a buffer holds', Buffer.from(named('é'.repeat(100_000))), 200],
  ] as const)('%s', async (_, body, status) => {
    const cut = body.findIndex((byte) => byte > 127) + 1 || 1;
    const first = await answerOf(body, 'with its length', cut);
    expect(first.status).toBe(status);
    for (const way of Object.keys(ways)) expect([way, await answerOf(body, way, cut)]).toEqual([way, first]);
  });

  it('or was read by what a caller put in front of the sandbox', async () => {
    const fronted = await createSandbox({ users: 1, wrap: { app: express.json() } });
    const response = await fetch(`${fronted.url}/configuration`, {
      method: 'PATCH',
      headers: { 'X-API-KEY': fronted.apiKey, 'Content-Type': 'application/json' },
      body: named('Read before'),
    });
    expect(await response.json()).toMatchObject({ client_display_name: 'Read before' });
    await fronted.close();
  });

  /** What the journal says of a change whose caller leaves in the middle of the body. */
  async function cutOff(way: string) {
    const [method, path] = ['PATCH', '/configuration'];
    const { headers, sent: bytes } = ways[way]!(Buffer.from(named(`Cut off ${way}`)));
    const request = requestTo(sandbox.url + path, {
      method,
      headers: { 'X-API-KEY': sandbox.apiKey, 'Content-Type': 'application/json', ...headers },
    });
    request.on('error', () => {});
    const before = await latest();
    await new Promise((resolve) => request.write(bytes.subarray(0, 20), resolve));
    request.destroy();
    await vi.waitFor(async () => expect(await latest()).not.toEqual(before), { timeout: 10_000 });
    return latest();
  }
  async function latest() {
    const response = await fetch(`${sandbox.url}/_sandbox/requests?limit=1`, { headers: key() });
    return ((await response.json()) as { requests: object[] }).requests[0];
  }
  const key = () => ({ 'X-API-KEY': sandbox.apiKey });

  it.each(Object.keys(ways))('and one that is cut off changes nothing: %s', async (way) => {
    expect(await cutOff(way)).toMatchObject({ status: 400 });
    const response = await fetch(`${sandbox.url}/configuration`, { headers: key() });
    expect(await response.json()).not.toMatchObject({ client_display_name: `Cut off ${way}` });
  });

  it.each(Object.keys(ways))('and one whose caller leaves before it is read: %s', async (way) => {
    const faults = [{ operation: 'updateConfiguration', latency_ms: 300, times: 1 }];
    const headers = { ...key(), 'Content-Type': 'application/json' };
    const body = JSON.stringify({ faults });
    await fetch(`${sandbox.url}/_sandbox/faults`, { method: 'PUT', headers, body });
    expect(await cutOff(way)).toMatchObject({ status: 400 });
  });
});

describe('a query', () => {
  const listing = async (query: string, of: Sandbox = sandbox) => {
    const response = await fetch(`${of.url}${query}`, { headers: { 'X-API-KEY': of.apiKey } });
    // biome-ignore lint/suspicious/noExplicitAny: answers of several shapes
    return { status: response.status, body: (await response.json()) as any };
  };
  const oneUser = async () => (await listing('/users')).body.users[0].user_id;

  it.each(['1000000000000000', '9007199254740993', '99999999999999999999999'])(
    'with the offset %s gets an empty page',
    async (offset) => {
      for (const list of ['/users', `/bankstatements/${await oneUser()}`, `/taxauth/${await oneUser()}`]) {
        const { status, body } = await listing(`${list}?offset=${offset}`);
        expect([status, body.pagination?.count]).toEqual([200, 0]);
      }
    },
  );

  it('takes a plain date where bodies do', async () => {
    const { status } = await listing(`/bankstatements/${await oneUser()}?created_from=2026-01-01`);
    expect(status).toBe(200);
    const other = await createSandbox({
      users: 1,
      profile: { points: { 'users.date-only-timestamps': 'reject' } },
    });
    const refused = await listing(`/bankstatements/${await oneUser()}?created_from=2026-01-01`, other);
    await other.close();
    expect(refused.status).toBe(400);
  });

  it('with an unknown parameter is answered and noted in strict mode, or refused as the profile says', async () => {
    const strict = await createSandbox({ users: 1, strict: true });
    const { status } = await listing('/users?LIMIT=1', strict);
    const { requests } = (await listing('/_sandbox/requests', strict)).body;
    await strict.close();
    expect(status).toBe(200);
    expect(requests[0].violations).toEqual(['Query parameter [LIMIT] is not known']);
    const closed = await createSandbox({
      users: 1,
      strict: true,
      profile: { points: { 'requests.unknown-parameters': 'reject' } },
    });
    for (const path of ['/users', '/providers', '/configuration'])
      expect(await listing(`${path}?LIMIT=1`, closed)).toEqual({
        status: 400,
        body: { errors: ['Query parameter [LIMIT] is not known'] },
      });
    await closed.close();
  });
});
