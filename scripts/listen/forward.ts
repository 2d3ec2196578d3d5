import type { Incoming } from './receiver.ts';

/** What became of a delivery that was passed on. */
export type Forwarded = { status: number } | { problem: string };

/** Headers that belong to one connection, not to the message. */
const OF_THE_CONNECTION = new Set([
  'host',
  'connection',
  'content-length',
  'transfer-encoding',
  'keep-alive',
  'expect',
]);

/** Passes a delivery on as it came: the same bytes, the same headers. */
export async function forward({ rawBody, headers }: Incoming, url: string): Promise<Forwarded> {
  const passed = new Headers();
  for (const [name, value] of Object.entries(headers)) {
    if (OF_THE_CONNECTION.has(name) || value === undefined) continue;
    for (const one of Array.isArray(value) ? value : [value]) passed.append(name, one);
  }
  try {
    const body = new Uint8Array(rawBody);
    const response = await fetch(url, { method: 'POST', body, headers: passed, redirect: 'manual' });
    await response.body?.cancel();
    return { status: response.status };
  } catch (error) {
    const { cause } = error as { cause?: { code?: string } };
    return { problem: cause?.code ?? (error as Error).message };
  }
}
