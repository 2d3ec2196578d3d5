import { type EventHandler, type ReceiverOptions, receiver, wholeBody } from './receive.ts';

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
  return async ({ method, headers, body }) => {
    if (method !== 'POST') return Response.json({ errors: ['Deliveries come by POST.'] }, { status: 405 });
    const { status, errors } = await receive(
      async (most) => (body ? wholeBody(body, most) : undefined),
      headers,
    );
    return errors === undefined ? new Response(null, { status }) : Response.json({ errors }, { status });
  };
}
