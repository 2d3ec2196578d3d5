import { type Answer, type Fate, refusal } from '../stage/front.ts';

/** Long enough to show that it was waited for, short enough for an exam. */
export const retryAfterS = 1;

/** One message a problem: a refusal may have several. */
export const sentences = [
  'Request refused by rule 7 of this client',
  'Rule 8 of this client was not met either',
];

const busy = (status: number, retryAfter?: string): Answer =>
  refusal(status, 'Try again later', retryAfter === undefined ? {} : { 'retry-after': retryAfter });
const text = (status: number, type: string, body: string): Answer => ({
  ...{ status, headers: { 'content-type': type }, body: Buffer.from(body) },
});
const page = (status: number): Answer =>
  text(status, 'text/html', '<!doctype html><title>Gateway</title><h1>We will be back soon</h1>');

/** What a request or its answer meets. */
const fates = {
  reset: () => 'reset' as const,
  outage: () => busy(503),
  'outage-500': () => busy(500),
  'outage-504': () => busy(504),
  'busy-503': () => busy(503, String(retryAfterS)),
  'bare-429': () => busy(429),
  'busy-429': () => busy(429, String(retryAfterS)),
  // A date has whole seconds: this one is at least one second ahead.
  'dated-429': () => busy(429, new Date(Date.now() + (retryAfterS + 1) * 1000).toUTCString()),
  'page-302': () => page(302),
  'page-502': () => page(502),
  'page-200': () => page(200),
  'empty-200': () => text(200, 'application/json', ''),
  'errors-200': () => refusal(200, sentences),
  'broken-json': () => text(200, 'application/json', '{"pagination": {"total_count": 0}, "users": ['),
  cut: (_lateMs: number, made?: Answer) => (made ? { cut: made } : ('reset' as const)),
  // Spaces behind the JSON, so that it takes long byte by byte.
  drip: (ms: number, made?: Answer) =>
    made
      ? { drip: { ...made, body: Buffer.concat([made.body, Buffer.alloc(1000, ' ')]) }, ms }
      : ('reset' as const),
};

export type FateName = keyof typeof fates | `refusal-${number}`;

const isFate = (name: string): name is keyof typeof fates => Object.hasOwn(fates, name);

export function fateOf(name: FateName, lateMs: number, made?: Answer): Fate {
  if (isFate(name)) return fates[name](lateMs, made);
  return refusal(Number(name.replace('refusal-', '')), sentences);
}
