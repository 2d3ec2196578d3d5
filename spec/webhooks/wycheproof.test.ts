import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { decrypt } from './seal.ts';
import { WebhookVerificationError } from './webhook-verification-error.ts';

type Vector = {
  tcId: number;
  key: string;
  iv: string;
  aad: string;
  msg: string;
  ct: string;
  tag: string;
  result: 'valid' | 'invalid';
};
type Vectors = { testGroups: { keySize: number; tagSize: number; tests: Vector[] }[] };

/** Where Wycheproof's `testvectors_v1/aes_gcm_test.json` lies; the vectors are not ours to ship, so CI checks them out. */
const file = process.env['WYCHEPROOF_AES_GCM'];

/** Node's cipher takes vectors up to here; the service sends 12 or 16 bytes. */
const longestVector = 128;

const bytes = (hex: string): Buffer => Buffer.from(hex, 'hex');

/** What the kit makes of a vector, as a delivery would bring it. */
function opened({ key, iv, ct, tag }: Vector): string {
  try {
    return decrypt(bytes(ct + tag).toString('base64'), bytes(iv).toString('base64'), bytes(key)).toString(
      'hex',
    );
  } catch (error) {
    if (error instanceof WebhookVerificationError) return error.reason;
    throw error;
  }
}

test.skipIf(file === undefined)(
  "Wycheproof's AES-256-GCM vectors: each valid one is opened, each invalid one refused",
  () => {
    const { testGroups } = JSON.parse(readFileSync(String(file), 'utf8')) as Vectors;
    const vectors = testGroups
      .filter(({ keySize, tagSize }) => keySize === 256 && tagSize === 128)
      .flatMap(({ tests }) => tests)
      // The service uses no additional data.
      .filter(({ aad }) => aad === '');
    const outcomes = vectors.map((vector) => [vector.tcId, opened(vector)]);
    const expected = vectors.map(({ tcId, iv, msg, result }) => {
      if (iv === '' || iv.length / 2 > longestVector) return [tcId, 'bad-iv'];
      return [tcId, result === 'valid' ? msg : 'undecryptable'];
    });
    expect(outcomes).toEqual(expected);
    const count = (result: Vector['result']) => vectors.filter((one) => one.result === result).length;
    expect([count('valid'), count('invalid')]).toEqual([58, 29]);
  },
);
