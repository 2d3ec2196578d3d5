import {
  isObject,
  type Json,
  type JsonObject,
  listAt,
  objectIn,
  objectsIn,
  textAt,
} from '../../spec/json.ts';
import { BadUsage } from '../judgement/failure.ts';
import { type Intake, longestBody, type RawPassed } from './intake.ts';
import type { Watch } from './watch.ts';

/** The exchanges of a HAR that a browser, a proxy or another tool exported. */
export function readHar(text: string, file: string): readonly JsonObject[] {
  let read: Json;
  try {
    read = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    const end = text.trimEnd().endsWith('}') ? '' : ' It ends in the middle: the export was cut off.';
    throw new BadUsage(`${file} is no HAR: it is not valid JSON (${(error as Error).message}).${end}`);
  }
  const log = isObject(read) ? objectIn(read, 'log') : {};
  if (!Array.isArray(log['entries'])) throw new BadUsage(`${file} is no HAR: it has no list log.entries.`);
  return objectsIn(log['entries']);
}

/**
 * The base address of the service in a HAR: the one under which most requests are operations of the contract. A HAR of a
 * browser holds requests to many hosts.
 */
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
  const at = Date.parse(textAt(entry, 'startedDateTime') ?? '');
  const content = objectIn(response, 'content');
  const body = bytesOf(content, 'text');
  const status = typeof response['status'] === 'number' ? response['status'] : 0;
  const isLost = body.length === 0 && Number(content['size'] ?? 0) > 0;
  return {
    kind: 'exchange',
    at: Number.isNaN(at) ? 0 : at,
    durationMs: Math.max(0, Number(entry['time']) || 0),
    method: textAt(request, 'method') ?? 'GET',
    url: url.pathname.slice(prefix.length) + url.search,
    requestHeaders: headersOf(request),
    requestBody: bytesOf(objectIn(request, 'postData'), 'text'),
    status,
    responseHeaders: headersOf(response),
    responseBody: body,
    unread:
      status === 0
        ? 'nothing answered'
        : isLost || body.length > longestBody
          ? 'its body is not in the HAR'
          : undefined,
  };
}

/** Bodies of a HAR are decoded text, or Base64 of what is no text. */
const bytesOf = (node: JsonObject, field: string): Buffer =>
  Buffer.from(textAt(node, field) ?? '', node['encoding'] === 'base64' ? 'base64' : 'utf8');

function headersOf(message: JsonObject): Record<string, string> {
  const pairs = objectsIn(listAt(message, 'headers')).map((header) => [
    (textAt(header, 'name') ?? '').toLowerCase(),
    textAt(header, 'value') ?? '',
  ]);
  const { 'content-encoding': _, ...headers } = Object.fromEntries(pairs) as Record<string, string>;
  return headers;
}
