import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

type Listener = (request: IncomingMessage, response: ServerResponse) => void;

/** How many requests may wait for their turn on one connection. */
const MOST_WAITING = 256;

/**
 * Serves the requests of a connection one after the other. Node hands out at once all that somebody sent without waiting
 * for an answer; whoever then reads none of the answers would have them all made and kept.
 */
export function inTurn(serve: Listener): Listener {
  const queues = new WeakMap<Socket, [IncomingMessage, ServerResponse][]>();
  return (request, response) => {
    const { socket } = request;
    const queue = queues.get(socket) ?? [];
    queues.set(socket, queue);
    const next = (): void => {
      const [first] = queue;
      if (!first || socket.destroyed) return;
      first[1].on('close', () => {
        queue.shift();
        next();
      });
      serve(...first);
    };
    queue.push([request, response]);
    if (queue.length > MOST_WAITING) socket.destroy();
    else if (queue.length === 1) next();
  };
}
