import { agreementWith } from '../../spec/webhooks/agreement.ts';
import { deliveryOf, open, type WebhookNaming, WebhookVerificationError } from '../../spec/webhooks/index.ts';
import type { Paint } from '../sandbox/paint.ts';
import type { Forwarded } from './forward.ts';
import type { Incoming } from './receiver.ts';

/** What the subscription agreed on. */
export type Agreed = { secret: string; key?: string; naming: WebhookNaming };

/** A delivery that was opened, or why it could not be. */
export type Opened = { event: { event: string } } | { refusal: WebhookVerificationError };

/** Opens a delivery with the kit that any receiver would use. */
export function openDelivery({ rawBody, headers }: Incoming, agreed: Agreed): Opened {
  try {
    return { event: open({ rawBody, headers, naming: agreed.naming, ...agreementWith(agreed) }) };
  } catch (refusal) {
    if (refusal instanceof WebhookVerificationError) return { refusal };
    throw refusal;
  }
}

function verdictOf(opened: Opened, agreed: Agreed, paint: Paint): string {
  if ('refusal' in opened) return paint.red(`REFUSED (${opened.refusal.reason}) ${opened.refusal.message}`);
  return paint.green(agreed.key === undefined ? 'verified' : 'verified, decrypted');
}

function fateOf(forwarded: Forwarded | undefined, paint: Paint): string[] {
  if (forwarded === undefined) return [];
  if ('problem' in forwarded) return [paint.red(`not forwarded: ${forwarded.problem}`)];
  const text = `forwarded: ${forwarded.status}`;
  return [forwarded.status < 300 ? paint.green(text) : paint.yellow(text)];
}

/** A delivery for people to read: a line about it, then what it says. */
export function deliveryText(
  incoming: Incoming,
  opened: Opened,
  agreed: Agreed,
  forwarded: Forwarded | undefined,
  paint: Paint,
): string {
  const mark = deliveryOf(incoming.headers);
  const line = [
    paint.dim(incoming.at.toISOString().slice(11, 19)),
    paint.bold('event' in opened ? opened.event.event : 'a delivery'),
    verdictOf(opened, agreed, paint),
    ...(mark === undefined ? [] : [paint.dim(`delivery ${printable(mark.id)}, attempt ${mark.attempt}`)]),
    ...fateOf(forwarded, paint),
  ];
  const content =
    'event' in opened ? JSON.stringify(opened.event, null, 2) : printable(incoming.rawBody.toString());
  return `${line.join('  ')}\n${content}\n\n`;
}

/** Text from outside, without what a terminal would obey. */
function printable(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]/gu, (character) => (character === '\n' ? character : '\uFFFD'));
}
