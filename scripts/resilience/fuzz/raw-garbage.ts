import { gzipSync } from 'node:zlib';
import type { Stream } from '../../../generators/random.ts';
import type { Fixture } from './fixture.ts';

export type RawGarbage = {
  name: string;
  bytes: Buffer;
  /** Whether an answer has to come; the others are cut off by us. */
  answered: boolean;
};

const line = (...lines: string[]): string => `${lines.join('\r\n')}\r\n\r\n`;
const request = (start: string, ...headers: string[]): string => line(start, 'Host: localhost', ...headers);
const key = 'X-API-KEY: sandbox-key';
const json = 'Content-Type: application/json';

type Maker = (chance: Stream, fixture: Fixture) => Omit<RawGarbage, 'name'>;

const bytesOf = (content: Buffer | string): Buffer =>
  typeof content === 'string' ? Buffer.from(content) : content;
const answered = (content: Buffer | string) => ({ bytes: bytesOf(content), answered: true });
const cut = (content: Buffer | string) => ({ bytes: bytesOf(content), answered: false });

function posted(path: string, body: Buffer | string, ...headers: string[]): Buffer {
  const bytes = bytesOf(body);
  const head = request(
    `POST ${path} HTTP/1.1`,
    'Connection: close',
    key,
    `Content-Length: ${bytes.length}`,
    ...headers,
  );
  return Buffer.concat([Buffer.from(head), bytes]);
}

const randomBytes = (chance: Stream, length: number): Buffer =>
  Buffer.from(Array.from({ length }, () => chance.int(0, 255)));

let bomb: Buffer | undefined;

/** What no client library sends. */
const rawGarbage: Record<string, Maker> = {
  'random bytes': (chance) => cut(randomBytes(chance, chance.int(1, 2000))),
  'random bytes and an end of line': (chance) =>
    answered(Buffer.concat([randomBytes(chance, 50), Buffer.from('\r\n\r\n')])),
  'no request line': () => answered('\r\n\r\n\r\nhello\r\n\r\n'),
  'a lower-case method': () => answered(request('get /users HTTP/1.1', key)),
  'an unknown method': () => answered(request('FROB /users HTTP/1.1', key)),
  'another version': (chance) =>
    answered(request(`GET /users HTTP/${chance.pick(['0.9', '2.0', '3', '1.9', '11'])}`, key)),
  'no host': () => answered(line('GET /users HTTP/1.1', 'Connection: close', key)),
  'two hosts': () => answered(request('GET /users HTTP/1.1', 'Connection: close', 'Host: localhost:1', key)),
  'HTTP/1.0': () => answered(line('GET /users HTTP/1.0', key)),
  'an absolute address': (chance) =>
    answered(
      request(
        `GET ${chance.pick(['http://a/users', 'http://[/users', 'http://[/_storage/x/y', 'ftp://x', 'http://a:99999/_storage/sandbox/x', 'http://%zz/docs'])} HTTP/1.1`,
        'Connection: close',
        key,
      ),
    ),
  'an asterisk': () => answered(request('OPTIONS * HTTP/1.1', 'Connection: close', key)),
  'a path without a slash': (chance) =>
    answered(
      request(
        `GET ${chance.pick(['users', '?', '#', ';', 'http:', '//', '///users', '\\users'])} HTTP/1.1`,
        'Connection: close',
        key,
      ),
    ),
  CONNECT: () => cut(request('CONNECT a:443 HTTP/1.1', key)),
  TRACE: () => answered(request('TRACE /users HTTP/1.1', 'Connection: close', key)),
  'an upgrade': () =>
    answered(
      request(
        'GET /users HTTP/1.1',
        'Connection: Upgrade, close',
        'Upgrade: websocket',
        'Sec-WebSocket-Key: x',
        key,
      ),
    ),
  'HTTP/2 preface': () => answered('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'),
  'a TLS hello': () => answered(Buffer.from('1603010200010001fc0303000000000d0a0d0a', 'hex')),
  'huge headers': (chance) =>
    answered(request('GET /users HTTP/1.1', `X-Huge: ${'a'.repeat(chance.int(17_000, 60_000))}`, key)),
  'many headers': () =>
    answered(
      request(
        'GET /users HTTP/1.1',
        'Connection: close',
        ...Array.from({ length: 900 }, (_, n) => `X-${n}: ${n}`),
        key,
      ),
    ),
  'a huge address': () => answered(request(`GET /users?${'a'.repeat(60_000)} HTTP/1.1`, key)),
  'a header without a colon': () => answered(request('GET /users HTTP/1.1', 'nonsense', key)),
  'a NUL in a header': () => answered(request('GET /users HTTP/1.1', 'X-Odd: a\0b', key)),
  'a folded header': () =>
    answered(request('GET /users HTTP/1.1', 'Connection: close', 'X-Odd: a', ' b', key)),
  'two lengths': () =>
    answered(`${request('POST /webhooks HTTP/1.1', key, json, 'Content-Length: 2', 'Content-Length: 3')}{}`),
  'a length that is none': (chance) =>
    answered(
      `${request('POST /webhooks HTTP/1.1', key, json, `Content-Length: ${chance.pick(['-1', 'x', '1e3', '99999999999999999999'])}`)}{}`,
    ),
  'length and chunks': () =>
    answered(
      `${request('POST /webhooks HTTP/1.1', key, json, 'Content-Length: 4', 'Transfer-Encoding: chunked')}0\r\n\r\n`,
    ),
  'broken chunks': (chance) =>
    answered(
      `${request('POST /webhooks HTTP/1.1', key, json, 'Transfer-Encoding: chunked')}${chance.pick(['zz\r\n{}\r\n', '-1\r\n', 'fffffffffffffffff\r\n', '2\r\n{}X\r\n0\r\n\r\n'])}`,
    ),
  'an unknown transfer encoding': () =>
    answered(
      `${request('POST /webhooks HTTP/1.1', 'Connection: close', key, json, 'Transfer-Encoding: gzip')}{}`,
    ),
  'a cut body': () => cut(`${request('POST /webhooks HTTP/1.1', key, json, 'Content-Length: 500')}{"name":`),
  'cut chunks': () =>
    cut(`${request('PATCH /configuration HTTP/1.1', key, json, 'Transfer-Encoding: chunked')}5\r\n{"cl`),
  'cut headers': () => cut('PATCH /configuration HTTP/1.1\r\nHost: a\r\nX-Api'),
  'a cut upload': (chance, { uploads }) =>
    cut(
      `${request(`PUT ${chance.pick(uploads)} HTTP/1.1`, 'Content-Type: application/pdf', 'Content-Length: 5000')}%PDF-1.4`,
    ),
  'an upload that lies about its size': (chance, { uploads }) =>
    cut(
      request(
        `PUT ${chance.pick(uploads)} HTTP/1.1`,
        'Content-Type: application/pdf',
        'Content-Length: 9999999999',
      ),
    ),
  'a gzip bomb': () => {
    bomb ??= gzipSync(Buffer.alloc(100 << 20, ' '));
    return answered(posted('/webhooks', bomb, json, 'Content-Encoding: gzip'));
  },
  'broken gzip': (chance) =>
    answered(
      posted(
        '/webhooks',
        Buffer.concat([gzipSync('{"name": "a"}').subarray(0, chance.int(3, 25)), randomBytes(chance, 5)]),
        json,
        'Content-Encoding: gzip',
      ),
    ),
  'bytes that are no UTF-8': (chance) =>
    answered(
      posted(
        '/webhooks',
        Buffer.concat([Buffer.from('{"name": "'), randomBytes(chance, 20), Buffer.from('"}')]),
        json,
      ),
    ),
  'UTF-16': () =>
    answered(posted('/webhooks', Buffer.from('\ufeff{"name": "a"}', 'utf16le'), `${json}; charset=utf-16`)),
  'a byte order mark': () => answered(posted('/webhooks', '\ufeff{}', json)),
  'a body of 2 MB': () => answered(posted('/webhooks', `{"name": "${'a'.repeat(2 << 20)}"}`, json)),
  'lists in lists': (chance) => {
    const depth = chance.int(1000, 400_000);
    return answered(posted('/webhooks', '['.repeat(depth) + ']'.repeat(depth), json));
  },
  'objects in objects': (chance) => {
    const depth = chance.int(1000, 150_000);
    return answered(posted('/_sandbox/users', `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`, json));
  },
  'deep events': () =>
    answered(
      posted(
        '/webhooks',
        `{"name":"a","url":"http://127.0.0.1:9","events":[${`${'['.repeat(100_000)}${']'.repeat(100_000)},`.repeat(2)}1]}`,
        json,
      ),
    ),
  'a key many times': () => answered(posted('/webhooks', `{${'"name":"a",'.repeat(50_000)}"name":1}`, json)),
  'many keys': () =>
    answered(
      posted('/_sandbox/users', `{${Array.from({ length: 30_000 }, (_, n) => `"k${n}":1`).join()}}`, json),
    ),
  'a long number': () =>
    answered(posted('/_sandbox/users', `{"payroll_period_months": ${'9'.repeat(100_000)}}`, json)),
  'a body on a GET': () =>
    answered(`${request('GET /users HTTP/1.1', 'Connection: close', key, json, 'Content-Length: 7')}{"a":1}`),
  'an expectation': (chance) =>
    answered(
      `${request('POST /webhooks HTTP/1.1', 'Connection: close', key, json, `Expect: ${chance.pick(['100-continue', 'nothing'])}`, 'Content-Length: 2')}{}`,
    ),
  'a pipeline': (chance) => {
    const many = Array.from({ length: chance.int(2, 40) }, (_, n) =>
      request(`GET /users?limit=1&offset=${n} HTTP/1.1`, key),
    );
    return answered(`${many.join('')}${request('GET /nowhere HTTP/1.1', 'Connection: close', key)}`);
  },
  'a pipeline with garbage in it': () =>
    answered(`${request('GET /configuration HTTP/1.1', key)}nonsense\r\n\r\n`),
  'a smuggled request': () =>
    answered(
      `${request('POST /webhooks HTTP/1.1', key, json, 'Content-Length: 6', 'Transfer-Encoding: chunked')}0\r\n\r\nGET /users HTTP/1.1\r\n\r\n`,
    ),
  'an odd path of documents': (chance) =>
    answered(
      request(
        `${chance.pick(['GET', 'HEAD', 'POST', 'DELETE', 'OPTIONS'])} ${chance.pick(['/docs', '/docs/', '/docs/../users', '/docs/%2e%2e/', '/docs/%00', '/docs/%zz', '/docs?x=%zz', '/openapi.yaml/', '/openapi.json?a', '/docs/__proto__', '/DOCS'])} HTTP/1.1`,
        'Connection: close',
      ),
    ),
  'an odd place of storage': (chance, { uploads }) => {
    const path = chance.pick(uploads);
    const odd = [
      '/_storage',
      '/_storage/',
      '/_storage//',
      '/_storage/%zz/x',
      '/_storage/sandbox/../../etc/passwd',
      '/_storage/sandbox/%2e%2e%2f%2e%2e%2fetc',
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
    return answered(
      `${request(`${method} ${chance.pick(odd)} HTTP/1.1`, 'Connection: close', `Content-Type: ${type}`, `Content-Length: ${body.length}`)}${body}`,
    );
  },
};

export function nextGarbage(chance: Stream, fixture: Fixture): RawGarbage {
  const [name, make] = chance.pick(Object.entries(rawGarbage));
  return { name, ...make(chance, fixture) };
}
