import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadContract, type Operation, resolve } from './contract.ts';
import type { OperationId } from './operations.ts';
import { defaultProfile } from './profile.ts';
import type { Json } from './render.ts';

// The real Prism, as another reader of the contract: what it understands of it must be what we understand.
const prism = fileURLToPath(new URL('../node_modules/@stoplight/prism-cli/dist/index.js', import.meta.url));
const contract = loadContract(defaultProfile());
const operations = [...contract.operations.values()];
const id = '5f0c2a9e-8f43-4b0e-9d5a-6d1d1c7b2f30';

let server: ChildProcess;
let baseUrl: string;

beforeAll(async () => {
  const document = fileURLToPath(new URL('./openapi.yaml', import.meta.url));
  server = spawn(
    process.execPath,
    [prism, 'mock', document, '--host', '127.0.0.1', '--port', '0', '--errors'],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  baseUrl = await new Promise<string>((found, failed) => {
    let said = '';
    for (const stream of [server.stdout, server.stderr]) {
      stream?.setEncoding('utf8').on('data', (chunk: string) => {
        said += chunk;
        const address = /listening on (http:\/\/127\.0\.0\.1:\d+)/.exec(said)?.[1];
        if (address) found(address);
      });
    }
    server.on('exit', () => failed(new Error(`Prism did not start:\n${said}`)));
  });
});

afterAll(() => {
  server.kill();
});

function exampleBody(operation: Operation): Json | undefined {
  if (!operation.body) return undefined;
  return resolve(contract.document, operation.body.pointer.replace(/\/schema$/, ''))['example'];
}

function call(operation: Operation, prefer?: string): Promise<Response> {
  const body = exampleBody(operation);
  return fetch(baseUrl + operation.path.replaceAll(/\{\w+\}/g, id), {
    method: operation.method.toUpperCase(),
    headers: {
      ...(operation.security.includes('apiKey') && { 'X-API-KEY': 'key' }),
      ...(operation.security.includes('userBearer') && { Authorization: 'Bearer token' }),
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...(prefer && { Prefer: prefer }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
}

async function problems(operation: Operation, response: Response): Promise<unknown[]> {
  const pointer = operation.responses.get(String(response.status));
  if (pointer === undefined)
    return [`${operation.id} does not have ${response.status}`, await response.text()];
  const validate = contract.validators.at(pointer);
  validate(await response.json());
  return validate.errors ?? [];
}

describe('Prism', () => {
  it('is asked for all 21 operations', () => {
    expect(operations).toHaveLength(21);
  });

  it.each(operations)('mocks $id, and its answer is one of the contract', async (operation) => {
    const response = await call(operation);
    expect(response.ok).toBe(true);
    expect(await problems(operation, response)).toEqual([]);
  });

  const answers = operations.flatMap((operation) =>
    [...operation.responses.keys()].map((status) => ({ operation, id: operation.id, status })),
  );
  it.each(answers)('mocks $status of $id', async ({ operation, status }) => {
    const response = await call(operation, `code=${status}`);
    expect(String(response.status)).toBe(status);
    expect(await problems(operation, response)).toEqual([]);
  });

  it.each(operations.filter(({ security }) => security.length > 0))(
    'refuses $id without credentials, with the 401 of the contract',
    async (operation) => {
      const response = await call({ ...operation, security: [] });
      expect(response.status).toBe(401);
      expect(await problems(operation, response)).toEqual([]);
    },
  );

  it.each(['signInMember', 'presignBankStatements', 'createWebhook'] satisfies OperationId[])(
    'refuses %s with an empty body',
    async (name) => {
      const operation = contract.operations.get(name)!;
      const response = await fetch(baseUrl + operation.path, {
        method: operation.method.toUpperCase(),
        headers: { 'X-API-KEY': 'key', Authorization: 'Bearer token', 'Content-Type': 'application/json' },
        body: '{}',
      });
      expect([400, 422]).toContain(response.status);
    },
  );
});
