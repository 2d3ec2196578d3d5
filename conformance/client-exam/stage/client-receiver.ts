import { seal } from '../../../spec/webhooks/index.ts';
import { type Reply, Sender } from '../../receiver/sender.ts';
import type { Values } from './journeys.ts';

/** Where the client takes webhooks, if it does. */
export type ReceivingClient = { readonly receiver?: string; readonly secret?: string };

/** Stands in a receiver's address for a port that the exam chooses. */
const portMark = '{PORT}';

/** The client's receiver of webhooks, for cases that pass events on to it by themselves. */
export class ClientReceiver {
  readonly address: string;
  readonly values: Values;
  /** Whether the journey listens in its own process, at a port that the exam gives it. */
  readonly listensItself: boolean;
  /** What it answered, and when it was sent everything. */
  readonly replies: Reply[] = [];
  delivered: Promise<void> | undefined;
  readonly #sender: Sender;
  readonly #secret: string;

  constructor(receiver: string, secret: string, port: number) {
    this.listensItself = receiver.includes(portMark);
    this.address = receiver.replace(portMark, String(port));
    this.values = { SECRET: secret, ...(this.listensItself ? { PORT: String(port) } : {}) };
    this.#secret = secret;
    this.#sender = new Sender(this.address, 5000);
  }

  async deliver(event: object): Promise<void> {
    this.replies.push(await this.#sender.send(seal({ body: event, secret: this.#secret })));
  }

  close(): void {
    this.#sender.close();
  }
}
