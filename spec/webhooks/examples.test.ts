// The two examples of README.md, run as they stand there.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deliveryOf, open, seal, WebhookVerificationError } from './index.ts';

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
const script = source
  .replace(/^(import|const (secret|key) =).*$/gm, '')
  .replace('(request: Request): Promise<Response>', '(request)');
const run = new Function(
  ...['express', 'open', 'deliveryOf', 'WebhookVerificationError', 'secret', 'key', 'console'],
  `${script}; return { app, handle };`,
);
const { app, handle } = run(express, open, deliveryOf, WebhookVerificationError, secret, key, {
  log: (...line: unknown[]) => lines.push(line),
}) as { app: express.Express; handle: (request: Request) => Promise<Response> };

const server = createServer(app);
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
afterAll(() => new Promise((resolve) => server.close(resolve)));
const url = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks`;

test('the Express example takes a good delivery and refuses a forged one', async () => {
  const { body, headers } = seal({ body: event, secret, key });
  const marked = { ...headers, 'X-Payrig-Delivery': 'd', 'X-Payrig-Attempt': '1' };
  expect((await fetch(url(), { method: 'POST', body, headers: marked })).status).toBe(204);
  expect(lines).toEqual([['e', { id: 'd', attempt: 1 }]]);
  const forged = seal({ body: event, secret: 'guessed', key });
  const answer = await fetch(url(), { method: 'POST', body: forged.body, headers: forged.headers });
  expect([answer.status, await answer.text()]).toEqual([400, 'bad-signature']);
});

test('the fetch-style example takes a good delivery and refuses a forged one', async () => {
  const { body, headers } = seal({ body: event, secret, key });
  const answer = await handle(new Request('http://receiver.test/', { method: 'POST', body, headers }));
  expect([answer.status, await answer.text()]).toEqual([200, 'Zoë']);
  const bare = new Request('http://receiver.test/', { method: 'POST', body });
  expect((await handle(bare)).status).toBe(400);
});
