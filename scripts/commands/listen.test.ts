import { readFile, stat } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { expect, test, vi } from 'vitest';
import { createSandbox } from '../../simulator/sandbox.ts';
import { startReceiver as startTarget } from '../../simulator/webhooks/testing/receiver.ts';
import { freePort } from '../../spec/free-port.ts';
import { bodyOf } from '../../spec/local-server.ts';
import { open } from '../../spec/webhooks/index.ts';
import { paintFor } from '../terminal/paint.ts';
import { fakeSandbox } from '../testing/fake-sandbox.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { command as listenCommand } from './listen.ts';

const event = {
  event: 'user-payroll-submitted',
  user_id: 'Zoë',
  timestamp: '2026-01-31T12:00:00.000Z',
  entry_id: 'e-1',
  account_id: null,
  payload: { entry_id: 'e-1', account_id: null, payroll_submissions: [] },
};

const home = await temporaryFolder();

/** Runs the command until the test stops it. */
function listening(args: string[], isTTY = false, lookEvery = 60_000) {
  let printed = '';
  let noted = '';
  let stop = () => {};
  const stopped = new Promise<void>((resolve) => {
    stop = resolve;
  });
  const command = listenCommand(() => ({
    write: (text) => {
      printed += text;
    },
    note: (text) => {
      noted += text;
    },
    paint: paintFor(Object.assign(new PassThrough(), { isTTY })),
    untilStopped: () => stopped,
    secretsFile: join(home, 'payrig', 'listen.json'),
    lookEvery,
  }));
  const ended = command.parseAsync(args, { from: 'user' });
  const stopAndWait = () => {
    stop();
    return ended;
  };
  return { printed: () => printed, noted: () => noted, stop: stopAndWait, ended };
}

test('it subscribes a receiver to all events, with a secret and the payload', async () => {
  const sandbox = await fakeSandbox();
  const command = listening(['--url', sandbox.url]);
  const { body, apiKey } = await sandbox.called('POST', '/webhooks');
  expect(apiKey).toBe('sandbox-key');
  expect(body).toEqual({
    name: expect.stringMatching(/^payrig-listen-[0-9a-f]{8}$/),
    events: ['user-payroll-submitted', 'user-bank-statement-submitted', 'user-revenue-data-submitted'],
    url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/$/),
    signing_secret: expect.stringMatching(/^[\w-]{32}$/),
    config: { include_payload: true },
  });
  await command.stop();
  expect(sandbox.calls.at(-1)).toMatchObject({ method: 'DELETE', path: '/webhooks/w-1' });
  expect(command.printed()).toContain(String(body.signing_secret));
  await expect(fetch(String(body.url), { method: 'POST' })).rejects.toThrow();
});

test('the secret is made once, kept for its owner alone, and shown', async () => {
  const secrets = new Set<unknown>();
  for (const args of [['--encrypt'], ['--encrypt'], []]) {
    const sandbox = await fakeSandbox();
    const command = listening(['--url', sandbox.url, ...args]);
    const { body } = await sandbox.called('POST', '/webhooks');
    await command.stop();
    secrets.add(body.signing_secret);
    if (args.length > 0) secrets.add(body.encryption_key);
    expect(command.printed()).toContain(`Signing secret: ${body.signing_secret}`);
  }
  expect(secrets.size).toBe(2);
  const file = join(home, 'payrig', 'listen.json');
  expect(new Set(Object.values(JSON.parse(await readFile(file, 'utf8'))))).toEqual(secrets);
  expect((await stat(file)).mode & 0o077).toBe(0);
  const own = await fakeSandbox();
  const command = listening(['--url', own.url, '--secret', 'mine']);
  expect((await own.called('POST', '/webhooks')).body.signing_secret).toBe('mine');
  await command.stop();
});

test('it shows a delivery that verifies in one line, and takes it', async () => {
  const sandbox = await fakeSandbox();
  const command = listening(['--url', sandbox.url, '--encrypt']);
  expect(await sandbox.deliver(event)).toBe(204);
  await command.stop();
  expect(command.printed()).toMatch(
    /\d {2}user-payroll-submitted {2}user Zoë {2}verified, decrypted {2}delivery d-1, attempt 1\n/,
  );
  expect(command.printed()).not.toContain('payroll_submissions');
});

test('--verbose prints all of it, --json a line that a program reads', async () => {
  const sandbox = await fakeSandbox();
  const verbose = listening(['--url', sandbox.url, '--verbose']);
  await sandbox.deliver(event);
  await verbose.stop();
  expect(verbose.printed()).toContain('\n  "user_id": "Zoë",\n');
  expect(verbose.printed()).toContain('  x-acme-signature: ');
  const other = await fakeSandbox();
  const json = listening(['--url', other.url, '--json']);
  await other.deliver(event);
  await other.deliver(event, { secret: 'guessed' });
  await json.stop();
  const [good, bad, ...rest] = json
    .printed()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(good).toMatchObject({
    verified: true,
    event: event.event,
    user_id: 'Zoë',
    body: event,
    answered: 204,
  });
  expect(bad).toMatchObject({ verified: false, refusal: 'bad-signature', answered: 401, delivery_id: 'd-1' });
  expect(rest).toEqual([]);
  expect(json.noted()).toContain('Signing secret');
});

test('it shows what a delivery holds without what a terminal would obey', async () => {
  for (const form of ['--verbose', '--json']) {
    const sandbox = await fakeSandbox();
    const command = listening(['--url', sandbox.url, form]);
    await sandbox.deliver({ ...event, user_id: '\u009b2J' });
    await command.stop();
    expect(command.printed()).toContain('\\u009b2J');
    expect(command.printed()).not.toContain('\u009b');
  }
});

test('a body without end is read no further than its bound', async () => {
  const chunks = Readable.from(Array.from({ length: 40 }, () => Buffer.alloc(1 << 20)));
  await expect(bodyOf(chunks as IncomingMessage)).rejects.toThrow('more than 33554432 bytes');
});

test('it shows a delivery that does not verify, without what a terminal would obey, and refuses it', async () => {
  const sandbox = await fakeSandbox();
  const command = listening(['--url', sandbox.url, '--verbose']);
  expect(await sandbox.deliver({ text: 'x' }, { body: '\u001b[2Jforged', secret: 'guessed' })).toBe(401);
  await command.stop();
  expect(command.printed()).toContain('REFUSED (bad-signature)');
  expect(command.printed()).toContain('\\u001b[2Jforged');
  expect(command.printed()).not.toContain('\u001b');
});

test('it forwards only what it verified, unless an option says otherwise', async () => {
  for (const [args, wanted] of [
    [[], [401, 0]],
    [['--forward-unverified'], [204, 1]],
  ] as const) {
    const target = await startTarget();
    const sandbox = await fakeSandbox();
    const command = listening(['--url', sandbox.url, '--forward-to', target.url, ...args]);
    const status = await sandbox.deliver(event, { secret: 'guessed' });
    await command.stop();
    await target.close();
    expect([status, target.seen.length]).toEqual(wanted);
  }
});

test('it fails the first deliveries on purpose, in turn, and takes the next', async () => {
  const sandbox = await fakeSandbox();
  const command = listening(['--url', sandbox.url, '--fail', '500,timeout,404']);
  expect(await sandbox.deliver(event)).toBe(500);
  const hanging = sandbox.deliver(event).catch(() => 'no answer');
  await vi.waitFor(() => expect(command.printed()).toContain('failed on purpose: timeout'));
  expect(await sandbox.deliver(event)).toBe(404);
  expect(await sandbox.deliver(event)).toBe(204);
  await command.stop();
  expect(await hanging).toBe('no answer');
  await expect(listening(['--fail', 'soon']).ended).rejects.toThrow();
});

test('it stays subscribed through a reset and a restart of the sandbox, with the same secret', async () => {
  const first = await createSandbox({ users: 3 });
  const port = Number(new URL(first.url).port);
  const command = listening(['--url', first.url], false, 20);
  const call = (method: string, path: string, body?: object) =>
    fetch(`${first.url}${path}`, {
      method,
      headers: { 'X-API-KEY': 'sandbox-key', 'Content-Type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
  const trigger = async () => {
    const { users } = (await (await call('GET', '/users?limit=1')).json()) as {
      users: { user_id: string }[];
    };
    await call('POST', `/_sandbox/users/${users[0]!.user_id}/bank-statements`, {});
  };
  const times = (text: string) => command.printed().split(text).length - 1;
  const until = (text: string, count: number) =>
    vi.waitFor(() => expect(times(text)).toBe(count), { timeout: 20_000, interval: 20 });
  await until('Listening for', 1);
  await trigger();
  await until('verified', 1);
  await call('POST', '/_sandbox/reset');
  await until('subscribed again', 1);
  await trigger();
  await until('verified', 2);
  await first.close();
  await until('Waiting for it.', 1);
  const second = await createSandbox({ users: 3, port });
  await until('subscribed again', 2);
  await trigger();
  await until('verified', 3);
  await command.stop();
  expect(await (await call('GET', '/webhooks')).text()).not.toContain('payrig-listen');
  await second.close();
});

test('a sandbox that keeps its state comes back with the subscription, and tells everything once', async () => {
  const data = await temporaryFolder();
  const first = await createSandbox({ users: 1, data });
  const command = listening(['--url', first.url], false, 20);
  await vi.waitFor(() => expect(command.printed()).toContain('Listening for'), { timeout: 20_000 });
  await first.close();
  await vi.waitFor(() => expect(command.printed()).toContain('Waiting for it.'), { timeout: 20_000 });
  const second = await createSandbox({ users: 1, data, port: Number(new URL(first.url).port) });
  await vi.waitFor(() => expect(command.printed()).toContain('The sandbox is back.'), { timeout: 20_000 });
  const headers = { 'X-API-KEY': 'sandbox-key', 'Content-Type': 'application/json' };
  const { users } = (await (await fetch(`${first.url}/users?limit=1`, { headers })).json()) as {
    users: { user_id: string }[];
  };
  for (let time = 1; time <= 2; time += 1) {
    const path = `/_sandbox/users/${users[0]!.user_id}/bank-statements`;
    await fetch(`${first.url}${path}`, { method: 'POST', headers, body: '{}' });
    await vi.waitFor(() => expect(command.printed().split('verified').length - 1).toBe(time), {
      timeout: 20_000,
    });
  }
  expect(command.printed()).not.toContain('subscribed again');
  await command.stop();
  await second.close();
});

test('it colours on a terminal only', async () => {
  for (const isTTY of [true, false]) {
    const sandbox = await fakeSandbox();
    const command = listening(['--url', sandbox.url], isTTY);
    await sandbox.deliver(event);
    await command.stop();
    expect(command.printed().includes('\u001b[32mverified')).toBe(isTTY);
  }
});

test('it forwards the very bytes and headers, and answers with what comes back', async () => {
  const target = await startTarget((_, response) => response.writeHead(418).end('short\nand stout'));
  const sandbox = await fakeSandbox();
  const command = listening([
    '--url',
    sandbox.url,
    '--forward-to',
    target.url,
    '--encrypt',
    '--secret',
    'mine',
  ]);
  expect(await sandbox.deliver(event)).toBe(418);
  await command.stop();
  await target.close();
  const { body: hook } = await sandbox.called('POST', '/webhooks');
  const [{ body: rawBody, headers }] = target.seen as [(typeof target.seen)[0]];
  const key = hook.encryption_key as string;
  expect(open({ rawBody, headers, secret: 'mine', key, naming: { vendor: 'acme' } })).toEqual(event);
  expect(headers).toMatchObject({ 'x-payrig-delivery': 'd-1', 'content-type': 'text/plain' });
  expect(command.printed()).toMatch(/forwarded: 418 in \d+ ms short and stout/);
});

test('a target that does not answer is a failure for the sandbox to retry', async () => {
  const target = await startTarget();
  await target.close();
  const sandbox = await fakeSandbox();
  const command = listening(['--url', sandbox.url, '--forward-to', target.url]);
  expect(await sandbox.deliver(event)).toBe(502);
  await command.stop();
  expect(command.printed()).toContain('not forwarded: ECONNREFUSED');
});

test('events may be named in short or in full, and unknown ones are refused before anything happens', async () => {
  const sandbox = await fakeSandbox();
  const command = listening([
    '--url',
    sandbox.url,
    '--name',
    'mine',
    '--events',
    'taxauth',
    'user-bank-statement-submitted',
  ]);
  const { body } = await sandbox.called('POST', '/webhooks');
  expect(body).toMatchObject({
    name: 'mine',
    events: ['user-revenue-data-submitted', 'user-bank-statement-submitted'],
  });
  await command.stop();
  const unknown = listening(['--url', sandbox.url, '--events', 'user-created']);
  await expect(unknown.ended).rejects.toThrow('There is no event user-created');
});

test('a sandbox that is not there, refuses, or has gone is reported in a sentence', async () => {
  const { close, url } = await startTarget();
  await close();
  await expect(listening(['--url', url]).ended).rejects.toThrow('No sandbox answers at');
  const refusing = await fakeSandbox({ 'POST /webhooks': 400 });
  await expect(listening(['--url', refusing.url]).ended).rejects.toThrow(
    'was refused with 400: no POST /webhooks',
  );
  const gone = await fakeSandbox({ 'DELETE /webhooks/w-1': 404 });
  const command = listening(['--url', gone.url]);
  await gone.called('POST', '/webhooks');
  await command.stop();
  expect(command.printed()).toContain('could not be deleted');
  await expect(listening(['--url', 'nonsense']).ended).rejects.toThrow('is not an address');
  await expect(listening(['--forward-to', 'nonsense']).ended).rejects.toThrow('is not an http or https URL');
});

test('it listens on the port that is named, and says so where that is taken', async () => {
  const sandbox = await fakeSandbox();
  const port = await freePort();
  const command = listening(['--url', sandbox.url, '--port', String(port)]);
  const { body } = await sandbox.called('POST', '/webhooks');
  expect(body.url).toBe(`http://127.0.0.1:${port}/`);
  await expect(listening(['--url', sandbox.url, '--port', String(port)]).ended).rejects.toThrow(
    /--port \d+ cannot be used \(EADDRINUSE\)/,
  );
  await command.stop();
});
