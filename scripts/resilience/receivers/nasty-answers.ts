import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

export type NastyAnswer = (socket: Socket, request: IncomingMessage) => void;

function forEver(socket: Socket, text: string, everyMs?: number): void {
  const write = (): void => {
    if (socket.destroyed) return;
    const goesOn = socket.write(text);
    if (everyMs !== undefined) setTimeout(write, everyMs);
    else if (goesOn) setImmediate(write);
    else socket.once('drain', write);
  };
  write();
}

const fill = 'x'.repeat(16_384);
const chunk = `4000\r\n${fill}\r\n`;
const ok = (...headers: string[]): string =>
  `HTTP/1.1 200 OK\r\n${headers.map((one) => `${one}\r\n`).join('')}\r\n`;
const failed = 'HTTP/1.1 500 Oh\r\nContent-Length: 0\r\n\r\n';

/** Receivers that drip, hang and lie. None of these says that a delivery has come. */
export const nastyAnswers: Readonly<Record<string, NastyAnswer>> = {
  'says nothing': () => {},
  'closes at once': (socket) => void socket.destroy(),
  resets: (socket) => void socket.resetAndDestroy(),
  'half closes': (socket) => void socket.end(),
  'half a status line': (socket) => void socket.write('HTTP/1.1 2'),
  'drips a status line': (socket) => forEver(socket, 'H', 10),
  'drips headers': (socket) => {
    socket.write('HTTP/1.1 200 OK\r\n');
    forEver(socket, 'X-A: b\r\n', 10);
  },
  'endless headers': (socket) => {
    socket.write('HTTP/1.1 200 OK\r\n');
    forEver(socket, `X-A: ${fill}\r\n`);
  },
  'a header without an end': (socket) => {
    socket.write('HTTP/1.1 200 OK\r\nX-A: ');
    forEver(socket, fill);
  },
  'endless 1xx': (socket) => forEver(socket, 'HTTP/1.1 103 Early Hints\r\n\r\n'),
  'drips 1xx': (socket) => forEver(socket, 'HTTP/1.1 102 Processing\r\n\r\n', 10),
  'another protocol': (socket) =>
    void socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n'),
  'no HTTP': (socket) => void socket.end('SSH-2.0-OpenSSH_9.9\r\n'),
  'a TLS alert': (socket) => void socket.end(Buffer.from([21, 3, 1, 0, 2, 2, 40])),
  'two lengths': (socket) => void socket.end(ok('Content-Length: 1', 'Content-Length: 2').concat('xx')),
  'a length below zero': (socket) => void socket.end(ok('Content-Length: -1')),
  'a length beyond numbers': (socket) => void socket.end(ok(`Content-Length: ${'9'.repeat(400)}`)),
  'a chunk without a length': (socket) =>
    void socket.end('HTTP/1.1 500 Oh\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n'),
  'an endless refusal': (socket) => {
    socket.write('HTTP/1.1 500 Oh\r\nTransfer-Encoding: chunked\r\n\r\n');
    forEver(socket, chunk);
  },
  'a dripping refusal': (socket) => {
    socket.write('HTTP/1.1 503 Later\r\nContent-Length: 100000\r\n\r\n');
    forEver(socket, ' ', 10);
  },
  'less than its length': (socket) => void socket.end('HTTP/1.1 500 Oh\r\nContent-Length: 100\r\n\r\nshort'),
  'more than its length': (socket) =>
    void socket.write(`HTTP/1.1 500 Oh\r\nContent-Length: 1\r\n\r\n${fill}`),
  // The second one must not be taken for the answer to the next delivery.
  'two answers': (socket) => void socket.write(failed + ok('Content-Length: 0')),
  'an answer too many, later': (socket) => {
    socket.write(failed);
    setTimeout(() => socket.write(ok('Content-Length: 0')), 20);
  },
  'a redirect to itself': (socket, { url }) =>
    void socket.write(`HTTP/1.1 307 There\r\nLocation: ${url}\r\nContent-Length: 0\r\n\r\n`),
  'a redirect to the metadata of a cloud': (socket) =>
    void socket.write(
      'HTTP/1.1 307 There\r\nLocation: http://169.254.169.254/latest\r\nContent-Length: 0\r\n\r\n',
    ),
  'a redirect to a file': (socket) =>
    void socket.write('HTTP/1.1 308 There\r\nLocation: file:///etc/passwd\r\nContent-Length: 0\r\n\r\n'),
  'a redirect to nothing': (socket) =>
    void socket.write('HTTP/1.1 302 There\r\nLocation: http://[\r\nContent-Length: 0\r\n\r\n'),
  'a status of its own': (socket) =>
    void socket.write('HTTP/1.1 999 \u001b[31m\r\nContent-Length: 0\r\n\r\n'),
  'come back in a million years': (socket) =>
    void socket.write('HTTP/1.1 429 Later\r\nRetry-After: 31557600000000\r\nContent-Length: 0\r\n\r\n'),
};
