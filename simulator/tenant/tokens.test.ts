import { expect, onTestFinished, test, vi } from 'vitest';
import { type TokenClaims, tokens } from './tokens.ts';

const claims: TokenClaims = { kind: 'user', sub: 'u-1', client: 'c', epoch: '0', jti: 'j' };

function spyOn(step: 'importKey' | 'verify') {
  const spy = vi.spyOn(crypto.subtle, step);
  onTestFinished(() => spy.mockRestore());
  return spy;
}

test.each([
  ['that this sandbox signed', 1, 1234],
  ['that another secret signed', 2, undefined],
])('a token %s is verified once', async (_, signer, expiresAt) => {
  const { verify } = tokens(Buffer.alloc(32, 1));
  const token = await tokens(Buffer.alloc(32, signer)).issue(claims, 0, 1234);
  const verifying = spyOn('verify');
  for (let time = 0; time < 2; time += 1) expect((await verify(token))?.expiresAt).toBe(expiresAt);
  expect(verifying).toHaveBeenCalledTimes(1);
});

test('an error that is no verdict on the token is thrown and forgotten', async () => {
  const { issue, verify } = tokens(Buffer.alloc(32, 1));
  const token = await issue(claims, 0, 1234);
  spyOn('importKey').mockRejectedValueOnce(new Error('out of memory'));
  await expect(verify(token)).rejects.toThrow('out of memory');
  expect(await verify(token)).toMatchObject(claims);
});
