import { messageOf } from '../usage-error.ts';
import type { Incoming } from './receiver.ts';

/** What became of a delivery that was passed on: what the target answered, or why it did not. */
export type Forwarded = { status: number; durationMs: number; text: string } | { problem: string };

/** Headers that belong to one connection, not to the message. */
const OF_THE_CONNECTION = new Set(
  'host connection content-length transfer-encoding keep-alive expect'.split(' '),
);

const timeoutMs = 30_000;

/** Passes a delivery on as it came: the same bytes, the same headers. */
export async function forward({ rawBody, headers }: Incoming, url: string): Promise<Forwarded> {
  const passed = new Headers();
  for (const [name, value] of Object.entries(headers)) {
    if (OF_THE_CONNECTION.has(name) || value === undefined) continue;
    for (const one of Array.isArray(value) ? value : [value]) passed.append(name, one);
  }
  const started = performance.now();
  try {
    const response = await fetch(url, {
      method: 'POST',
      body: new Uint8Array(rawBody),
      headers: passed,
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    });
    const text = await response.text();
    return { status: response.status, durationMs: Math.round(performance.now() - started), text };
  } catch (error) {
    const cause = error instanceof Error ? error.cause : undefined;
    const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
    return { problem: String(code ?? messageOf(error)) };
  }
}
