import { createDecipheriv, createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The agreement of the receiver: both, one or none. */
export type Protection = { secret?: string; key?: string };

type Event = Record<string, unknown>;

/** A receiver as people write it, step by step; a defect is another version of one step. Throwing means 400. */
export type Steps = {
  read(request: IncomingMessage): Promise<Buffer>;
  header(request: IncomingMessage, name: string): string | undefined;
  verify(body: Buffer, signature: string | undefined, secret: string, request: IncomingMessage): boolean;
  decrypt(body: Buffer, iv: string | undefined, key: Buffer): Buffer;
  parse(plain: Buffer): unknown;
  isDelivery(event: unknown): boolean;
  /** Whether it is new; a repeat is acknowledged and goes no further. */
  isNew(event: Event, body: Buffer, request: IncomingMessage): boolean;
  /** Takes back that a delivery is known, when its handling failed. */
  forget(event: Event): void;
  handle(event: Event, count: (userId: unknown) => void): Promise<void> | void;
  /** The order of the steps, and the answers. */
  take(steps: Steps, request: IncomingMessage, response: ServerResponse, own: Own): Promise<void>;
  /** What an exception becomes. */
  fail(error: unknown, response: ServerResponse): void;
};

export type Own = Protection & {
  readonly seen: Set<string>;
  readonly count: (userId: unknown) => void;
  readonly server: Server;
};

const isText = (value: unknown): value is string => typeof value === 'string';

export class Refusal extends Error {
  readonly status: number;
  constructor(status: number) {
    super('refused');
    this.status = status;
  }
}

/** Decodes Base64 and nothing else. */
export function strictBase64(text: string): Buffer {
  const bytes = Buffer.from(text, 'base64');
  if (bytes.toString('base64') !== text) throw new Refusal(400);
  return bytes;
}

const idOf = (event: Event): string =>
  JSON.stringify([event['event'], event['user_id'], event['timestamp'], event['entry_id']]);

/** Handles a delivery; one whose handling fails is not known afterwards, so that its retry is handled. */
export async function handledOrForgotten(
  { handle, forget }: Steps,
  event: Event,
  count: Own['count'],
): Promise<void> {
  try {
    await handle(event, count);
  } catch (error) {
    forget(event);
    throw error;
  }
}

/** The steps of a receiver that does everything right, with nothing but Node. */
export function rightSteps(): Steps {
  const seen = new Set<string>();
  return {
    async read(request) {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      return Buffer.concat(chunks);
    },
    header: (request, name) => {
      const value = request.headers[name.toLowerCase()];
      return Array.isArray(value) ? value.join(', ') : value;
    },
    verify(body, signature, secret) {
      const expected = Buffer.from(createHmac('sha512', secret).update(body).digest('hex'));
      const given = Buffer.from(signature ?? '');
      return given.length === expected.length && timingSafeEqual(given, expected);
    },
    decrypt(body, iv, key) {
      if (!iv) throw new Refusal(400);
      const bytes = strictBase64(body.toString('latin1'));
      if (bytes.length < 16) throw new Refusal(400);
      const decipher = createDecipheriv('aes-256-gcm', key, strictBase64(iv), { authTagLength: 16 });
      decipher.setAuthTag(bytes.subarray(-16));
      return Buffer.concat([decipher.update(bytes.subarray(0, -16)), decipher.final()]);
    },
    parse: (plain) => JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(plain)),
    isDelivery: (event) => {
      const { event: kind, user_id, timestamp } = (event ?? {}) as Event;
      return isText(kind) && isText(user_id) && isText(timestamp);
    },
    isNew(event) {
      if (seen.has(idOf(event))) return false;
      seen.add(idOf(event));
      return true;
    },
    forget: (event) => void seen.delete(idOf(event)),
    handle: (event, count) => count(event['user_id']),
    async take(steps, request, response, { secret, key, count }) {
      const body = await steps.read(request);
      if (secret !== undefined) {
        const signature = steps.header(request, 'X-Svc-Signature');
        if (!steps.verify(body, signature, secret, request)) throw new Refusal(401);
      }
      const iv = steps.header(request, 'X-Svc-Encryption-IV');
      const plain = key === undefined ? body : steps.decrypt(body, iv, Buffer.from(key, 'base64'));
      const event = steps.parse(plain);
      if (!steps.isDelivery(event)) throw new Refusal(400);
      if (steps.isNew(event as Event, body, request)) await handledOrForgotten(steps, event as Event, count);
      response.writeHead(204).end();
    },
    fail(error, response) {
      response.writeHead(error instanceof Refusal ? error.status : 400).end();
    },
  };
}

export type RunningReceiver = {
  url: string;
  handled: (userId: string) => number;
  /** Has the next delivery about a user fail. */
  failing: (userId: string) => void;
  close(): Promise<void>;
};

/** What a receiver does with events: it counts them, and fails where it is told to. */
export function counting() {
  const counts = new Map<unknown, number>();
  const toFail = new Set<unknown>();
  return {
    count(userId: unknown): void {
      if (toFail.delete(userId)) throw new Refusal(500);
      counts.set(userId, (counts.get(userId) ?? 0) + 1);
    },
    handled: (userId: string): number => counts.get(userId) ?? 0,
    failing: (userId: string): void => void toFail.add(userId),
  };
}

/** Starts a receiver with these steps on a free port. */
export async function startSteps(protection: Protection, steps: Steps): Promise<RunningReceiver> {
  const { count, handled, failing } = counting();
  const seen = new Set<string>();
  const server = createServer((request, response) => {
    steps.take(steps, request, response, { ...protection, seen, count, server }).catch((error: unknown) => {
      if (request.destroyed && !request.complete) return;
      steps.fail(error, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks`,
    handled,
    failing,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
