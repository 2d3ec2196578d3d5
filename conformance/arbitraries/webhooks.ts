import fc from 'fast-check';
import type { EventKind } from '../../spec/types.ts';
import { eventKinds as kindsUnder } from '../../spec/webhooks/events.ts';
import { identifiers } from '../values/text.ts';

export const eventKinds = Object.values(kindsUnder()) as readonly EventKind[];

export const receiverUrls: fc.Arbitrary<string> = fc
  .tuple(fc.array(fc.constantFrom('hooks', 'v1', 'payroll', 'in-box')), fc.option(fc.nat({ max: 999 })))
  .map(([path, id]) => `https://receiver.invalid/${path.join('/')}${id === null ? '' : `?lender=${id}`}`);

export const signingSecrets: fc.Arbitrary<string> = identifiers.map((text) => `whsec-${text}-0123456789`);

const base64 = (length: number): fc.Arbitrary<string> =>
  fc
    .uint8Array({ minLength: length, maxLength: length })
    .map((bytes) => Buffer.from(bytes).toString('base64'));

export const encryptionKeys: fc.Arbitrary<string> = base64(32);

/** Texts that are no key: of too few bytes, of too many, or no Base64 at all. */
export const wrongKeys: fc.Arbitrary<string> = fc.oneof(
  fc.integer({ min: 1, max: 31 }).chain(base64),
  fc.integer({ min: 33, max: 64 }).chain(base64),
  fc.constantFrom(16, 24, 31, 33, 48, 64).chain(base64),
  encryptionKeys.chain((key) => fc.nat({ max: 40 }).map((at) => `${key.slice(0, at)}!${key.slice(at + 1)}`)),
  // The classic mistakes: the bytes in hexadecimal, the bytes of a shorter key so, and 32 characters as they are.
  fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => Buffer.from(bytes).toString('hex')),
  fc.uint8Array({ minLength: 16, maxLength: 16 }).map((bytes) => Buffer.from(bytes).toString('hex')),
  fc.constantFrom('0123456789abcdef0123456789abcdef', 'correct horse battery staple 123'),
  fc.constantFrom('not a key', '********************************************'),
);
