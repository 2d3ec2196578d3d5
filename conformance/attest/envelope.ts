import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto';
import { BadUsage } from '../judgement/failure.ts';

/** A signed text: Dead Simple Signing Envelope, https://github.com/secure-systems-lab/dsse. */
export type Envelope = {
  payload: string;
  payloadType: string;
  signatures: { keyid: string; sig: string }[];
};

const payloadType = 'application/vnd.in-toto+json';

export const newKeys = (): { privateKey: string; publicKey: string } =>
  generateKeyPairSync('ed25519', {
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });

export function keyOf(pem: string, kind: 'private' | 'public', file: string): KeyObject {
  let key: KeyObject;
  try {
    // createPublicKey would derive a public key from a private one, which a verifier should never be given.
    if (kind === 'public' && /PRIVATE KEY/.test(pem)) throw new Error('it is a private key');
    key = kind === 'private' ? createPrivateKey(pem) : createPublicKey(pem);
  } catch {
    throw new BadUsage(`${file} is not a ${kind} key in PEM format; payrig attest keygen makes a pair.`);
  }
  if (key.asymmetricKeyType !== 'ed25519') throw new BadUsage(`${file} is not an Ed25519 key.`);
  return key;
}

function keyId(key: KeyObject): string {
  const half = key.type === 'private' ? createPublicKey(key) : key;
  return createHash('sha256')
    .update(half.export({ type: 'spki', format: 'der' }))
    .digest('hex');
}

/** What is signed: type and text with their lengths, so that neither can be taken for a part of the other. */
const preAuthentication = (type: string, body: Buffer): Buffer =>
  Buffer.concat([Buffer.from(`DSSEv1 ${Buffer.byteLength(type)} ${type} ${body.length} `), body]);

export function signed(statement: object, privateKey: KeyObject): Envelope {
  const body = Buffer.from(JSON.stringify(statement));
  const sig = sign(null, preAuthentication(payloadType, body), privateKey).toString('base64');
  return { payload: body.toString('base64'), payloadType, signatures: [{ keyid: keyId(privateKey), sig }] };
}

/** An attestation that is not what its signer signed, or not signed by that key. */
export class NotGenuine extends Error {
  override name = 'NotGenuine';
}

/**
 * The statement of an envelope that the key signed; throws NotGenuine with the reason otherwise. It takes one form alone:
 * Base64 of another spelling, a second signature and a key id that is not of the key are refused too.
 */
export function opened(envelope: unknown, publicKey: KeyObject): unknown {
  const { payload, payloadType: type, signatures, ...rest } = fields(envelope);
  const body = bytes(payload, 'payload');
  if (type !== payloadType) throw new NotGenuine(`its payloadType is not ${payloadType}`);
  const others = Object.keys(rest);
  if (others.length > 0) throw new NotGenuine(`it has a field that is not signed: ${others.join(', ')}`);
  if (!Array.isArray(signatures) || signatures.length !== 1)
    throw new NotGenuine('it does not have one signature');
  const { keyid, sig, ...more } = fields(signatures[0]);
  if (Object.keys(more).length > 0) throw new NotGenuine('its signature has a field that is not signed');
  if (keyid !== keyId(publicKey)) throw new NotGenuine('another key signed it, by the key id that it names');
  if (!verify(null, preAuthentication(type, body), publicKey, bytes(sig, 'signature')))
    throw new NotGenuine('the signature does not fit: it was changed since, or another key signed it');
  return JSON.parse(body.toString('utf8'));
}

const fields = (value: unknown): Record<string, unknown> => {
  if (typeof value === 'object' && value !== null) return { ...value };
  throw new NotGenuine('it is not an envelope');
};

function bytes(text: unknown, name: string): Buffer {
  const decoded = Buffer.from(String(text), 'base64');
  if (decoded.toString('base64') !== text) throw new NotGenuine(`its ${name} is not Base64`);
  return decoded;
}
