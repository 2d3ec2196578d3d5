import { seal } from '../../../spec/webhooks/index.ts';
import { type Reply, Sender } from '../../receiver/sender.ts';
import type { Values } from './journeys.ts';

/** Where the client takes webhooks, if it does. */
export type ReceivingClient = { readonly receiver?: string; readonly secret?: string };

/** Stands in a receiver's address for a port that the exam chooses. */
const portMark = '{PORT}';

export type ClientReceiver = ReturnType<typeof clientReceiver>;

/** The client's receiver of webhooks, for cases that pass events on to it by themselves. */
export function clientReceiver(receiver: string, secret: string, port: number) {
  /** Whether the journey listens in its own process, at a port that the exam gives it. */
  const listensItself = receiver.includes(portMark);
  const address = receiver.replace(portMark, String(port));
  const values: Values = { SECRET: secret, ...(listensItself && { PORT: String(port) }) };
  const sender = new Sender(address, 5000);
  /** What it answered, and when it was sent everything. */
  const replies: Reply[] = [];
  const deliver = async (event: object): Promise<void> => {
    replies.push(await sender.send(seal({ body: event, secret })));
  };
  return {
    address,
    values,
    listensItself,
    replies,
    delivered: undefined as Promise<void> | undefined,
    deliver,
    close: () => sender.close(),
  };
}
