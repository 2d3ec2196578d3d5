import type { IncomingHttpHeaders } from 'node:http';
import { InvalidArgumentError } from 'commander';
import { printable, printableJson } from '../../conformance/target/printable.ts';
import { givenAddress } from '../../spec/given-address.ts';
import { bodyOf, startLocalServer } from '../../spec/local-server.ts';
import { bodyText } from '../../spec/read-body.ts';
import { agreementWith } from '../../spec/webhooks/agreement.ts';
import { deliveryOf, open, type WebhookNaming, WebhookVerificationError } from '../../spec/webhooks/index.ts';
import type { Paint } from '../terminal/paint.ts';
import { messageOf } from '../terminal/usage-error.ts';

export type Incoming = { rawBody: Buffer; headers: IncomingHttpHeaders; at: Date };

export type ReceiverAnswer = number | 'timeout';

/** Reads `500,timeout`: the responses to the first deliveries, in turn. */
export const failPlan = (text: string): ReceiverAnswer[] =>
  text.split(',').map((word) => {
    const plan = word.trim();
    if (plan === 'timeout') return plan;
    const status = /^\d{3}$/.test(plan) ? Number(plan) : 0;
    if (status >= 300 && status <= 599) return status;
    throw new InvalidArgumentError('Give statuses from 300 to 599 and timeout, e.g. 500,timeout.');
  });

export type Agreed = { secret: string; key?: string; naming: WebhookNaming };

type Opened = { event: { event: string; user_id: string } } | { refusal: WebhookVerificationError };

export function openDelivery({ rawBody, headers }: Incoming, agreed: Agreed): Opened {
  try {
    return { event: open({ rawBody, headers, naming: agreed.naming, ...agreementWith(agreed) }) };
  } catch (refusal) {
    if (refusal instanceof WebhookVerificationError) return { refusal };
    throw refusal;
  }
}

export function startReceiver(take: (incoming: Incoming) => Promise<ReceiverAnswer>, port?: number) {
  return startLocalServer(async (request, response) => {
    try {
      const incoming = { rawBody: await bodyOf(request), headers: request.headers, at: new Date() };
      const answer = request.method === 'POST' ? await take(incoming) : 405;
      if (answer !== 'timeout') response.writeHead(answer).end();
    } catch {
      // The sender closed the connection before the end, and will retry, or sent more than a delivery can be.
      response.destroy();
    }
  }, port);
}

type Forwarded = { status: number; durationMs: number; text: string } | { problem: string };

/** Headers that belong to one connection, not to the message. */
const HOP_BY_HOP = new Set('host connection content-length transfer-encoding keep-alive expect'.split(' '));

const timeoutMs = 30_000;

export async function forward({ rawBody, headers }: Incoming, to: string): Promise<Forwarded> {
  const { url, headers: basic } = givenAddress(to);
  const passed = new Headers(basic);
  for (const [name, value] of Object.entries(headers)) {
    if (HOP_BY_HOP.has(name) || value === undefined) continue;
    for (const one of Array.isArray(value) ? value : [value]) passed.append(name, one);
  }
  const started = performance.now();
  try {
    const body = new Uint8Array(rawBody);
    const signal = AbortSignal.timeout(timeoutMs);
    const response = await fetch(url, { method: 'POST', body, headers: passed, redirect: 'manual', signal });
    const text = await bodyText(response, { most: 1024 * 1024, withinMs: timeoutMs });
    return { status: response.status, durationMs: Math.round(performance.now() - started), text };
  } catch (error) {
    const cause = error instanceof Error ? error.cause : undefined;
    const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
    return { problem: String(code ?? messageOf(error)) };
  }
}

export type Outcome = {
  opened: Opened;
  /** What this command answered itself; absent where the target's answer was passed on. */
  answered?: number | 'timeout';
  /** The command answered so because of --fail. */
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
