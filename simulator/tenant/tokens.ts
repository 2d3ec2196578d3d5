import type { SignJWT as SignJwt } from 'jose';
import { latestLoaded } from '../../spec/lazy.ts';

/** What a bearer token says: whose it is, of which client and in which epoch of that client's world. */
export type TokenClaims = { kind: 'member' | 'user' } & Record<'sub' | 'client' | 'epoch' | 'jti', string>;

export type Tokens = ReturnType<typeof tokens>;

/** Issues and verifies bearer tokens: JWTs signed with a secret that only this sandbox has. */
export const tokens = (secret: Uint8Array) => ({
  async issue(claims: TokenClaims, issuedAt: number, expiresAt: number, form: 'jwt' | 'opaque' = 'jwt') {
    const { SignJWT } = await import('jose');
    const { sub, jti, ...rest } = claims;
    // `exp` counts whole seconds; `until` is the exact instant.
    const jwt = await (new SignJWT({ ...rest, until: expiresAt }) as SignJwt)
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      .setSubject(sub)
      .setJti(jti)
      .setIssuedAt(Math.floor(issuedAt / 1000))
      .setExpirationTime(Math.ceil(expiresAt / 1000))
      .sign(secret);
    return form === 'jwt' ? jwt : Buffer.from(jwt).toString('base64url');
  },

  /**
   * Undefined for a token that this sandbox has not signed. The caller judges expiry, by the client's clock. Each signature is
   * verified once: WebCrypto does it on another thread, which takes 145 µs. An error that is no verdict on the token is thrown
   * and forgotten.
   */
  verify: latestLoaded(100, String, async (token: string) => {
    const { errors, jwtVerify } = await import('jose');
    const text = token.includes('.') ? token : Buffer.from(token, 'base64url').toString();
    try {
      const options = { algorithms: ['HS256'], currentDate: new Date(0) };
      const { payload } = await jwtVerify<TokenClaims & { until: number }>(text, secret, options);
      return { ...payload, expiresAt: payload.until };
    } catch (error) {
      if (error instanceof errors.JOSEError) return undefined;
      throw error;
    }
  }),
});
