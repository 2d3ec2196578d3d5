import { answerTo, defaultMaxBytes, type EventHandler, type ReceiverOptions, receiver } from './receive.ts';
import { WebhookVerificationError } from './webhook-verification-error.ts';

/**
 * Takes deliveries where a handler is a function from Request to Response (Hono, Next.js, Bun, workers):
 * `export const POST = fetchReceiver({ secret, unencrypted: true }, handle)`.
 * A refusal is answered with its 4xx; what the handler throws is passed on.
 */
export function fetchReceiver(
  options: ReceiverOptions,
  handle: EventHandler,
): (request: Request) => Promise<Response> {
  const receive = receiver(options, handle);
  const { maxBytes = defaultMaxBytes, onRefused } = options;
  return async (request) => {
    if (request.method !== 'POST')
      return Response.json({ errors: ['Deliveries come by POST.'] }, { status: 405 });
    const rawBody = await bodyWithin(request, maxBytes);
    if (rawBody === undefined) {
      const refusal = new WebhookVerificationError('too-large', `The body has more than ${maxBytes} bytes.`);
      onRefused?.(refusal);
      return responseOf(answerTo(refusal));
    }
    return responseOf(await receive({ rawBody, headers: request.headers }));
  };
}

/** The bytes of a body, or undefined when there are more of them; no more is read then. */
async function bodyWithin(request: Request, maxBytes: number): Promise<Uint8Array | undefined> {
  const chunks: Uint8Array[] = [];
  const reader = request.body?.getReader();
  for (let size = 0; reader !== undefined; ) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > maxBytes) {
      await reader.cancel();
      return undefined;
    }
    chunks.push(value);
  }
  return Buffer.concat(chunks);
}

const responseOf = ({ status, errors }: { status: number; errors?: readonly string[] }): Response =>
  errors === undefined ? new Response(null, { status }) : Response.json({ errors }, { status });
