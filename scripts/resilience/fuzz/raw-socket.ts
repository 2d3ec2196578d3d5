import { connect } from 'node:net';
import { parsedJson, type ReceivedResponse } from '../connection.ts';

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
