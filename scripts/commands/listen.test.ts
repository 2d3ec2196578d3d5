import { expect, test } from 'vitest';
import { startReceiver as startTarget } from '../../simulator/webhooks/testing/receiver.ts';
import { open } from '../../spec/webhooks/index.ts';
import { paintFor } from '../sandbox/paint.ts';
import { fakeSandbox } from '../testing/fake-sandbox.ts';
import { listenCommand } from './listen.ts';

const event = {
  event: 'user-payroll-submitted',
  user_id: 'Zoë',
  timestamp: '2026-01-31T12:00:00.000Z',
  entry_id: 'e-1',
  account_id: null,
  payload: { entry_id: 'e-1', account_id: null, payroll_submissions: [] },
};

/** Runs the command until it is told to stop. */
function listening(args: string[], isTTY = false) {
  let printed = '';
  let stop = () => {};
  const stopped = new Promise<void>((resolve) => {
    stop = resolve;
  });
  const command = listenCommand(() => ({
    write: (text) => {
      printed += text;
    },
    paint: paintFor({ isTTY }, {}),
    untilStopped: () => stopped,
  }));
  const ended = command.parseAsync(args, { from: 'user' });
  const stopAndWait = () => {
    stop();
    return ended;
  };
  return { printed: () => printed, stop: stopAndWait, ended };
}

test('it subscribes a receiver to all events, with a fresh secret and the payload', async () => {
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

test('it shows a delivery that verifies, decrypted and laid out, and takes it', async () => {
  const sandbox = await fakeSandbox();
  const command = listening(['--url', sandbox.url, '--encrypt']);
  expect(await sandbox.deliver(event)).toBe(204);
  await command.stop();
  expect(command.printed()).toContain('user-payroll-submitted  verified, decrypted  delivery d-1, attempt 1');
  expect(command.printed()).toContain('\n  "user_id": "Zoë",\n');
});

test('it shows a delivery that does not verify, without what a terminal would obey, and refuses it', async () => {
  const sandbox = await fakeSandbox();
  const command = listening(['--url', sandbox.url]);
  expect(await sandbox.deliver({ text: 'x' }, { body: '\u001b[2Jforged', secret: 'guessed' })).toBe(400);
  await command.stop();
  expect(command.printed()).toContain('REFUSED (bad-signature)');
  expect(command.printed()).toContain('\uFFFD[2Jforged');
  expect(command.printed()).not.toContain('\u001b');
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
  const target = await startTarget((_, response) => response.writeHead(418).end('teapot'));
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
  expect(command.printed()).toContain('forwarded: 418');
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

test('events may be named in short or in full, and unknown ones are told before anything happens', async () => {
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

test('a sandbox that is not there, refuses, or has gone is told in a sentence', async () => {
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
  await expect(listening(['--url', 'nonsense']).ended).rejects.toThrow('is no address');
  await expect(listening(['--forward-to', 'nonsense']).ended).rejects.toThrow('is no http(s) address');
});
