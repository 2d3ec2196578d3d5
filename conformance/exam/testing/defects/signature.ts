import { createHash, createHmac } from 'node:crypto';
import { agreedInTests } from '../agreed-in-tests.ts';
import { type Defect, defect } from './defect.ts';

const hex = (body: Uint8Array, secret: string, algorithm = 'sha512'): string =>
  createHmac(algorithm, secret).update(body).digest('hex');

const signedOnly = { with: ['secret'] } as const;

/** Mistakes in verifying who sent a delivery. */
export const signatureDefects: readonly Defect[] = [
  defect('verifies-nothing', 'signature.missing', () => ({ verify: () => true }), signedOnly),
  defect(
    'verifies-only-what-is-signed',
    'signature.missing',
    ({ verify }) => ({
      verify: (body, signature, ...rest) => signature === undefined || verify(body, signature, ...rest),
    }),
    signedOnly,
  ),
  defect('skips-an-empty-signature', 'signature.empty', ({ verify }) => ({
    verify: (body, signature, ...rest) =>
      signature !== undefined && (!signature || verify(body, signature, ...rest)),
  })),
  defect('compares-as-far-as-the-signature-goes', 'signature.cut', () => ({
    verify: (body, signature, secret) => Boolean(signature) && hex(body, secret).startsWith(signature ?? '?'),
  })),
  defect('looks-for-the-digest-inside-the-header', 'signature.cut', () => ({
    verify: (body, signature, secret) => (signature ?? '').startsWith(hex(body, secret)),
  })),
  defect('compares-the-first-half', 'signature.wrong', () => ({
    verify: (body, signature, secret) =>
      signature?.length === 128 && signature.slice(0, 64) === hex(body, secret).slice(0, 64),
  })),
  defect('compares-all-but-the-first-digit', 'signature.wrong', () => ({
    verify: (body, signature, secret) =>
      signature?.length === 128 && signature.slice(1) === hex(body, secret).slice(1),
  })),
  defect('remembers-signatures-that-were-right-once', 'signature.other-body', ({ verify }) => {
    const right = new Set<string>();
    return {
      verify(body, signature = '', ...rest) {
        if (right.has(signature)) return true;
        const isRight = verify(body, signature, ...rest);
        if (isRight) right.add(signature);
        return isRight;
      },
    };
  }),
  defect('looks-at-the-form-of-the-signature-alone', 'signature.other-secret', () => ({
    verify: (_, signature) => /^[0-9a-f]{128}$/.test(signature ?? ''),
  })),
  defect('takes-a-bare-digest', 'signature.keyless', ({ verify }) => ({
    verify: (body, signature, ...rest) =>
      signature === createHash('sha512').update(body).digest('hex') || verify(body, signature, ...rest),
  })),
  defect('falls-back-to-an-empty-secret', 'signature.keyless', ({ verify }) => ({
    verify: (body, signature, secret, request) =>
      [secret, process.env['PAYRIG_NO_SUCH_SECRET'] ?? ''].some((one) =>
        verify(body, signature, one, request),
      ),
  })),
  defect('goes-by-the-length-of-the-signature', 'signature.other-algorithm', () => ({
    verify: (body, signature, secret) => {
      const algorithm = { 40: 'sha1', 64: 'sha256' }[signature?.length ?? 0] ?? 'sha512';
      return signature === hex(body, secret, algorithm);
    },
  })),
  defect('takes-base64-too', 'signature.other-encoding', ({ verify }) => ({
    verify: (body, signature, secret, request) =>
      verify(body, signature, secret, request) ||
      signature === createHmac('sha512', secret).update(body).digest('base64'),
  })),
  defect('strips-a-prefix', 'signature.other-encoding', ({ verify }) => ({
    verify: (body, signature, ...rest) => verify(body, signature?.replace(/^sha512=/, ''), ...rest),
  })),
  defect('decodes-hexadecimal-of-any-case', 'signature.other-encoding', ({ verify }) => ({
    verify: (body, signature, ...rest) => verify(body, signature?.toLowerCase(), ...rest),
  })),
  defect('verifies-the-plain-body-too', 'signature.plain-body', ({ verify, decrypt, header }) => ({
    verify(body, signature, secret, request) {
      if (verify(body, signature, secret, request)) return true;
      try {
        const iv = header(request, 'X-Svc-Encryption-IV');
        return verify(
          decrypt(body, iv, Buffer.from(agreedInTests.key, 'base64')),
          signature,
          secret,
          request,
        );
      } catch {
        return false;
      }
    },
  })),
];
