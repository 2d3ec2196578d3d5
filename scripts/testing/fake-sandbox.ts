import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach } from 'vitest';
import { type Sealable, seal } from '../../spec/webhooks/index.ts';

/** What a command asked of the sandbox. */
export type Call = {
  method: string;
  path: string;
  body: Record<string, unknown>;
  apiKey: string | undefined;
};

/** A sandbox of a few answers, which notes what it is asked. */
export type FakeSandbox = {
  url: string;
  calls: Call[];
  /** Resolves with the first call like this one, past or to come. */
  called(method: string, path: string): Promise<Call>;
  /** Sends a delivery to the subscribed receiver, sealed as the subscription asked, and answers with the status. */
  deliver(body: object, change?: Partial<Sealable>): Promise<number>;
};

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** Starts one; `answers` says what it gives to calls such as `GET /users`, or with which status it refuses. */
export async function fakeSandbox(answers: Record<string, object | number> = {}): Promise<FakeSandbox> {
  const calls: Call[] = [];
  const waiting: { key: string; resolve: (call: Call) => void }[] = [];
  const all: Record<string, object | number> = {
    'GET /_sandbox/health': { status: 'ok', profile: { naming: { vendor: 'acme', authority: 'revenue' } } },
    'POST /webhooks': { webhook_id: 'w-1' },
    'DELETE /webhooks/w-1': { message: 'Webhook deleted' },
    ...answers,
  };
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const text = Buffer.concat(chunks).toString();
    const apiKey = request.headers['x-api-key']?.toString();
    const call = {
      method: request.method ?? '',
      path: request.url ?? '',
      body: text ? JSON.parse(text) : {},
      apiKey,
    };
    const key = `${call.method} ${call.path}`;
    const answer = all[key] ?? 404;
    const status = typeof answer === 'number' ? answer : 200;
    response
      .writeHead(status)
      .end(JSON.stringify(typeof answer === 'number' ? { errors: [`no ${key}`] } : answer));
    calls.push(call);
    for (const one of waiting) if (one.key === key) one.resolve(call);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(
    () =>
      new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      }),
  );
  const called = (method: string, path: string): Promise<Call> =>
    new Promise((resolve) => {
      const found = calls.find((one) => one.method === method && one.path === path);
      if (found) resolve(found);
      else waiting.push({ key: `${method} ${path}`, resolve });
    });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    called,
    async deliver(message, change) {
      const { body: hook } = await called('POST', '/webhooks');
      const secret = hook.signing_secret as string;
      const { body, headers } = seal({
        body: message,
        secret,
        key: hook.encryption_key as string | undefined,
        naming: { vendor: 'acme' },
        ...change,
      });
      const own = { ...headers, 'X-Payrig-Delivery': 'd-1', 'X-Payrig-Attempt': '1' };
      return (await fetch(hook.url as string, { method: 'POST', body, headers: own })).status;
    },
  };
}
