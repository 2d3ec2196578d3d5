import { hash } from 'node:crypto';
import * as zlib from 'node:zlib';
import { decodeBase64, decrypt, headerNames, headerOf, sign } from '../../spec/webhooks/seal.ts';
import { isHexSignature } from '../predicates/deliveries.ts';
import { tagOf } from '../predicates/gcm-tag.ts';
import { fieldsOf, readJson } from '../target/read-json.ts';
import { longestBody } from './copy.ts';
import { Bounded } from './memory/bounded.ts';
import type { Passed, SealFacts } from './memory/passed.ts';
import type { RecordingLine } from './recording.ts';
import { outsideSample, type Sample } from './sample.ts';
import type { StandIns } from './stand-ins.ts';
import type { Watch } from './watch.ts';

/** What passed as it came: its bodies are bytes, which may be compressed or encrypted. */
export type RawPassed = Omit<Passed, 'begun' | 'ended' | 'requestText' | 'responseText' | 'seal'> &
  Readonly<Record<'requestBody' | 'responseBody', Buffer>>;

export type IntakeOptions = {
  readonly vendor?: string;
  /** Of the deliveries, where the subscription was not seen when it was made. */
  readonly secret?: string;
  readonly encryptionKey?: string;
  /** Takes the place of personal data and secrets before anything is judged or written. */
  readonly standIns?: Pick<StandIns, 'of' | 'method' | 'url'> | undefined;
  readonly record?: (line: RecordingLine) => void;
  /** The users whose exchanges are judged and recorded; all, where it is left out. */
  readonly sample?: Sample | undefined;
};

/** Takes what passes, in order, and hands it to the judge. It throws nothing. */
export class Intake {
  readonly #watch: Watch;
  readonly #options: IntakeOptions;
  /** Secrets and keys of subscriptions by the path of their address; they stay in memory. */
  readonly #seals = new Bounded<string, { secret?: string; key?: string }>(2000);
  #order = 0;

  constructor(watch: Watch, options: IntakeOptions = {}) {
    this.#watch = watch;
    this.#options = options;
  }

  /** Something has set out; its place in the order is to be given when it ends. */
  begin(kind: Passed['kind'], method: string, url: string): number {
    const begun = ++this.#order;
    // A delivery changes nothing in the service; nor does a read, so that a recording need not say when it began.
    if (kind === 'delivery' || method === 'GET') return begun;
    this.#watch.begin(begun, method, url);
    const { standIns, record } = this.#options;
    record?.({ begin: [begun, standIns?.method(method) ?? method, standIns?.url(method, url) ?? url] });
    return begun;
  }

  end(begun: number, raw: RawPassed): void {
    const ended = ++this.#order;
    try {
      const read = raw.kind === 'delivery' ? this.#delivery(raw) : this.#exchange(raw);
      const whole = { ...read, begun, ended };
      const isTaken = this.#options.sample?.(whole) ?? true;
      const passed = isTaken ? whole : { ...whole, ...outside };
      const shown = this.#options.standIns?.of(passed) ?? passed;
      // That something was written has to be known to judge what others read.
      if (isTaken || raw.method !== 'GET') this.#options.record?.(shown);
      this.#watch.end(shown);
    } catch (error) {
      this.#watch.ledger.fault(error);
    }
  }

  #exchange(raw: RawPassed): Omit<Passed, 'begun' | 'ended'> {
    const { requestBody, responseBody, ...rest } = raw;
    const request = decoded(requestBody, raw.requestHeaders['content-encoding']);
    const response = decoded(responseBody, raw.responseHeaders['content-encoding']);
    const requestText = request?.toString('utf8') ?? '';
    if (raw.method === 'POST' && raw.status === 201) this.#learnSeal(requestText);
    const unread = raw.unread ?? (request && response ? undefined : 'its encoding cannot be read');
    return { ...rest, requestText, responseText: response?.toString('utf8') ?? '', unread };
  }

  /** What a new subscription will sign and encrypt with. */
  #learnSeal(text: string): void {
    const { url, events, signing_secret: secret, encryption_key: key } = fieldsOf(readJson(text));
    if (typeof url !== 'string' || !Array.isArray(events) || !URL.canParse(url)) return;
    const { pathname, search } = new URL(url);
    const texts = Object.entries({ secret, key }).filter(([, one]) => typeof one === 'string' && one !== '');
    this.#seals.set(pathname + search, Object.fromEntries(texts));
  }

  #delivery(raw: RawPassed): Omit<Passed, 'begun' | 'ended'> {
    const { requestBody, responseBody: _, ...rest } = raw;
    const { vendor = 'svc', secret, encryptionKey: key } = this.#options;
    const agreed = this.#seals.get(raw.url) ?? {};
    const seal = readSeal(requestBody, raw.requestHeaders, { secret, key, vendor, ...agreed });
    return { ...rest, requestText: seal.text, responseText: '', seal: seal.facts };
  }
}

const outside = {
  ...{ requestHeaders: {}, requestText: '', responseHeaders: {}, responseText: '' },
  unread: outsideSample,
};

type Decoder = (body: Buffer, limit: { maxOutputLength: number }) => Buffer;

/** Some servers send raw deflate data under this name, as browsers know. */
const inflate: Decoder = (body, limit) => {
  try {
    return zlib.inflateSync(body, limit);
  } catch {
    return zlib.inflateRawSync(body, limit);
  }
};
// zstd came with Node 22.15.
const decoders: ReadonlyMap<string, Decoder | undefined> = new Map([
  ['', (body) => body],
  ['identity', (body) => body],
  ['gzip', zlib.gunzipSync],
  ['x-gzip', zlib.gunzipSync],
  ['br', zlib.brotliDecompressSync],
  ['deflate', inflate],
  ['zstd', zlib.zstdDecompressSync],
]);

/** The body as it was before it was compressed, once or several times; undefined when it cannot be read, or is too long. */
function decoded(body: Buffer, encoding = ''): Buffer | undefined {
  try {
    let bytes: Buffer | undefined = body;
    for (const step of encoding.toLowerCase().split(',').reverse())
      bytes = bytes && decoders.get(step.trim())?.(bytes, { maxOutputLength: longestBody });
    return bytes;
  } catch {
    return undefined;
  }
}

const shortHash = (data: string | Uint8Array): string => hash('sha256', data, 'base64url').slice(0, 16);

/** Judges signature and encryption of a raw delivery, and gives its body as readable text. */
function readSeal(
  raw: Buffer,
  headers: Readonly<Record<string, string>>,
  { secret, key, vendor }: { secret?: string; key?: string; vendor: string },
): { facts: SealFacts; text: string } {
  const names = headerNames(vendor);
  const given = headerOf(headers, names.signature);
  const iv = headerOf(headers, names.encryptionIv);
  const text = raw.toString('utf8');
  const isPlain = text.trimStart().startsWith('{');
  let plain = isPlain ? text : '';
  let encryption: SealFacts['encryption'] = isPlain ? 'plain' : 'unjudged';
  if (key !== undefined && !isPlain) {
    try {
      plain = decrypt(raw, iv ?? '', key).toString('utf8');
      encryption = 'opens';
    } catch {
      encryption = 'fails';
    }
  }
  const vector = iv === undefined ? undefined : decodeBase64(iv);
  const bytes = decodeBase64(text);
  const tag =
    key !== undefined && vector && bytes && bytes.length > 16
      ? tagOf(bytes.subarray(0, -16), Buffer.from(key, 'base64'), vector)
      : undefined;
  return {
    text: plain,
    facts: {
      signature: signatureFact(raw, given, secret),
      isHex: given === undefined ? undefined : isHexSignature(given),
      encryption,
      hasKey: key !== undefined,
      isBase64: text !== '' && bytes !== undefined,
      vector: iv === undefined ? undefined : shortHash((key ?? '') + iv),
      vectorBytes: vector?.length,
      isTagLast: tag && bytes?.subarray(-16).equals(tag),
      bytes: shortHash(raw),
    },
  };
}

function signatureFact(raw: Buffer, given: string | undefined, secret: string | undefined) {
  if (secret === undefined) return 'unjudged';
  if (given === undefined) return 'absent';
  return given.toLowerCase() === sign(raw, secret) ? 'right' : 'wrong';
}
