import { createHash } from 'node:crypto';
import { decodeBase64, decrypt, headerNames, headerOf, sign } from '../../../spec/webhooks/seal.ts';
import { isHexSignature } from '../../predicates/deliveries.ts';
import { tagOf } from '../../predicates/gcm-tag.ts';
import type { SealFacts } from './passed.ts';

const hash = (...parts: readonly (string | Uint8Array)[]): string => {
  const sum = createHash('sha256');
  for (const part of parts) sum.update(part);
  return sum.digest('base64url').slice(0, 16);
};

/** Judges signature and encryption of a raw delivery, and gives its body as readable text. */
export function readSeal(
  raw: Buffer,
  headers: Readonly<Record<string, string>>,
  { secret, key, vendor }: { secret?: string; key?: string; vendor: string },
): { facts: SealFacts; text: string } {
  const names = headerNames(vendor);
  const given = headerOf(headers, names.signature);
  const iv = headerOf(headers, names.encryptionIv);
  const text = raw.toString('utf8');
  const isPlain = text.trimStart().startsWith('{');
  let plain = text;
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
    text: encryption === 'plain' || encryption === 'opens' ? plain : '',
    facts: {
      signature: signatureFact(raw, given, secret),
      isHex: given === undefined ? undefined : isHexSignature(given),
      encryption,
      hasKey: key !== undefined,
      isBase64: text !== '' && bytes !== undefined,
      vector: iv === undefined ? undefined : hash(key ?? '', iv),
      vectorBytes: vector?.length,
      isTagLast: tag && bytes?.subarray(-16).equals(tag),
      bytes: hash(raw),
    },
  };
}

function signatureFact(raw: Buffer, given: string | undefined, secret: string | undefined) {
  if (secret === undefined) return 'unjudged';
  if (given === undefined) return 'absent';
  return given.toLowerCase() === sign(raw, secret) ? 'right' : 'wrong';
}
