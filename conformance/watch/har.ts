import { isObject, type JsonObject, listAt, objectIn, objectsIn, textAt } from '../../spec/json.ts';
import { BadUsage } from '../judgement/failure.ts';
import { longestBody } from './copy.ts';
import type { Intake, RawPassed } from './intake.ts';
import type { Watch } from './watch.ts';

/** The exchanges of a HAR that a browser, a proxy or another tool exported. */
export function readHar(text: string, file: string): readonly JsonObject[] {
  let read: unknown;
  try {
    read = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    const end = text.trimEnd().endsWith('}') ? '' : ' It ends in the middle: the export was cut off.';
    throw new BadUsage(`${file} is not a HAR: it is not valid JSON (${(error as Error).message}).${end}`);
  }
  const log = isObject(read) ? objectIn(read, 'log') : {};
  if (!Array.isArray(log['entries'])) throw new BadUsage(`${file} is not a HAR: it has no list log.entries.`);
  return objectsIn(log['entries']);
}

/** The base address of the service in a HAR, which may hold requests to many hosts: most operations of the contract are under it. */
export function guessBase(entries: readonly JsonObject[], watch: Watch): string | undefined {
  const found = new Map<string, number>();
  for (const entry of entries) {
    const request = objectIn(entry, 'request');
    const url = textAt(request, 'url') ?? '';
    if (!URL.canParse(url)) continue;
    const { origin, pathname } = new URL(url);
    const parts = pathname.split('/').slice(1);
    for (let at = 0; at < Math.min(parts.length, 4); at++) {
      const base = [origin, ...parts.slice(0, at)].join('/');
      if (watch.route(textAt(request, 'method') ?? '', `/${parts.slice(at).join('/')}`))
        found.set(base, (found.get(base) ?? 0) + 1);
    }
  }
  return [...found].sort(([, a], [, b]) => b - a)[0]?.[0];
}

/** Shows the exchanges of a HAR to the intake in their order; returns how many are of other services. */
export function judgeHar(entries: readonly JsonObject[], base: string, intake: Intake): number {
  const { origin, pathname } = new URL(base);
  const prefix = pathname.replace(/\/$/, '');
  const raws = entries.flatMap((entry) => rawOf(entry, origin, prefix) ?? []);
  const steps = raws.flatMap((raw) => [
    { at: raw.at, isEnd: false, raw },
    { at: raw.at + raw.durationMs, isEnd: true, raw },
  ]);
  // What has the same time may overlap: beginnings come first.
  steps.sort((a, b) => a.at - b.at || Number(a.isEnd) - Number(b.isEnd));
  const begun = new Map<RawPassed, number>();
  for (const { isEnd, raw } of steps) {
    if (isEnd) intake.end(begun.get(raw) ?? 0, raw);
    else begun.set(raw, intake.begin('exchange', raw.method, raw.url));
  }
  return entries.length - raws.length;
}

function rawOf(entry: JsonObject, origin: string, prefix: string): RawPassed | undefined {
  const request = objectIn(entry, 'request');
  const response = objectIn(entry, 'response');
  const address = textAt(request, 'url') ?? '';
  if (!URL.canParse(address)) return undefined;
  const url = new URL(address);
  if (url.origin !== origin || !url.pathname.startsWith(`${prefix}/`)) return undefined;
  const status = typeof response['status'] === 'number' ? response['status'] : 0;
  const method = textAt(request, 'method') ?? 'GET';
  const sent = requestBodyIn(request, method);
  const got = responseBodyIn(response, method, status);
  const isLong = Math.max(sent?.length ?? 0, got?.length ?? 0) > longestBody;
  const unread = sent && got && !isLong ? undefined : 'its body is not in the HAR';
  return {
    kind: 'exchange',
    at: Date.parse(textAt(entry, 'startedDateTime') ?? '') || 0,
    durationMs: Math.max(0, Number(entry['time']) || 0),
    method,
    url: url.pathname.slice(prefix.length) + url.search,
    requestHeaders: headersOf(request),
    requestBody: sent ?? Buffer.alloc(0),
    status,
    responseHeaders: headersOf(response),
    responseBody: got ?? Buffer.alloc(0),
    unread: status === 0 ? 'nothing answered' : unread,
  };
}

/** What the tool says about a body that it did not keep; most tools write -1 where they do not know. */
const isEmpty = (message: JsonObject, size: unknown): boolean => {
  const { 'content-length': length, 'transfer-encoding': encoding } = headersOf(message);
  if (length !== undefined) return Number(length) === 0;
  return encoding === undefined && size === 0 && message['bodySize'] === 0;
};

/** The body of a request; undefined when there was one, or may have been one, that the HAR does not hold. */
function requestBodyIn(request: JsonObject, method: string): Buffer | undefined {
  const data = objectIn(request, 'postData');
  if (textAt(data, 'text')) return bytesOf(data);
  const isPlain = /^(GET|HEAD|DELETE|OPTIONS)$/.test(method) && !(Number(request['bodySize']) > 0);
  const { 'content-length': length = '0', 'transfer-encoding': encoding } = headersOf(request);
  if (isPlain && Number(length) === 0 && encoding === undefined) return Buffer.alloc(0);
  return isEmpty(request, 0) ? Buffer.alloc(0) : undefined;
}

/** The body of a response, likewise: a body that is not there is unknown, and not empty. */
function responseBodyIn(response: JsonObject, method: string, status: number): Buffer | undefined {
  const content = objectIn(response, 'content');
  if (textAt(content, 'text')) return bytesOf(content);
  const isBodiless = method === 'HEAD' || status === 204 || status === 304;
  return isBodiless || isEmpty(response, content['size']) ? Buffer.alloc(0) : undefined;
}

/** Bodies of a HAR are decoded text, or Base64 of what is no text. */
const bytesOf = (node: JsonObject): Buffer =>
  Buffer.from(textAt(node, 'text') ?? '', node['encoding'] === 'base64' ? 'base64' : 'utf8');

function headersOf(message: JsonObject): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const header of objectsIn(listAt(message, 'headers')))
    headers[(textAt(header, 'name') ?? '').toLowerCase()] = textAt(header, 'value') ?? '';
  delete headers['content-encoding'];
  return headers;
}
