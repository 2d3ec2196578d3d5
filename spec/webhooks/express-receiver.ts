import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  type EventHandler,
  type ReceiverOptions,
  receiver,
  type WebhookAnswer,
  wholeBody,
} from './receive.ts';
import type { RawBody } from './seal.ts';

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
  return (request, response, next) => {
    // `open` judges what an earlier parser left: bytes and text are fine, an object is a mistake that it reports.
    const isRead = request.readableDidRead || request.readableEnded;
    const read = async (most: number): Promise<RawBody | undefined> =>
      // Left open when it is too long, so that the answer still gets through.
      isRead ? (request.body as RawBody) : wholeBody(request.iterator({ destroyOnReturn: false }), most);
    receive(read, request.headers).then(
      (answer) => send(request, response, answer),
      (error) => {
        // A sender that broke off in the middle waits for no answer.
        if (!request.destroyed || request.complete) next(error);
      },
    );
  };
}

function send(request: IncomingMessage, response: ServerResponse, { status, errors }: WebhookAnswer): void {
  if (!request.complete) response.setHeader('Connection', 'close');
  if (errors === undefined) return void response.writeHead(status).end();
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify({ errors }));
}
