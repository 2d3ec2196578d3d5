import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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
