import { Failure } from '../failure.ts';
import type { Reply } from './sender.ts';

const shown = (text: string): string => (text.length > 300 ? `${text.slice(0, 300)}…` : text);

/** What a receiver answered, for people. */
const replyText = (reply: Reply): string =>
  'silence' in reply
    ? reply.message
    : `${reply.status}${reply.text === '' ? '' : ` with ${shown(reply.text)}`}`;

/** A receiver did what it must not: the delivery that shows it, and what came before where that is the cause. */
export class DeliveryFailure extends Failure {
  readonly reply: Reply;

  constructor(expected: string, reply: Reply, cause?: Reply) {
    super(expected, replyText(reply));
    this.reply = cause ?? reply;
  }
}
