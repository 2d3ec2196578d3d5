import type { Socket } from 'node:net';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { few } from '../../spec/testing/test-run.ts';
import { Intake, type RawPassed } from './intake.ts';
import { startProxy } from './proxy.ts';
import { type OddResponse, oddRequest, oddResponse, piecesOf } from './testing/odd-messages.ts';
import { headerIn, rawServer, sendRaw, type WireMessage, WireReader } from './testing/wire.ts';
import { Watch } from './watch.ts';

/** Thousands of messages take minutes: those are for the proof. */
const numRuns = few(6, 120);
const atOnce = 25;
const okFor = (target: string): string =>
  `HTTP/1.1 200 OK\r\nX-Seen: ${target}\r\nContent-Length: ${target.length}\r\n\r\n${target}`;

/** A proxy before a raw server; what passes is kept as the intake got it. */
async function watchedRaw(answer: (socket: Socket, request: WireMessage) => void) {
  const seen: WireMessage[] = [];
  const bodies = new Map<string, Buffer>();
  const to = await rawServer((socket) => {
    const reader = new WireReader();
    socket.on('data', (chunk) => {
      const { heads, whole } = reader.read(chunk);
      seen.push(...heads);
      for (const head of heads)
        if (headerIn(head, 'expect') !== undefined) socket.write('HTTP/1.1 100 Continue\r\n\r\n');
      for (const request of whole) {
        bodies.set(nameOf(request), request.body);
        answer(socket, request);
      }
    });
  });
  const recorded: RawPassed[] = [];
  const watch = new Watch();
  const intake = new Intake(watch);
  const end = intake.end.bind(intake);
  intake.end = (begun, raw) => {
    recorded.push(raw);
    end(begun, raw);
  };
  const proxy = await startProxy({ kind: 'exchange', to, port: 0, intake });
  onTestFinished(() => proxy.close());
  return { proxy: proxy.url, seen, bodies, recorded, watch };
}

const nameOf = ({ first }: WireMessage): string => first.split(' ').slice(0, 2).join(' ');
const unrecorded = (seen: readonly WireMessage[], recorded: readonly RawPassed[]): string[] => {
  const names = new Set(recorded.map(({ method, url }) => `${method} ${url}`));
  return seen.map(nameOf).filter((name) => !names.has(name));
};
const lives = async (proxy: string): Promise<void> => {
  const { bytes } = await sendRaw(
    proxy,
    ['GET /alive HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n'],
    () => false,
  );
  expect(bytes.toString('latin1')).toContain('X-Seen: /alive');
};

/** The answers that a client reads; one that the proxy gave by itself is named so. */
const answersIn = (bytes: Buffer): string[] =>
  new WireReader(({ first }) => / (1\d\d|204|304)\b/.test(first))
    .read(bytes)
    .heads.filter(({ first }) => !/^HTTP\/1.1 1\d\d /.test(first))
    .map((head) =>
      headerIn(head, 'x-payrig-watch') === undefined ? `${headerIn(head, 'x-seen')}` : 'proxy',
    );

test('the upstream sees exactly the requests that are recorded, and each client gets its own answers', async () => {
  const { proxy, seen, bodies, recorded, watch } = await watchedRaw((socket, { first }) => {
    const [method, target = ''] = first.split(' ');
    socket.write(method === 'HEAD' ? okFor(target).replace(/\d+\r\n\r\n.*/s, '0\r\n\r\n') : okFor(target));
  });
  let connection = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(oddRequest, { minLength: 1, maxLength: 3 }), {
        minLength: atOnce,
        maxLength: atOnce,
      }),
      async (connections) => {
        await Promise.all(
          connections.map(async (requests) => {
            const own = `c${++connection}.`;
            const last = `GET /${own}last HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n`;
            const texts = requests.map(({ text }, at) => text.replaceAll('@', `${own}${at}`));
            const pieces = texts.flatMap((text, at) => piecesOf(text, requests[at]!.cuts));
            const { bytes } = await sendRaw(proxy, [...pieces, last], () => false, 300);
            const sent = [...texts, last].join('');
            const answers = answersIn(bytes).filter((answer) => answer !== 'proxy');
            const foreign = answers.filter((answer) => answer !== '*' && !answer.includes(own));
            expect(foreign, `answers to ${JSON.stringify(requests)} in ${bytes.toString('latin1')}`).toEqual(
              [],
            );
            const places = answers.filter((answer) => answer !== '*').map((answer) => sent.indexOf(answer));
            expect(places, 'the order of the answers').toEqual([...places].sort((a, b) => a - b));
          }),
        );
        await expect.poll(() => unrecorded(seen, recorded)).toEqual([]);
        for (const { method, url, requestBody, status, unread } of recorded)
          if (status > 0 && unread === undefined)
            expect(`${bodies.get(`${method} ${url}`)}`, `what the upstream saw of ${url}`).toBe(
              `${requestBody}`,
            );
        for (const names of [seen.map(nameOf), recorded.map(({ method, url }) => `${method} ${url}`)])
          expect(names.length, 'each request once').toBe(new Set(names).size);
      },
    ),
    { numRuns, endOnFailure: true },
  );
  await lives(proxy);
  expect([...watch.ledger.faults]).toEqual([]);
}, 900_000);

test('the proxy survives every answer, and no client gets one of another', async () => {
  const odd = new Map<string, OddResponse>();
  const { proxy, watch, seen, recorded } = await watchedRaw(async (socket, { first }) => {
    const target = first.split(' ')[1] ?? '';
    const { text, cuts, end } = odd.get(target) ?? { text: okFor(target), cuts: [], end: 'keep' };
    for (const piece of piecesOf(text.replaceAll('@', target), cuts)) {
      socket.write(Buffer.from(piece, 'latin1'));
      await new Promise((next) => setImmediate(next));
    }
    if (end === 'reset') socket.resetAndDestroy();
    else if (end === 'close') socket.end();
    // What never ends by itself ends here, so that no client waits for ever.
    else if (odd.has(target)) setTimeout(() => socket.end(), 60);
  });
  let connection = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(oddResponse, { minLength: 1, maxLength: 2 }), {
        minLength: atOnce,
        maxLength: atOnce,
      }),
      async (connections) => {
        odd.clear();
        await Promise.all(
          connections.map(async (responses) => {
            const own = `/c${++connection}.`;
            const targets = [...responses.map((_, at) => `${own}${at}`), `${own}last`];
            for (const [at, response] of responses.entries()) odd.set(targets[at]!, response);
            const requests = targets.map(
              (target) =>
                `GET ${target} HTTP/1.1\r\nHost: 127.0.0.1\r\n${target.endsWith('last') ? 'Connection: close\r\n' : ''}\r\n`,
            );
            const { bytes, isTimedOut } = await sendRaw(proxy, requests, () => false, 20_000);
            expect(isTimedOut, 'a client that waits for ever').toBe(false);
            const answers = answersIn(bytes);
            for (const [at, answer] of answers.entries())
              expect(
                [targets[at], 'proxy'],
                `an answer to ${JSON.stringify(responses)} in ${bytes.toString('latin1')}`,
              ).toContain(answer);
          }),
        );
        await expect.poll(() => unrecorded(seen, recorded)).toEqual([]);
      },
    ),
    { numRuns, endOnFailure: true },
  );
  await lives(proxy);
  expect([...watch.ledger.faults]).toEqual([]);
}, 900_000);
