import { lookup } from 'node:dns/promises';
import { get } from 'node:http';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Failure } from '../judgement/failure.ts';
import { HttpReceiver } from './http-receiver.ts';

let receiver: HttpReceiver;
beforeEach(async () => {
  receiver = new HttpReceiver({ patienceMs: 100 });
  await receiver.start();
});
afterEach(() => receiver.close());

const post = (url: string, body: string, headers = {}): Promise<Response> =>
  fetch(url, { method: 'POST', body, headers, redirect: 'manual' });

test('every byte and header is kept as it came', async () => {
  const inbox = receiver.inbox();
  await post(inbox.url, '{ "a" :1}\n', { 'X-Svc-Signature': 'AbC' });
  const { raw, headers, method } = await inbox.until('it', () => true);
  expect([raw.toString(), headers['x-svc-signature'], method]).toEqual(['{ "a" :1}\n', 'AbC', 'POST']);
});

test('a request to an invalid address is answered, and the receiver goes on', async () => {
  const inbox = receiver.inbox();
  const { port, hostname: host } = new URL(inbox.url);
  for (const path of ['//', '///x', '/?', '/%', 'http://[', '*']) {
    const status = await new Promise((resolve, reject) =>
      get({ host, port, path }, (response) => resolve(response.resume().statusCode)).on('error', reject),
    );
    expect([path, status]).toEqual([path, 404]);
  }
  await post(`${inbox.url}?a=%zz`, '1');
  expect(inbox.received.map(({ path, search }) => [path, search])).toEqual([
    [new URL(inbox.url).pathname, '?a=%zz'],
  ]);
});

test('only the very path of an inbox is a delivery of it; other requests are counted apart', async () => {
  const inbox = receiver.inbox();
  const { port, hostname: host, pathname } = new URL(inbox.url);
  for (const path of ['/inbox-1', `//x:y${pathname}`, `/x${pathname}`, `${pathname}/`, `//${pathname}`])
    await new Promise((resolve, reject) =>
      get({ host, port, path }, (response) => resolve(response.resume())).on('error', reject),
    );
  expect([inbox.received, receiver.strangers]).toEqual([[], 5]);
});

test('a delivery that is lost by the word of its sender is not waited for', async () => {
  const patient = new HttpReceiver({ patienceMs: 60_000 });
  await patient.start();
  const inbox = patient.inbox(undefined, async () => 'It is lost.');
  await expect(inbox.until('it', () => true)).rejects.toThrow('It is lost.');
  await patient.close();
});

test('an inbox is reached by the name of this machine, too, whichever address the sender takes', async () => {
  const inbox = receiver.inbox();
  const addresses = await lookup('localhost', { all: true });
  for (const { family } of addresses)
    await new Promise((resolve, reject) =>
      get(inbox.named ?? '', { family }, (response) => resolve(response.resume())).on('error', reject),
    );
  expect(inbox.received).toHaveLength(addresses.length);
});

test('inboxes do not see each other’s deliveries', async () => {
  const [one, other] = [receiver.inbox(), receiver.inbox()];
  await post(one.url, '1');
  expect([one.received.length, other.received.length]).toEqual([1, 0]);
});

test('replies come in turn, and the last one stays', async () => {
  const inbox = receiver.inbox();
  inbox.reply(500, 410, { redirect: 'http://elsewhere.example/' });
  const answers = [];
  for (let n = 0; n < 4; n++) answers.push(await post(inbox.url, ''));
  expect(answers.map(({ status }) => status)).toEqual([500, 410, 307, 307]);
  expect(answers[3]?.headers.get('location')).toBe('http://elsewhere.example/');
});

test('a delivery that comes later is waited for, and one that does not come is a failure', async () => {
  const inbox = receiver.inbox();
  const both = inbox.untilCount(2, 'two deliveries', () => true);
  await post(inbox.url, '1');
  await post(inbox.url, '2');
  expect((await both).map(({ raw }) => raw.toString())).toEqual(['1', '2']);
  const none = inbox.until('a third delivery', ({ raw }) => raw.toString() === '3');
  await expect(none).rejects.toThrow(Failure);
  await expect(none).rejects.toThrow(
    'expected a third delivery, got 0 of 1 within 0.1 s, and 2 other deliveries',
  );
});

test('a sender that is kept waiting does not keep the receiver from closing', async () => {
  const inbox = receiver.inbox();
  inbox.reply('hang');
  const sent = post(inbox.url, '').catch(() => 'cut');
  await inbox.until('it', () => true);
  await receiver.close();
  expect(await sent).toBe('cut');
  receiver = new HttpReceiver({ patienceMs: 100 });
  await receiver.start();
});

test('behind a tunnel the address is the public one', async () => {
  const tunnelled = new HttpReceiver({ patienceMs: 100, publicUrl: 'https://tunnel.example/hooks/' });
  await tunnelled.start();
  expect(tunnelled.inbox().url).toMatch(/^https:\/\/tunnel\.example\/hooks\/inbox-1-[0-9a-f-]{36}$/);
  await tunnelled.close();
});

test('once nothing came at all, later deliveries are waited for briefly, and it says so', async () => {
  const patient = new HttpReceiver({ patienceMs: 1200 });
  await patient.start();
  const waited = async (): Promise<string> =>
    patient
      .inbox()
      .until('it', () => true)
      .then(
        () => 'came',
        (error: Error) => error.message,
      );
  expect(patient.gaveUp).toBeUndefined();
  expect(await waited()).toContain('within 1.2 s');
  expect(await waited()).toContain('within 0.5 s');
  expect(patient.gaveUp).toMatch(
    /No webhook deliveries came at all within 1\.2 s; later ones .* 0\.5 s each/,
  );
  await post(patient.inbox().url, '1');
  expect(patient.gaveUp).toBeUndefined();
  await patient.close();
});
