/** Headers that belong to one connection; those that Connection names do too. */
const hopByHop: ReadonlySet<string> = new Set(
  // A connection that became another protocol (upgrade) would carry requests that are neither judged nor recorded.
  'connection keep-alive proxy-authenticate proxy-authorization proxy-connection te upgrade'.split(' '),
);
/** How long a message is and what stands behind its chunks; a Connection header cannot take these away. */
const framing: ReadonlySet<string> = new Set(['content-length', 'transfer-encoding', 'trailer']);

/** Names and values as they came, one after the other. */
export type RawHeaders = readonly string[];

/** Values by lower-case name; those of a repeated header are joined by commas. */
export function headersOf(raw: RawHeaders): Record<string, string> {
  const headers: Record<string, string> = Object.create(null);
  for (let at = 0; at < raw.length; at += 2) {
    const name = raw[at]!.toLowerCase();
    const earlier = headers[name];
    headers[name] = earlier === undefined ? raw[at + 1]! : `${earlier}, ${raw[at + 1]}`;
  }
  return headers;
}

/** How a message ends: by chunks, by its length, or with its head. */
export type Framing = 'chunked' | 'length' | 'none';

/** The framing of a message that Node's parser has let through; undefined when it cannot be passed on safely. */
export function framingOf(headers: Headers): Framing | undefined {
  const { 'transfer-encoding': encoding, 'content-length': length } = headers;
  if (encoding !== undefined)
    return length === undefined && encoding.trim().toLowerCase() === 'chunked' ? 'chunked' : undefined;
  if (length === undefined) return 'none';
  return /^\d{1,15}$/.test(length) ? 'length' : undefined;
}

export type Headers = Readonly<Record<string, string>>;

/** Methods whose requests have no body unless they say so; of the others Node says it for them. */
const bodiless: ReadonlySet<string> = new Set(['GET', 'HEAD', 'DELETE', 'OPTIONS', 'TRACE']);

/** Names and values that go to the other side, spelt and ordered as they came, with the message framed anew; `to`: of a request. */
export function passedOn(
  raw: RawHeaders,
  { connection = '' }: Headers,
  kind: Framing,
  to?: { readonly host: string; readonly method: string },
): string[] {
  const named = connection === '' ? undefined : connection.toLowerCase().split(/[\s,]+/);
  const passed: string[] = to ? ['Host', to.host] : [];
  for (let at = 0; at < raw.length; at += 2) {
    const name = raw[at]!;
    const lower = name.toLowerCase();
    if (hopByHop.has(lower) || (to && lower === 'host')) continue;
    if (framing.has(lower)) {
      if (lower === 'transfer-encoding' || (lower === 'trailer' && kind !== 'chunked')) continue;
    } else if (named?.includes(lower)) continue;
    passed.push(name, raw[at + 1]!);
  }
  if (kind === 'chunked') passed.push('Transfer-Encoding', 'chunked');
  if (kind === 'none' && to && !bodiless.has(to.method)) passed.push('Content-Length', '0');
  return passed;
}

/** Pairs of a flat list, as Node takes trailers. */
export const pairsOf = (raw: RawHeaders): [string, string][] =>
  raw.flatMap((name, at): [string, string][] => (at % 2 === 0 ? [[name, raw[at + 1]!]] : []));
