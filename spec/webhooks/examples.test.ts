// The examples of README.md, run as they stand there.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { stripTypeScriptTypes } from 'node:module';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expressReceiver, fetchReceiver, seal } from './index.ts';

const secret = 'a signing secret';
const key = Buffer.alloc(32, 7).toString('base64');
const event = {
  event: 'user-payroll-submitted',
  user_id: 'Zoë',
  timestamp: 't',
  entry_id: 'e',
  account_id: null,
};
const lines: unknown[][] = [];

const source = readFileSync(new URL('./README.md', import.meta.url), 'utf8').match(
  /```ts\n([\s\S]*?)```/,
)![1]!;
const script = stripTypeScriptTypes(source.replace(/^import.*$/gm, ''));
const run = new Function(
  ...['express', 'expressReceiver', 'fetchReceiver', 'process', 'console'],
  `${script}; return { app, POST };`,
);
const start = (env: Record<string, string>) =>
  run(
    express,
    expressReceiver,
    fetchReceiver,
    { env },
    { log: (...line: unknown[]) => lines.push(line) },
  ) as {
    app: express.Express;
    POST: (request: Request) => Promise<Response>;
  };
const { app, POST } = start({ WEBHOOK_SECRET: secret, WEBHOOK_KEY: key });

const server = createServer(app);
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
afterAll(() => new Promise((resolve) => server.close(resolve)));
const url = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks`;

test('the Express example takes a good delivery and refuses a forged one', async () => {
  const { body, headers } = seal({ body: event, secret, key });
  expect((await fetch(url(), { method: 'POST', body, headers })).status).toBe(204);
  expect(lines).toEqual([['e', expect.stringMatching(/^[0-9a-f]{64}$/)]]);
  const forged = seal({ body: event, secret: 'guessed', key });
  const answer = await fetch(url(), { method: 'POST', body: forged.body, headers: forged.headers });
  expect(answer.status).toBe(401);
});

test('the fetch-style example takes a good delivery and refuses a forged one', async () => {
  const { body, headers } = seal({ body: event, secret, key });
  const request = (sent: RequestInit) => new Request('http://receiver.test/', { method: 'POST', ...sent });
  expect((await POST(request({ body, headers }))).status).toBe(204);
  expect((await POST(request({ body }))).status).toBe(401);
});

test('the examples do not start when a variable is not set', () => {
  expect(() => start({ WEBHOOK_KEY: key })).toThrow(/secret of the subscription is missing/);
  expect(() => start({ WEBHOOK_SECRET: secret })).toThrow(/key of the subscription is missing/);
});
