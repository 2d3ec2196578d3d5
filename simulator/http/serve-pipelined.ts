import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

type Listener = (request: IncomingMessage, response: ServerResponse) => void;

/** How many requests may wait for their turn on one connection. */
const MOST_WAITING = 256;

/**
 * Serves the requests of a connection one after the other. Node hands out at once all that somebody sent without waiting
 * for an answer; whoever then reads none of the answers would have them all made and kept.
 */
export function servePipelined(serve: Listener): Listener {
  const waiting = new WeakMap<Socket, number>();
  return (request, response) => {
    // Node gives a connection to one answer after the other.
    if (response.socket) return serve(request, response);
    const { socket } = request;
    const count = (waiting.get(socket) ?? 0) + 1;
    waiting.set(socket, count);
    if (count > MOST_WAITING) socket.destroy();
    response.once('socket', () => {
      waiting.set(socket, (waiting.get(socket) ?? 0) - 1);
      queueMicrotask(() => serve(request, response));
    });
  };
}
