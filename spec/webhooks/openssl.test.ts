/*
 * The vectors against openssl on the command line, which shares no code of ours.
 *
 * Signature: `openssl dgst -mac HMAC` over the body sent. Encryption: `openssl enc` has no GCM, but GCM is made of
 * parts that it has. The cipher text is AES-256-CTR from the counter after J0; the tag is GHASH under the hash key
 * AES(0), masked with AES(J0). Every AES here is openssl's; only GHASH, a product in GF(2^128), is written out below
 * from its definition. So cipher text and tag are both made a second time, and must be equal to the last bit.
 */
import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { loadVectors } from '../vectors.ts';

function openssl(args: string[], input: Uint8Array): Buffer {
  const { status, stdout, stderr } = spawnSync('openssl', args, { input });
  if (status !== 0) throw new Error(`openssl ${args.join(' ')}: ${stderr}`);
  return stdout;
}

const present = spawnSync('openssl', ['version']).status === 0;
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
const numberOf = (bytes: Uint8Array) => BigInt(`0x0${hex(bytes)}`);
const block = (value: bigint) => Buffer.from(value.toString(16).padStart(32, '0'), 'hex');

/** The product of two blocks as GCM defines it: bit 0 is the leftmost, the polynomial is x^128+x^7+x^2+x+1. */
function product(x: bigint, y: bigint): bigint {
  let [sum, term] = [0n, y];
  for (let bit = 127n; bit >= 0n; bit -= 1n) {
    if ((x >> bit) & 1n) sum ^= term;
    term = term & 1n ? (term >> 1n) ^ (0xe1n << 120n) : term >> 1n;
  }
  return sum;
}

/** GHASH of some bytes filled up to whole blocks, followed by a block with their length in bits. */
function ghash(hashKey: bigint, bytes: Uint8Array): bigint {
  const filled = Buffer.concat([bytes, Buffer.alloc((16 - (bytes.length % 16)) % 16)]);
  const blocks = [...Array(filled.length / 16).keys()].map((at) =>
    numberOf(filled.subarray(at * 16, at * 16 + 16)),
  );
  return [...blocks, BigInt(bytes.length * 8)].reduce((sum, one) => product(sum ^ one, hashKey), 0n);
}

function gcmByOpenssl(key: Uint8Array, iv: Uint8Array, plain: Uint8Array): Buffer {
  const aes = (one: bigint) =>
    numberOf(openssl(['enc', '-aes-256-ecb', '-nopad', '-K', hex(key)], block(one)));
  const hashKey = aes(0n);
  const j0 = iv.length === 12 ? (numberOf(iv) << 32n) | 1n : ghash(hashKey, iv);
  // GCM counts in the low 32 bits alone; with these vectors the carry that CTR would make never happens.
  const counter = hex(block(j0 + 1n));
  const text = openssl(['enc', '-aes-256-ctr', '-K', hex(key), '-iv', counter], plain);
  return Buffer.concat([text, block(ghash(hashKey, text) ^ aes(j0))]);
}

const { accepted } = loadVectors();
const signed = accepted.filter((one) => one.signing_secret !== null);
const encrypted = accepted.filter((one) => one.encryption_key !== null);

test.skipIf(!present).each(signed)(
  'openssl signs alike: $name',
  ({ signing_secret, sent_body, signature }) => {
    const key = hex(Buffer.from(signing_secret!));
    const output = openssl(
      ['dgst', '-sha512', '-mac', 'HMAC', '-macopt', `hexkey:${key}`, '-binary'],
      Buffer.from(sent_body),
    );
    expect(hex(output)).toBe(signature);
  },
);

test.skipIf(!present).each(encrypted)(
  'openssl encrypts alike: $name',
  ({ encryption_key, iv, plain_body, cipher_text }) => {
    const made = gcmByOpenssl(
      Buffer.from(encryption_key!, 'base64'),
      Buffer.from(iv!, 'base64'),
      Buffer.from(plain_body),
    );
    expect(made.toString('base64')).toBe(cipher_text);
  },
);
