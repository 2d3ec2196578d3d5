import { printable, printableJson } from '../../conformance/printable.ts';
import { deliveryOf } from '../../spec/webhooks/index.ts';
import type { Paint } from '../paint.ts';
import type { Forwarded } from './forward.ts';
import type { Agreed, Incoming, Opened } from './receiver.ts';

export type Outcome = {
  opened: Opened;
  /** What this command answered itself; absent where the target's answer was passed on. */
  answered?: number | 'timeout';
  /** It was told to fail (--fail). */
  onPurpose?: boolean;
  forwarded?: Forwarded;
};

function verdictOf({ opened }: Outcome, agreed: Agreed, paint: Paint): string {
  if ('refusal' in opened) return paint.red(`REFUSED (${opened.refusal.reason})`);
  return paint.green(agreed.key === undefined ? 'verified' : 'verified, decrypted');
}

function fateOf({ forwarded, answered, onPurpose }: Outcome, paint: Paint): string[] {
  if (onPurpose) return [paint.yellow(`failed on purpose: ${answered}`)];
  if (forwarded === undefined) return [];
  if ('problem' in forwarded) return [paint.red(`not forwarded: ${printable(forwarded.problem)}`)];
  const said =
    forwarded.text === '' ? '' : ` ${printable(forwarded.text.slice(0, 120)).replaceAll('\n', ' ')}`;
  const text = `forwarded: ${forwarded.status} in ${forwarded.durationMs} ms${said}`;
  return [forwarded.status < 300 ? paint.green(text) : paint.yellow(text)];
}

export function deliveryLine(incoming: Incoming, outcome: Outcome, agreed: Agreed, paint: Paint): string {
  const { opened } = outcome;
  const mark = deliveryOf(incoming.headers);
  const line = [
    paint.dim(incoming.at.toISOString().slice(11, 19)),
    paint.bold('event' in opened ? printable(opened.event.event) : 'a delivery'),
    ...('event' in opened ? [`user ${printable(opened.event.user_id)}`] : []),
    verdictOf(outcome, agreed, paint),
    ...(mark === undefined ? [] : [paint.dim(`delivery ${printable(mark.id)}, attempt ${mark.attempt}`)]),
    ...fateOf(outcome, paint),
  ];
  return `${line.join('  ')}\n`;
}

export function deliveryText(incoming: Incoming, outcome: Outcome, agreed: Agreed, paint: Paint): string {
  const { opened } = outcome;
  const headers = Object.entries(incoming.headers).map(([name, value]) =>
    paint.dim(`  ${name}: ${printable(String(value))}`),
  );
  const reason = 'refusal' in opened ? [paint.red(`  ${printable(opened.refusal.message)}`)] : [];
  const content = 'event' in opened ? printableJson(opened.event) : printable(incoming.rawBody.toString());
  return `${deliveryLine(incoming, outcome, agreed, paint)}${[...headers, ...reason, content].join('\n')}\n\n`;
}

export function deliveryJson(incoming: Incoming, { opened, ...outcome }: Outcome): string {
  const mark = deliveryOf(incoming.headers);
  const line = JSON.stringify({
    at: incoming.at.toISOString(),
    verified: 'event' in opened,
    ...('event' in opened
      ? { event: opened.event.event, user_id: opened.event.user_id, body: opened.event }
      : { refusal: opened.refusal.reason, raw_body: incoming.rawBody.toString() }),
    delivery_id: mark?.id,
    attempt: mark?.attempt,
    answered: outcome.answered,
    forwarded: outcome.forwarded,
  });
  return `${printable(line)}\n`;
}
