import fc from 'fast-check';

/** `@` stands for the number of the message, by which its answer is known. */
export type OddRequest = { readonly text: string; readonly cuts: readonly number[] };
export type OddResponse = OddRequest & { readonly end: 'keep' | 'close' | 'reset' };

const usually = <T>(value: T, ...others: readonly T[]): fc.Arbitrary<T> =>
  fc.oneof(
    { weight: 3, arbitrary: fc.constant(value) },
    { weight: 2, arbitrary: fc.constantFrom(...others) },
  );

const hidden = 'GET /hidden-@ HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n';
const other = hidden.replace('hidden', 'other');
const chunk = (text: string, extension = ''): string =>
  `${text.length.toString(16)}${extension}\r\n${text}\r\n`;

/** How a body is announced and how it comes; most are lies. */
const framings = (body: string): readonly [headers: string, bytes: string][] => {
  const length = `Content-Length: ${body.length}\r\n`;
  const chunked = 'Transfer-Encoding: chunked\r\n';
  const right = `${chunk(body)}0\r\n\r\n`;
  return [
    ['', ''],
    [length, body],
    [chunked, right],
    [chunked, `${chunk(body, ';a=b')}0\r\nX-Trailer: yes\r\n\r\n`],
    [`${length}${chunked}`, right],
    [`${chunked}${length}`, right],
    [`${length}${length}`, body],
    [`${length}Content-Length: 1\r\n`, body],
    [`Content-Length: +${body.length}\r\n`, body],
    [`Content-Length: ${body.length}, ${body.length}\r\n`, body],
    ['Content-Length: -1\r\n', body],
    ['Content-Length: 5000\r\n', body],
    ['', body],
    [`Connection: Content-Length\r\n${length}`, body],
    [`Connection: Transfer-Encoding\r\n${chunked}`, right],
    ['Transfer-Encoding: xchunked\r\n', right],
    ['Transfer-Encoding: chunked, identity\r\n', right],
    ['Transfer-Encoding: identity\r\n', body],
    ['Transfer-Encoding: gzip, chunked\r\n', right],
    [`${chunked}Transfer-Encoding: chunked\r\n`, right],
    ['Transfer-Encoding : chunked\r\n', right],
    ['Transfer-Encoding:\tchunked \r\n', right],
    ['Transfer-Encoding:\r\n chunked\r\n', right],
    ['Transfer-Encoding:\u000bchunked\r\n', right],
    [chunked, body],
    [chunked, `${chunk(body)}0\n\n`],
    [chunked, `${body.length.toString(16)}\n${body}\r\n0\r\n\r\n`],
    [chunked, `0x5\r\n${body}\r\n0\r\n\r\n`],
    [chunked, `${chunk(body)}0\r\n${body}`],
    [chunked, `fffffffffffffffff\r\n${body}`],
  ];
};

const framed = fc
  .constantFrom('hello', hidden, `${hidden}${other}`)
  .chain((body) =>
    fc.oneof(fc.constantFrom(...framings(body).slice(0, 3)), fc.constantFrom(...framings(body))),
  );

const oddHeaders = fc.constantFrom(
  'constructor: a\r\n__proto__: b\r\nhasOwnProperty: c\r\n',
  'X-Twice: 1\r\nx-twice: 2\r\n',
  'Expect: 100-continue\r\n',
  'Upgrade: h2c\r\nConnection: Upgrade, HTTP2-Settings\r\nHTTP2-Settings: AAMAAABk\r\n',
  'Trailer: X-Trailer\r\nTE: trailers\r\n',
  'Trailer: Content-Length\r\n',
  'X-Latin: \u00e9\u00ff\r\n',
  'X-Nul: a\u0000b\r\n',
  'X-Return: a\rX-Hidden: b\r\n',
  'no colon\r\n',
  ': no name\r\n',
  'sp ace: a\r\n',
  ' folded: a\r\n',
  `X-Long: ${'a'.repeat(20_000)}\r\n`,
  `X-Longest: ${'a'.repeat(200_000)}\r\n`,
  'Connection: close\r\n',
  'Connection: keep-alive, Host, X-Api-Key\r\nX-Api-Key: k\r\n',
);
const someHeaders = fc.array(oddHeaders, { maxLength: 2 }).map((list) => list.join(''));
const cuts = fc.array(fc.nat(400), { maxLength: 3 });

export const oddRequest: fc.Arbitrary<OddRequest> = fc
  .record({
    method: usually(
      'GET',
      'POST',
      'PUT',
      'PATCH',
      'DELETE',
      'HEAD',
      'OPTIONS',
      'TRACE',
      'CONNECT',
      'get',
      'G=T',
    ),
    target: usually(
      '/users/@',
      '//@',
      '/@?a=b%20c',
      'http://other.example/@',
      '*',
      '/@ b',
      '/@\u00e9',
      '@',
      '/@#a',
    ),
    version: fc.oneof(
      { weight: 9, arbitrary: fc.constant(' HTTP/1.1') },
      { weight: 1, arbitrary: fc.constantFrom(' HTTP/1.0', ' HTTP/1.2', ' HTTP/2.0', ' HTTP/0.9', '') },
    ),
    host: fc.oneof(
      { weight: 9, arbitrary: fc.constant('Host: 127.0.0.1\r\n') },
      {
        weight: 1,
        arbitrary: fc.constantFrom('', 'Host: a\r\nHost: b\r\n', 'Host: evil.example\r\n', 'host:\r\n'),
      },
    ),
    headers: someHeaders,
    body: framed,
    cuts,
  })
  .map(({ method, target, version, host, headers, body: [framing, bytes], cuts }) => ({
    text: `${method} ${target}${version}\r\n${host}${headers}${framing}\r\n${bytes}`,
    cuts,
  }));

const poison = 'HTTP/1.1 200 OK\r\nX-Seen: poison\r\nContent-Length: 6\r\n\r\npoison';

export const oddResponse: fc.Arbitrary<OddResponse> = fc
  .record({
    before: usually(
      '',
      'HTTP/1.1 100 Continue\r\n\r\n',
      'HTTP/1.1 102 Processing\r\n\r\n',
      'HTTP/1.1 103 Early Hints\r\nLink: </a>; rel=preload\r\nX-Hint: 1\r\n\r\n',
      'HTTP/1.1 103 Early Hints\r\nLink: no link\r\n\r\n',
      'HTTP/1.1 199 \u0001\r\n\r\n',
      'HTTP/1.1 101 Switching Protocols\r\n\r\n',
      'HTTP/1.1 101 Switching Protocols\r\nUpgrade: h2c\r\nConnection: Upgrade\r\n\r\n',
      '\r\n',
      'garbage',
    ),
    first: usually(
      'HTTP/1.1 200 OK',
      'HTTP/1.1 200 a\u0001b',
      'HTTP/1.1 200 \u007f\u0000',
      'HTTP/1.1 200 \u00e9',
      'HTTP/1.1 200',
      'HTTP/1.1 204 No Content',
      'HTTP/1.1 304 Not Modified',
      'HTTP/1.1 418 I am a teapot',
      'HTTP/1.1 99 Low',
      'HTTP/1.1 600 High',
      'HTTP/1.1 999 Higher',
      'HTTP/1.1 1000 Highest',
      'HTTP/1.0 200 OK',
      'HTTP/2.0 200 OK',
      'ICY 200 OK',
    ),
    headers: someHeaders,
    body: framed,
    after: usually('', poison, 'garbage', '\r\n', poison.repeat(3)),
    cuts,
    end: fc.constantFrom('keep' as const, 'keep' as const, 'close' as const, 'reset' as const),
  })
  .map(({ before, first, headers, body: [framing, bytes], after, cuts, end }) => ({
    text: `${before}${first}\r\nX-Seen: @\r\n${headers}${framing}\r\n${bytes}${after}`,
    cuts,
    end,
  }));

/** The bytes of a message, cut into pieces. */
export function piecesOf(text: string, cuts: readonly number[]): string[] {
  const places = [0, ...[...cuts].sort((a, b) => a - b).map((at) => Math.min(at, text.length)), text.length];
  return places
    .slice(1)
    .map((at, index) => text.slice(places[index], at))
    .filter((piece) => piece !== '');
}
