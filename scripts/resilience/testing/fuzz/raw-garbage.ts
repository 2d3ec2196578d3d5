import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import type { Stream } from '../../../../generators/random.ts';
import { parsedJson, type ReceivedResponse } from '../connection.ts';
import type { Fixture } from './requests.ts';

type Bytes = Buffer | string;
type Maker = (chance: Stream, fixture: Fixture) => Bytes;

const END = '\r\n\r\n';
const close = 'Connection: close';
const key = 'X-API-KEY: sandbox-key';
const json = 'Content-Type: application/json';
const pdf = 'Content-Type: application/pdf';
const chunked = 'Transfer-Encoding: chunked';
const lengthOf = (bytes: number | string): string => `Content-Length: ${bytes}`;

const lines = (...all: string[]): string => all.join('\r\n') + END;
const request = (start: string, ...headers: string[]): string =>
  lines(`${start} HTTP/1.1`, 'Host: localhost', ...headers);
const get = (...headers: string[]): string => request('GET /users', key, ...headers);
const post = (...headers: string[]): string => request('POST /webhooks', key, json, ...headers);
const joined = (...parts: Bytes[]): Buffer => Buffer.concat(parts.map((part) => Buffer.from(part)));

const posted = (path: string, body: Bytes, ...headers: string[]): Buffer =>
  joined(request(`POST ${path}`, close, key, lengthOf(Buffer.byteLength(body)), ...headers), body);

const randomBytes = (chance: Stream, length: number): Buffer =>
  Buffer.from(Array.from({ length }, () => chance.int(0, 255)));

let bomb: Buffer | undefined;

/** What breaks off, so that no answer has to come. */
const cutOff: Record<string, Maker> = {
  'random bytes': (chance) => randomBytes(chance, chance.int(1, 2000)),
  CONNECT: () => request('CONNECT a:443', key),
  'a cut body': () => `${post(lengthOf(500))}{"name":`,
  'cut chunks': () => `${request('PATCH /configuration', key, json, chunked)}5\r\n{"cl`,
  'cut headers': () => 'PATCH /configuration HTTP/1.1\r\nHost: a\r\nX-Api',
  'a cut upload': (chance, { uploads }) =>
    `${request(`PUT ${chance.pick(uploads)}`, pdf, lengthOf(5000))}%PDF-1.4`,
  'an upload that lies about its size': (chance, { uploads }) =>
    request(`PUT ${chance.pick(uploads)}`, pdf, lengthOf(9_999_999_999)),
};

/** What no client library sends, and what must be answered all the same. */
const whole: Record<string, Maker> = {
  'random bytes and an end of line': (chance) => joined(randomBytes(chance, 50), END),
  'no request line': () => `${END}\r\nhello${END}`,
  'a lower-case method': () => request('get /users', key),
  'an unknown method': () => request('FROB /users', key),
  'another version': (chance) =>
    lines(`GET /users HTTP/${chance.pick(['0.9', '2.0', '3', '1.9', '11'])}`, 'Host: localhost', key),
  'no host': () => lines('GET /users HTTP/1.1', close, key),
  'two hosts': () => get(close, 'Host: localhost:1'),
  'HTTP/1.0': () => lines('GET /users HTTP/1.0', key),
  'an absolute address': (chance) => {
    const odd = ['http://a/users', 'http://[/users', 'http://[/_storage/x/y', 'ftp://x', 'http://%zz/docs'];
    return request(`GET ${chance.pick([...odd, 'http://a:99999/_storage/sandbox/x'])}`, close, key);
  },
  'an asterisk': () => request('OPTIONS *', close, key),
  'a path without a slash': (chance) =>
    request(`GET ${chance.pick(['users', '?', '#', ';', 'http:', '//', '///users', '\\users'])}`, close, key),
  TRACE: () => request('TRACE /users', close, key),
  'an upgrade': () => get('Connection: Upgrade, close', 'Upgrade: websocket', 'Sec-WebSocket-Key: x'),
  'HTTP/2 preface': () => `PRI * HTTP/2.0${END}SM${END}`,
  'a TLS hello': () => Buffer.from('1603010200010001fc0303000000000d0a0d0a', 'hex'),
  'huge headers': (chance) => get(`X-Huge: ${'a'.repeat(chance.int(17_000, 60_000))}`),
  'many headers': () => get(close, ...Array.from({ length: 900 }, (_, n) => `X-${n}: ${n}`)),
  'a huge address': () => request(`GET /users?${'a'.repeat(60_000)}`, key),
  'a header without a colon': () => get('nonsense'),
  'a NUL in a header': () => get('X-Odd: a\0b'),
  'a folded header': () => get(close, 'X-Odd: a', ' b'),
  'two lengths': () => `${post(lengthOf(2), lengthOf(3))}{}`,
  'a length that is none': (chance) =>
    `${post(lengthOf(chance.pick(['-1', 'x', '1e3', '99999999999999999999'])))}{}`,
  'length and chunks': () => `${post(lengthOf(4), chunked)}0${END}`,
  'broken chunks': (chance) =>
    post(chunked) + chance.pick(['zz\r\n{}\r\n', '-1\r\n', 'fffffffffffffffff\r\n', `2\r\n{}X\r\n0${END}`]),
  'an unknown transfer encoding': () => `${post(close, 'Transfer-Encoding: gzip')}{}`,
  'a gzip bomb': () => {
    bomb ??= gzipSync(Buffer.alloc(100 << 20, ' '));
    return posted('/webhooks', bomb, json, 'Content-Encoding: gzip');
  },
  'broken gzip': (chance) => {
    const start = gzipSync('{"name": "a"}').subarray(0, chance.int(3, 25));
    return posted('/webhooks', joined(start, randomBytes(chance, 5)), json, 'Content-Encoding: gzip');
  },
  'bytes that are no UTF-8': (chance) =>
    posted('/webhooks', joined('{"name": "', randomBytes(chance, 20), '"}'), json),
  'UTF-16': () =>
    posted('/webhooks', Buffer.from('\ufeff{"name": "a"}', 'utf16le'), `${json}; charset=utf-16`),
  'a byte order mark': () => posted('/webhooks', '\ufeff{}', json),
  'a body of 2 MB': () => posted('/webhooks', `{"name": "${'a'.repeat(2 << 20)}"}`, json),
  'lists in lists': (chance) => {
    const depth = chance.int(1000, 400_000);
    return posted('/webhooks', '['.repeat(depth) + ']'.repeat(depth), json);
  },
  'objects in objects': (chance) => {
    const depth = chance.int(1000, 150_000);
    return posted('/_sandbox/users', `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`, json);
  },
  'deep events': () => {
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)},`;
    return posted('/webhooks', `{"name":"a","url":"http://127.0.0.1:9","events":[${deep}${deep}1]}`, json);
  },
  'a key many times': () => posted('/webhooks', `{${'"name":"a",'.repeat(50_000)}"name":1}`, json),
  'many keys': () =>
    posted('/_sandbox/users', `{${Array.from({ length: 30_000 }, (_, n) => `"k${n}":1`).join()}}`, json),
  'a long number': () => posted('/_sandbox/users', `{"payroll_period_months": ${'9'.repeat(100_000)}}`, json),
  'a body on a GET': () => `${get(close, json, lengthOf(7))}{"a":1}`,
  'an expectation': (chance) =>
    `${post(close, `Expect: ${chance.pick(['100-continue', 'nothing'])}`, lengthOf(2))}{}`,
  'a pipeline': (chance) => {
    const many = Array.from({ length: chance.int(2, 40) }, (_, n) =>
      request(`GET /users?limit=1&offset=${n}`, key),
    );
    return many.join('') + request('GET /nowhere', close, key);
  },
  'a pipeline with garbage in it': () => `${request('GET /configuration', key)}nonsense${END}`,
  'a smuggled request': () => `${post(lengthOf(6), chunked)}0${END}GET /users HTTP/1.1${END}`,
  'an odd path of documents': (chance) => {
    const method = chance.pick(['GET', 'HEAD', 'POST', 'DELETE', 'OPTIONS']);
    const tails = ['', '/', '/../users', '/%2e%2e/', '/%00', '/%zz', '?x=%zz', '/__proto__'];
    const odd = [...tails.map((tail) => `/docs${tail}`), '/openapi.yaml/', '/openapi.json?a', '/DOCS'];
    return request(`${method} ${chance.pick(odd)}`, close);
  },
  'an odd place of storage': (chance, { uploads }) => {
    const path = chance.pick(uploads);
    const tails = ['', '/', '//', '/%zz/x', '/sandbox/../../etc/passwd', '/sandbox/%2e%2e%2f%2e%2e%2fetc'];
    const odd = [
      ...tails.map((tail) => `/_storage${tail}`),
      '/_storage/__proto__/00000000-0000-4000-8000-000000000000',
      path.replace('signature=', 'signature=0'),
      path.replace(/expires=\d+/, 'expires=99999999999999'),
      path.replace('?', '/../x?'),
      path.replace('sandbox/', 'sandbox-2/'),
      `${path}&signature=x`,
      path.replace(/expires=\d+/, 'expires=NaN'),
      path.split('?')[0] ?? '',
      path.toUpperCase(),
    ];
    const method = chance.pick(['PUT', 'PUT', 'PUT', 'GET', 'POST', 'DELETE', 'HEAD', 'OPTIONS']);
    const body = chance.pick(['', 'x', '%PDF-', '%PDF-1.4\n%%EOF']);
    const type = chance.pick(['application/pdf', 'text/plain', 'application/pdf; x', '']);
    const headers = [close, `Content-Type: ${type}`, lengthOf(body.length)];
    return request(`${method} ${chance.pick(odd)}`, ...headers) + body;
  },
};

/** Bytes for a connection of their own, and whether an answer has to come. */
export function nextGarbage(chance: Stream, fixture: Fixture) {
  const [name, make] = chance.pick([...Object.entries(cutOff), ...Object.entries(whole)]);
  return { name, bytes: Buffer.from(make(chance, fixture)), answered: Object.hasOwn(whole, name) };
}

/** Sends bytes over a connection of their own; returns the responses until either side closed it. */
export function exchange(
  url: string,
  bytes: Buffer,
  { answered, patience }: { answered: boolean; patience: number },
): Promise<{ answers: ReceivedResponse[]; timedOut: boolean }> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const socket = connect(Number(port), hostname);
    let timedOut = false;
    const timer = setTimeout(() => {
      timedOut = true;
      socket.destroy();
    }, patience);
    socket.on('data', (chunk) => {
      chunks.push(chunk);
      // A connection that is kept open after a whole answer has said what it had to say.
      if (answered && isWhole(Buffer.concat(chunks))) socket.end();
    });
    socket.on('error', () => {});
    socket.on('close', () => {
      clearTimeout(timer);
      resolve({ answers: answersIn(Buffer.concat(chunks).toString('latin1')), timedOut });
    });
    socket.on('connect', () => {
      socket.write(bytes, () => {
        if (!answered) setImmediate(() => socket.destroy());
      });
    });
  });
}

function isWhole(bytes: Buffer): boolean {
  const text = bytes.toString('latin1');
  const last = text.lastIndexOf('HTTP/1.1 ');
  if (/^HTTP\/1\.1 1\d\d /.test(text.slice(last))) return false;
  const end = text.indexOf('\r\n\r\n', last);
  if (end < 0) return false;
  const length = /\r\ncontent-length: (\d+)/i.exec(text.slice(last, end))?.[1];
  return length !== undefined && text.length - end - 4 >= Number(length);
}

/** The answers of a stream, by their status lines; good enough for answers of one server that we know. */
const answersIn = (text: string): ReceivedResponse[] =>
  text
    .split(/(?=HTTP\/1\.1 \d{3} )/)
    .filter((part) => part.startsWith('HTTP/1.1 '))
    .map((part) => {
      const [head = '', ...rest] = part.split('\r\n\r\n');
      const headers = Object.fromEntries(
        head
          .split('\r\n')
          .slice(1)
          .map((one) => [
            one.slice(0, one.indexOf(':')).toLowerCase(),
            one.slice(one.indexOf(':') + 1).trim(),
          ]),
      );
      const body = rest.join('\r\n\r\n');
      return { status: Number(part.slice(9, 12)), headers, text: body, body: parsedJson(body) };
    });
