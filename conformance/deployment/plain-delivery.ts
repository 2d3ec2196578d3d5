import { decrypt } from '../../spec/webhooks/encryption.ts';
import { headerNames, headerOf } from '../../spec/webhooks/headers.ts';
import type { Received } from '../receiver/receiver.ts';
import { readJson } from '../target/read-json.ts';
import type { Agreed } from './trace.ts';

/** The JSON text that a delivery holds, decrypted under what its subscription agreed on; undefined when it cannot be read. */
export function plainDelivery(
  { raw, headers }: Pick<Received, 'raw' | 'headers'>,
  { encryption_key: key }: Agreed,
  vendor: string,
): string | undefined {
  const iv = headerOf(headers, headerNames(vendor).encryptionIv);
  try {
    const text = (key === undefined ? raw : decrypt(raw, iv ?? '', key)).toString('utf8');
    return readJson(text) === undefined ? undefined : text;
  } catch {
    return undefined;
  }
}
