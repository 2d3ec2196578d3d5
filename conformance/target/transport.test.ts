import { afterEach, expect, test } from 'vitest';
import { type FakeService, fakeService } from '../testing/fake-service.ts';
import { NoAnswer, TargetUnusable } from './call-errors.ts';
import { parseRate, RateLimit } from './rate-limit.ts';
import { retryAfterMs, Transport } from './transport.ts';

let service: FakeService | undefined;
afterEach(() => service?.close());

const request = (url: string) => ({ method: 'GET', url: `${url}/users`, headers: {} });

test('a server that says when to come back is asked again then', async () => {
  let asked = 0;
  service = await fakeService(() =>
    ++asked < 3 ? { status: 429, headers: { 'Retry-After': '2' } } : { status: 200, body: {} },
  );
  const waits: number[] = [];
  const transport = new Transport({
    timeoutMs: 1000,
    concurrency: 1,
    sleep: async (ms) => void waits.push(ms),
  });
  const answer = await transport.send(request(service.url));
  transport.close();
  expect([answer.status, waits]).toEqual([200, [2000, 2000]]);
});

test('a 503 whose Retry-After never ends becomes the answer', async () => {
  service = await fakeService(() => ({ status: 503, headers: { 'Retry-After': '1' } }));
  const transport = new Transport({ timeoutMs: 1000, concurrency: 1, sleep: async () => {} });
  expect((await transport.send(request(service.url))).status).toBe(503);
  transport.close();
  expect(service.requests.length).toBe(5);
});

test('silence and a broken connection are different errors', async () => {
  service = await fakeService(() => 'hang');
  const transport = new Transport({ timeoutMs: 30, concurrency: 1, sleep: async () => {} });
  await expect(transport.send(request(service.url))).rejects.toBeInstanceOf(NoAnswer);
  await expect(transport.send(request('http://127.0.0.1:1'))).rejects.toBeInstanceOf(TargetUnusable);
  transport.close();
});

test('Retry-After is read as seconds or as a date, and only where it has a meaning', () => {
  expect(retryAfterMs({ status: 429, headers: { 'retry-after': '3' } })).toBe(3000);
  expect(retryAfterMs({ status: 503, headers: { 'retry-after': 'Thu, 01 Jan 1970 00:00:00 GMT' } })).toBe(0);
  expect(retryAfterMs({ status: 503, headers: {} })).toBeUndefined();
  expect(retryAfterMs({ status: 200, headers: { 'retry-after': '3' } })).toBeUndefined();
});

test('requests keep the distance that the rate asks for', async () => {
  const waits: number[] = [];
  const limit = new RateLimit(
    10,
    async (ms) => void waits.push(Math.round(ms)),
    () => 0,
  );
  for (let n = 0; n < 4; n++) await limit.turn();
  expect(waits).toEqual([100, 200, 300]);
});

test('a rate is a number a second, a minute or an hour', () => {
  expect([parseRate('10/s'), parseRate('300/m'), parseRate('5'), parseRate('3600/h')]).toEqual([10, 5, 5, 1]);
  expect([parseRate('fast'), parseRate('0/s'), parseRate('10/d')]).toEqual([undefined, undefined, undefined]);
});
