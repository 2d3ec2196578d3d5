import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  answerTo,
  defaultMaxBytes,
  type EventHandler,
  type ReceiverOptions,
  receiver,
  type WebhookAnswer,
} from './receive.ts';
import type { RawBody } from './seal.ts';
import { WebhookVerificationError } from './webhook-verification-error.ts';

/** A middleware of Express, Connect and their like. */
export type ExpressReceiver = (
  request: IncomingMessage & { body?: unknown },
  response: ServerResponse,
  next: (error?: unknown) => void,
) => void;

/**
 * Takes deliveries in Express: `app.post('/webhooks', expressReceiver({ secret, unencrypted: true }, handle))`.
 * It reads the body itself, so no body parser may come before it, unless it is `express.raw`. A refusal is answered with
 * its 4xx; what the handler throws goes to `next`.
 */
export function expressReceiver(options: ReceiverOptions, handle: EventHandler): ExpressReceiver {
  const receive = receiver(options, handle);
  const { maxBytes = defaultMaxBytes, onRefused } = options;
  const take = async (request: IncomingMessage & { body?: unknown }): Promise<WebhookAnswer> => {
    try {
      return await receive({ rawBody: await rawBodyOf(request, maxBytes), headers: request.headers });
    } catch (error) {
      if (!(error instanceof WebhookVerificationError)) throw error;
      onRefused?.(error);
      return answerTo(error);
    }
  };
  return (request, response, next) => {
    take(request).then(
      (answer) => send(request, response, answer),
      (error) => {
        // A sender that broke off in the middle waits for no answer.
        if (!request.destroyed || request.complete) next(error);
      },
    );
  };
}

async function rawBodyOf(
  request: IncomingMessage & { body?: unknown },
  maxBytes: number,
): Promise<RawBody | undefined> {
  // `open` judges what an earlier parser left: bytes and text are fine, an object is a mistake that it reports.
  if (request.readableDidRead || request.readableEnded) return request.body as RawBody | undefined;
  const chunks: Buffer[] = [];
  let size = 0;
  // Left open when it is too long, so that the answer still gets through.
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    const bytes: Buffer = chunk;
    size += bytes.length;
    if (size > maxBytes)
      throw new WebhookVerificationError('too-large', `The body has more than ${maxBytes} bytes.`);
    chunks.push(bytes);
  }
  return Buffer.concat(chunks);
}

function send(request: IncomingMessage, response: ServerResponse, { status, errors }: WebhookAnswer): void {
  if (!request.complete) response.setHeader('Connection', 'close');
  if (errors === undefined) return void response.writeHead(status).end();
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify({ errors }));
}
