import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { afterAll, describe, expect, it } from 'vitest';
import { createSandbox, type Sandbox } from '../sandbox.ts';
import type { SandboxOptions } from './options.ts';

const open: Sandbox[] = [];
afterAll(async () => {
  for (const sandbox of open) await sandbox.close();
});

async function sandboxWith(options: SandboxOptions = {}): Promise<Sandbox> {
  const sandbox = await createSandbox({ users: 1, ...options });
  open.push(sandbox);
  return sandbox;
}

type RawAnswer = { status: number; headers: IncomingHttpHeaders; body: { errors?: string[] } };

/** A request with headers that fetch would not send. */
function ask(
  sandbox: Sandbox,
  method: string,
  path: string,
  headers: Record<string, string>,
): Promise<RawAnswer> {
  const { port } = new URL(sandbox.url);
  return new Promise((resolve, reject) => {
    const sent = httpRequest({ port, method, path, host: '127.0.0.1' }, async (response) => {
      let text = '';
      for await (const chunk of response) text += chunk;
      const { statusCode: status = 0, headers } = response;
      resolve({ status, headers, body: text.startsWith('{') ? JSON.parse(text) : {} });
    });
    for (const [name, value] of Object.entries({ 'x-api-key': sandbox.apiKey, ...headers }))
      sent.setHeader(name, value);
    sent.on('error', reject).end();
  });
}

const status = async (sandbox: Sandbox, headers: Record<string, string>, path = '/users') =>
  (await ask(sandbox, 'GET', path, headers)).status;

describe('a web page that makes its own name lead to the sandbox', async () => {
  const sandbox = await sandboxWith();
  const places = [
    ['GET', '/users'],
    ['POST', '/_sandbox/reset'],
    ['GET', '/_sandbox/health'],
    ['GET', '/docs'],
    ['GET', '/openapi.json'],
    ['PUT', '/_storage/sandbox/5f0c2a9e-8f43-4b0e-9d5a-6d1d1c7b2f30'],
    ['GET', '/nowhere'],
  ] as const;

  it.each(places)('gets no header at %s %s that lets it read the answer', async (method, path) => {
    const asked = { 'Access-Control-Request-Method': method, 'Access-Control-Request-Headers': 'x-api-key' };
    for (const Origin of ['http://evil.example', sandbox.url])
      for (const { headers } of [
        await ask(sandbox, 'OPTIONS', path, { Origin, ...asked }),
        await ask(sandbox, method, path, { Origin }),
      ])
        expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
  });

  it.each(places)('is refused at %s %s by its host, and by its origin', async (method, path) => {
    const strange: Record<string, string>[] = [
      { Host: 'evil.example' },
      { Host: 'evil.example:4010' },
      { Host: '127.0.0.1.evil.example' },
      { Host: 'localhost.evil.example' },
      { Host: '203.0.113.7' },
      { Host: 'localhost@evil.example' },
      { Origin: 'http://evil.example' },
      { Origin: 'http://localhost.evil.example' },
      { Origin: 'null' },
    ];
    for (const headers of strange) {
      const { status, body } = await ask(sandbox, method, path, headers);
      expect([status, body], JSON.stringify(headers)).toEqual([
        403,
        { errors: [expect.stringContaining('is not allowed')] },
      ]);
    }
  });

  it('changes nothing', async () => {
    const users = async () => (await ask(sandbox, 'GET', '/users', {})).body as { users?: object[] };
    const { users: before } = await users();
    await ask(sandbox, 'DELETE', `/users/${(before as { user_id: string }[])[0]?.user_id}`, {
      Origin: 'http://evil.example',
    });
    expect((await users()).users).toEqual(before);
  });
});

describe('a sandbox answers', async () => {
  it('to the names of this machine, and to pages that it serves', async () => {
    const sandbox = await sandboxWith();
    for (const host of [
      'localhost',
      'LOCALHOST:4010',
      'localhost.',
      'app.localhost',
      '127.0.0.1',
      '127.1.2.3:80',
      '[::1]:4010',
    ])
      expect(await status(sandbox, { Host: host }), host).toBe(200);
    for (const origin of ['http://localhost:3000', 'https://127.0.0.1', 'http://[::1]:8080'])
      expect(await status(sandbox, { Origin: origin }), origin).toBe(200);
  });

  it('to the names that it was given, and to no others', async () => {
    const sandbox = await sandboxWith({
      allowedHosts: ['payrig', '.team.example'],
      publicUrl: 'https://pay.example',
    });
    for (const host of ['payrig:4010', 'Payrig', 'a.team.example', 'b.a.team.example', 'pay.example'])
      expect(await status(sandbox, { Host: host }), host).toBe(200);
    for (const host of ['payrig.example', 'team.example', 'xteam.example', 'a.pay.example'])
      expect(await status(sandbox, { Host: host }), host).toBe(403);
    expect(await status(await sandboxWith({ allowedHosts: ['*'] }), { Host: 'anything.example' })).toBe(200);
  });

  it('beyond loopback to its addresses too, which no name server can turn', async () => {
    const sandbox = await sandboxWith({ host: '0.0.0.0', sandboxKey: 'the-door-key' });
    expect(await status(sandbox, { Host: '192.0.2.1:4010' })).toBe(200);
    expect(await status(sandbox, { Host: 'evil.example' })).toBe(403);
  });
});
