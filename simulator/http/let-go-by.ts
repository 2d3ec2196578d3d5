import type { IncomingMessage } from 'node:http';

/** How long the rest of a body is waited for; whoever sends on after that has to live with a reset connection. */
const patience = 1000;

/**
 * Lets the rest of a body that nobody wants go by unread. A refusal that is sent while bytes are still coming in may be
 * lost: closing the connection then resets it, and the caller sees that instead of the answer.
 */
export function letGoBy(request: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    if (request.readableEnded || request.destroyed) return resolve();
    const timer = setTimeout(resolve, patience);
    const done = () => {
      clearTimeout(timer);
      resolve();
    };
    request.once('end', done).once('close', done).once('error', done);
    request.resume();
  });
}
