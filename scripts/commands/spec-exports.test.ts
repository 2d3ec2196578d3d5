import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bruToEnvJsonV2, bruToJsonV2 } from '@usebruno/lang';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import type { SandboxOptions } from '../../simulator/app/options.ts';
import { createSandbox, type Sandbox } from '../../simulator/sandbox.ts';
import { isProof } from '../../spec/testing/test-run.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const payrig = (...args: string[]) =>
  spawnSync(process.execPath, ['scripts/payrig.ts', ...args], { cwd: root, encoding: 'utf8' });

const folder = mkdtempSync(join(tmpdir(), 'payrig-exports-'));
const receiver = createServer((_request, response) => response.writeHead(204).end());
let receiverUrl = '';

beforeAll(async () => {
  for (const format of ['arazzo', 'bruno', 'asyncapi']) {
    const { status, stderr } = payrig('spec', '--format', format, '--out', join(folder, format));
    expect(status, stderr).toBe(0);
  }
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  receiverUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
});

afterAll(() => {
  receiver.close();
  rmSync(folder, { recursive: true, force: true });
});

async function withSandbox<T>(options: SandboxOptions, use: (sandbox: Sandbox) => Promise<T>): Promise<T> {
  const sandbox = await createSandbox(options);
  try {
    return await use(sandbox);
  } finally {
    await sandbox.close();
  }
}

/** Runs the journeys with a runner that others wrote. */
function respect(url: string): Promise<{ status: number | null; output: string }> {
  const inputs = {
    api_key: 'sandbox-key',
    colleague: 'zoe@example.test',
    subscription: 'journey',
    receiver: receiverUrl,
  };
  const args = [
    'respect',
    join(folder, 'arazzo/arazzo.yaml'),
    '--server',
    `service=${url},arrangement=${url}`,
  ];
  return run(join(root, 'node_modules/.bin/redocly'), [...args, '--input', JSON.stringify(inputs)]);
}

async function run(command: string, args: string[]): Promise<{ status: number | null; output: string }> {
  const { spawn } = await import('node:child_process');
  const child = spawn(command, args, {
    env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', NO_COLOR: '1' },
  });
  let output = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  child.stderr.on('data', (chunk) => (output += chunk));
  return new Promise((resolve) => child.on('close', (status) => resolve({ status, output })));
}

describe('the journeys as an Arazzo document', () => {
  test('keep to the standard', async () => {
    const { status, output } = await run(join(root, 'node_modules/.bin/redocly'), [
      'lint',
      join(folder, 'arazzo/arazzo.yaml'),
    ]);
    expect(status, output).toBe(0);
  });

  if (isProof)
    test('pass on the sandbox', async () => {
      const { status, output } = await withSandbox({}, ({ url }) => respect(url));
      expect(output).toMatch(/Workflows: 5 passed, 5 total/);
      expect(status).toBe(0);
    });

  test('fail where they must on a sandbox that goes on retrieving after a consent was taken back, and pass elsewhere', async () => {
    const forgetful: SandboxOptions = {
      wrap: {
        arrangement: (handlers) => ({
          ...handlers,
          revokeAuthorisation: async () => ({ status: 200, body: { message: 'done' } }),
        }),
      },
    };
    const { status, output } = await withSandbox(forgetful, ({ url }) => respect(url));
    expect(output).toMatch(/Workflow name: consent-revoked/);
    expect(output).toMatch(/Workflows: 4 passed, 1 failed, 5 total/);
    expect(status).toBe(1);
  });
});

type Request = {
  http: { method: string; url: string };
  headers?: { name: string; value: string }[];
  body?: { json?: string; text?: string };
  script?: { res?: string };
  tests?: string;
};

describe('the Bruno collection', () => {
  const read = (path: string): Request => bruToJsonV2(readFileSync(path, 'utf8')) as Request;
  const filesIn = (part: string): string[] =>
    readdirSync(join(folder, 'bruno', part), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.bru'))
      .sort()
      .map((name) => join(folder, 'bruno', part, name));

  test('has every operation, and is read by the parser of Bruno', () => {
    const operations = [...filesIn('operations'), ...filesIn('arrangement')].map(read);
    expect(operations.length).toBeGreaterThanOrEqual(43);
    for (const { http } of operations) expect(http.url).toMatch(/^\{\{base_url\}\}\//);
  });

  test('has journeys that run from top to bottom on the sandbox', async () => {
    const environment = bruToEnvJsonV2(
      readFileSync(join(folder, 'bruno/environments/sandbox.bru'), 'utf8'),
    ) as {
      variables: { name: string; value: string }[];
    };
    await withSandbox({}, async ({ url }) => {
      const variables = new Map(environment.variables.map(({ name, value }) => [name, value]));
      variables.set('base_url', url).set('receiver', receiverUrl);
      const fill = (text: string) =>
        text.replace(/\{\{([\w-]+)\}\}/g, (_, name) => variables.get(name) ?? `<${name}>`);
      for (const path of filesIn('journeys')) {
        const { http, headers = [], body, script, tests = '' } = read(path);
        const response = await fetch(fill(http.url), {
          method: http.method.toUpperCase(),
          headers: Object.fromEntries([
            ...(body?.json ? [['Content-Type', 'application/json']] : []),
            ...headers.map(({ name, value }) => [name, fill(value)]),
          ]),
          body: (body?.json ?? body?.text) ? fill(body.json ?? body.text ?? '') : undefined,
        });
        const wanted = Number(/to\.equal\((\d+)\)/.exec(tests)?.[1]);
        const text = await response.text();
        expect(response.status, `${path}: ${text}`).toBe(wanted);
        const answered = script?.res ? JSON.parse(text) : undefined;
        for (const [, name, place] of (script?.res ?? '').matchAll(/setVar\("(\w+)", res\.body\.(.+?)\);/g)) {
          const value = (place as string)
            .split(/[.[\]]+/)
            .filter(Boolean)
            .reduce((node, key) => node[key], answered);
          variables.set(name as string, String(value));
        }
      }
    });
  });
});

test('the webhooks as an AsyncAPI document name every event of the contract', () => {
  const { asyncapi, channels } = parse(readFileSync(join(folder, 'asyncapi/asyncapi.yaml'), 'utf8'));
  expect(asyncapi).toBe('3.0.0');
  expect(Object.keys(channels)).toEqual([
    'user-payroll-submitted',
    'user-bank-statement-submitted',
    'user-taxauth-data-submitted',
  ]);
});

test('a collection is many files, so that it is not printed', () => {
  const { status, stderr } = payrig('spec', '--format', 'bruno');
  expect(status).toBe(2);
  expect(stderr).toContain('--out FOLDER');
});
