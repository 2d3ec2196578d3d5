import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { arranging } from '../arrangement/testing/arranging.ts';
import { createHttpTransport } from './http-transport.ts';
import { isTarget, type TargetRuleOptions, targetRules } from './target-rules.ts';

const problem = (url: string, options: TargetRuleOptions = {}) => targetRules(options).problemOf(url);

describe('the URL of a receiver', () => {
  it.each([
    'https://a.test/hook',
    'http://127.0.0.1:8080/',
    'http://[::1]/x',
    'http://localhost',
    'https://10.0.0.1',
  ])('may be %s', (url) => expect(problem(url)).toBeUndefined());

  it.each([
    'http://a.test:99999',
    'http:///x',
    'http:/a.test',
    'http:a.test',
    'http://?x',
    'ftp://a.test',
    'a.test',
    '',
    'http://a.test:0',
    'http://[::1',
    'http://a b/',
  ])('may not be %j', (url) => expect(problem(url)).toMatch(/^must/));

  // What the clouds document. Each stands here by itself, so that the list of the source is no judge of its own.
  const ipv4 = [
    ...['169.254.169.254', '169.254.170.2', '169.254.170.23', '169.254.169.253', '169.254.169.123'],
    ...['169.254.42.42', '169.254.0.23', '168.63.129.16', '100.100.100.200', '192.0.0.192'],
  ];
  const ipv6 = [
    ...['fd00:ec2::254', 'fd00:ec2::253', 'fd00:ec2::123', 'fd00:ec2::23', 'fd20:ce::254', 'fe80::a9fe:a9fe'],
    ...['fd00:c1::a9fe:a9fe', 'fd00:42::42', 'fd00:a9fe:a9fe::1', 'fd00:100::100:200'],
  ];
  const names = ['metadata.google.internal', 'metadata.goog', 'metadata.tencentyun.com'];
  const equinix = ['metadata.packet.net', 'metadata.platformequinix.com'];

  const formsOf = (address: string): string[] => {
    const parts = address.split('.').map(Number);
    const [a = 0, b = 0, c = 0, d = 0] = parts;
    const hex = `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
    return [
      address,
      `${address}.`,
      String(((a * 256 + b) * 256 + c) * 256 + d),
      parts.map((part) => `0x${part.toString(16)}`).join('.'),
      parts.map((part) => `0${part.toString(8)}`).join('.'),
      `${a}.${b}.${c * 256 + d}`,
      ...['::ffff:', '::ffff:0:', '::', '64:ff9b::', '64:ff9b:1::'].map((prefix) => `[${prefix}${address}]`),
      `[2002:${hex}::1]`,
    ];
  };

  it.each([
    ...ipv4.flatMap(formsOf),
    ...ipv6.map((address) => `[${address}]`),
    ...[...names, ...equinix].flatMap((name) => [name, `${name.toUpperCase()}.`]),
  ])('may not lead to what a cloud reserves: %s', (host) => {
    expect(problem(`http://${host}/latest/meta-data`)).toMatch(/may not call/);
  });

  it.each(['http://[64:ff9b::8.8.8.8]/', 'http://[2002:808:808::1]/', 'http://168.63.129.17/'])(
    'may be beside them: %s',
    (url) => expect(problem(url)).toBeUndefined(),
  );
});

describe('rules', () => {
  it('deny names and blocks, and what they deny goes before what they allow', () => {
    const rules = {
      webhookDeny: ['.corp.example', '10.0.0.0/8', '::1'],
      webhookAllow: ['10.1.0.0/16', 'a.test'],
    };
    for (const url of ['http://x.corp.example', 'http://10.1.2.3', 'http://[::1]/', 'http://10.2.3.4'])
      expect(problem(url, rules), url).toMatch(/may not call/);
    expect(problem('http://a.test', rules)).toBeUndefined();
  });

  it.each([
    'http://0.0.0.0:8080',
    'http://0/',
    'http://[::ffff:0.0.0.0]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::]/',
  ])('take the address of no machine for that of this one: %s', (url) => {
    expect(problem(url, { webhookDeny: ['127.0.0.0/8', '::1'] })).toMatch(/may not call/);
    expect(problem(url, { webhookAllow: ['127.0.0.1', '::1'] })).toBeUndefined();
    expect(problem(url, { webhookAllow: ['192.0.2.0/24'] })).toMatch(/may not call/);
  });

  it('that allow some leave out all others, and can allow what is denied by default', () => {
    const rules = { webhookAllow: ['192.0.2.0/24', '169.254.7.7', 'metadata.goog'] };
    expect(problem('http://192.0.2.9', rules)).toBeUndefined();
    expect(problem('http://169.254.7.7', rules)).toBeUndefined();
    expect(problem('http://metadata.goog', rules)).toBeUndefined();
    expect(problem('http://127.0.0.1', rules)).toMatch(/may not call/);
    expect(problem('http://169.254.7.8', rules)).toMatch(/may not call/);
  });

  it.each(['a.test', '.a.test', '10.0.0.1', '10.0.0.0/8', '::/0', 'fe80::1'])('can be %s', (text) =>
    expect(isTarget(text)).toBe(true),
  );

  it.each(['', '10.0.0.0/33', '::/129', '10.0.0.0/x', 'a/8', 'a b', '10.0.0.0/8/8', 'http://a.test'])(
    'cannot be %j',
    (text) => {
      expect(isTarget(text)).toBe(false);
      expect(() => targetRules({ webhookDeny: [text] })).toThrow('is not a host name');
    },
  );
});

describe('a connection', () => {
  let reached = 0;
  const server = createServer((_request, response) => {
    reached += 1;
    response.writeHead(204).end();
  });
  let port = 0;
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    port = (server.address() as AddressInfo).port;
  });
  afterAll(() => server.close());

  /** `localhost` is a name that really is looked up. */
  const call = async (options: TargetRuleOptions, redirects: 'refuse' | 'follow' = 'refuse', path = '') => {
    const transport = createHttpTransport(targetRules(options));
    const outcome = await transport({
      url: `http://localhost:${port}/${path}`,
      headers: {},
      body: '{}',
      timeoutMs: 10_000,
      redirects,
    });
    transport.close();
    return outcome;
  };

  it('goes to an address of the name that was judged', async () => {
    expect(await call({})).toEqual({ status: 204 });
    expect(await call({ webhookAllow: ['127.0.0.0/8'] })).toEqual({ status: 204 });
    expect(await call({ webhookAllow: ['localhost'] })).toEqual({ status: 204 });
  });

  it.each<TargetRuleOptions>([
    { webhookDeny: ['127.0.0.0/8', '::1'] },
    { webhookAllow: ['192.0.2.0/24'] },
    { webhookAllow: ['localhost'], webhookDeny: ['127.0.0.0/8', '::1'] },
  ])('to a name whose addresses are all denied is never made: %j', async (rules) => {
    const before = reached;
    expect(await call(rules)).toEqual({ error: 'the sandbox may not call this address' });
    expect(reached).toBe(before);
  });

  it('is not made where a redirect leads to a denied address', async () => {
    const mover = createServer((_request, response) =>
      response.writeHead(307, { location: 'http://169.254.169.254/' }).end(),
    );
    await new Promise<void>((resolve) => mover.listen(0, '127.0.0.1', resolve));
    const transport = createHttpTransport();
    const url = `http://127.0.0.1:${(mover.address() as AddressInfo).port}/`;
    const outcome = await transport({ url, headers: {}, body: '{}', timeoutMs: 10_000, redirects: 'follow' });
    transport.close();
    mover.close();
    expect(outcome).toEqual({ error: expect.stringContaining('169.254.169.254') });
  });
});

describe('a subscription', () => {
  it('to what cannot be called is refused, says why, and is not kept', async () => {
    const at = await arranging({ webhookDeny: ['blocked.test'] });
    const create = (url: string) =>
      at.call('POST', '/webhooks', { name: 'a', events: ['user-payroll-submitted'], url });
    for (const url of [
      'http://a.test:99999/x',
      'http:///x',
      'http://169.254.169.254/',
      'https://blocked.test/',
    ]) {
      const { status, body } = await create(url);
      expect([status, body.errors], url).toEqual([400, [expect.stringMatching(/^Field \[url\] /)]]);
    }
    expect((await at.call('GET', '/webhooks')).body.webhooks).toEqual([]);
    expect((await create('http://127.0.0.1:1/x')).status).toBe(201);
    await at.close();
  });
});
