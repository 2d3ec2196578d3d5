import { connect, createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** A message as a strict reader sees it: by Content-Length or chunks, and by nothing else. */
export type WireMessage = { first: string; headers: readonly (readonly [string, string])[]; body: Buffer };

export const headerIn = ({ headers }: Pick<WireMessage, 'headers'>, name: string): string | undefined =>
  headers.find(([one]) => one.toLowerCase() === name)?.[1];

/**
 * Reads HTTP/1.1 messages from bytes. It knows none of Node's parser: whatever stands behind the end of a message is the next
 * one, so that a body without framing shows up as a message too many.
 */
export class WireReader {
  #bytes = Buffer.alloc(0);
  #head: WireMessage | undefined;
  readonly #isBodiless: (head: WireMessage) => boolean;

  constructor(isBodiless: (head: WireMessage) => boolean = () => false) {
    this.#isBodiless = isBodiless;
  }

  /** The heads and the whole messages that these bytes complete. */
  read(bytes: Buffer): { heads: WireMessage[]; whole: WireMessage[] } {
    this.#bytes = Buffer.concat([this.#bytes, bytes]);
    const heads: WireMessage[] = [];
    const whole: WireMessage[] = [];
    for (;;) {
      if (!this.#head) {
        const end = this.#bytes.indexOf('\r\n\r\n');
        if (end < 0) break;
        const [first = '', ...lines] = this.#bytes.toString('latin1', 0, end).split('\r\n');
        const headers = lines.map((line) => {
          const at = line.indexOf(':');
          return [line.slice(0, at), line.slice(at + 1).trim()] as const;
        });
        this.#head = { first, headers, body: Buffer.alloc(0) };
        this.#bytes = this.#bytes.subarray(end + 4);
        heads.push(this.#head);
      }
      const body = this.#body(this.#head);
      if (!body) break;
      whole.push({ ...this.#head, body });
      this.#head = undefined;
    }
    return { heads, whole };
  }

  /** What is left when the connection ends: the body of a message without a length. */
  get rest(): string {
    return this.#head ? '' : this.#bytes.toString('latin1');
  }

  #body(head: WireMessage): Buffer | undefined {
    if (this.#isBodiless(head)) return Buffer.alloc(0);
    if (headerIn(head, 'transfer-encoding') !== undefined) return this.#chunks();
    return this.#take(Number(headerIn(head, 'content-length') ?? 0));
  }

  #take(length: number): Buffer | undefined {
    if (this.#bytes.length < length) return undefined;
    const taken = this.#bytes.subarray(0, length);
    this.#bytes = this.#bytes.subarray(length);
    return taken;
  }

  #chunks(): Buffer | undefined {
    const parts: Buffer[] = [];
    for (let at = 0; ; ) {
      const line = this.#bytes.indexOf('\r\n', at);
      if (line < 0) return undefined;
      const size = Number.parseInt(this.#bytes.toString('latin1', at, line), 16);
      if (size === 0) {
        const end = this.#bytes.indexOf('\r\n\r\n', line);
        if (end < 0) return undefined;
        this.#bytes = this.#bytes.subarray(end + 4);
        return Buffer.concat(parts);
      }
      if (this.#bytes.length < line + 4 + size) return undefined;
      parts.push(this.#bytes.subarray(line + 2, line + 2 + size));
      at = line + 4 + size;
    }
  }
}

/** A server of raw bytes, closed at the end of the test; returns its address. */
export async function rawServer(handle: (socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => undefined);
    handle(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
}

/** Sends pieces of bytes, each in a write of its own; ends when the peer closes, or when `isDone` says so. */
export async function sendRaw(
  url: string,
  pieces: readonly (string | Buffer)[],
  isDone: (bytes: Buffer) => boolean,
  patienceMs = 4000,
): Promise<{ bytes: Buffer; isClosed: boolean; isTimedOut: boolean }> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  let bytes = Buffer.alloc(0);
  return new Promise((resolve) => {
    const over = (isClosed: boolean, isTimedOut = false): void => {
      clearTimeout(timer);
      socket.destroy();
      resolve({ bytes, isClosed, isTimedOut });
    };
    const timer = setTimeout(() => over(false, true), patienceMs);
    socket.on('error', () => undefined).on('close', () => over(true));
    socket.on('data', (chunk) => {
      bytes = Buffer.concat([bytes, chunk]);
      if (isDone(bytes)) over(false);
    });
    socket.on('connect', async () => {
      socket.setNoDelay(true);
      for (const piece of pieces) {
        if (socket.destroyed) return;
        socket.write(typeof piece === 'string' ? Buffer.from(piece, 'latin1') : piece);
        await new Promise((next) => setImmediate(next));
      }
    });
  });
}
