import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Arranging, arranging } from '../../../simulator/arrangement/testing/arranging.ts';

let at: Arranging;
let userId: string;
let accountId: string;
let userToken: string;
let memberToken: string;

const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const decoded = (part: string | undefined) => JSON.parse(Buffer.from(part ?? '', 'base64url').toString());
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
/** A call that needs a user's token, made with this one. */
const asUser = async (token: string) =>
  (await at.call('PUT', '/documents/bank-statements/presign', { files: [{ file_name: 'a' }] }, bearer(token)))
    .status;
/** A call that takes a member's token, made with it alone. */
const asMember = async (token: string) =>
  (await fetch(`${at.sandbox.url}/users`, { headers: bearer(token) })).status;

beforeAll(async () => {
  at = await arranging({
    clients: [
      { name: 'acme', apiKey: 'acme-key', member: { email: 'owner@acme.test', password: 'acme-password' } },
    ],
  });
  userId = await at.user();
  await at.accept(userId);
  accountId = (await at.call('POST', `/_sandbox/users/${userId}/accounts`, { payroll: [{}] })).body
    .account_id;
  userToken = await at.token(userId);
  const login = { username: 'member@sandbox.test', password: 'sandbox-password' };
  memberToken = (await at.call('POST', '/members/signin', login)).body.jwt;
});
afterAll(() => at.close());

describe('a token', () => {
  it('opens what it is for', async () => {
    expect(await asUser(userToken)).toBe(200);
    expect(await asMember(memberToken)).toBe(200);
  });

  it('of a member is none of a user, nor the other way round', async () => {
    expect(await asUser(memberToken)).toBe(401);
    expect(await asMember(userToken)).toBe(401);
  });

  it.each(['none', 'None', 'HS384', 'HS512', 'RS256'])(
    'whose header names the algorithm %s opens nothing',
    async (alg) => {
      for (const token of [userToken, memberToken]) {
        const [, claims, signature] = token.split('.');
        for (const end of ['', signature]) {
          const forged = `${encoded({ alg, typ: 'JWT' })}.${claims}.${end}`;
          expect([await asUser(forged), await asMember(forged)]).toEqual([401, 401]);
        }
      }
    },
  );

  it('signed with a key that anybody may guess opens nothing', async () => {
    const [header, claims] = userToken.split('.');
    for (const key of ['', 'secret', 'sandbox-key', 'sandbox-password', '\0'.repeat(32)]) {
      const signature = createHmac('sha256', key).update(`${header}.${claims}`).digest('base64url');
      expect(await asUser(`${header}.${claims}.${signature}`)).toBe(401);
    }
  });

  it('with other claims under its old signature opens nothing', async () => {
    const [header, claims, signature] = userToken.split('.');
    const other = await at.user();
    for (const change of [
      { sub: other },
      { kind: 'member' },
      { client: 'acme' },
      { until: 1e15, exp: 1e12 },
    ]) {
      const forged = `${header}.${encoded({ ...decoded(claims), ...change })}.${signature}`;
      expect([await asUser(forged), await asMember(forged)]).toEqual([401, 401]);
    }
  });

  it('of another sandbox opens nothing', async () => {
    const elsewhere = await arranging();
    try {
      const [first] = (await elsewhere.call('GET', '/users?limit=1')).body.users;
      expect(await asUser(await elsewhere.token(first.user_id))).toBe(401);
    } finally {
      await elsewhere.close();
    }
  });

  it('of another user, or of a user of another client, does not open an account', async () => {
    const query = (token: string) =>
      at.call('POST', '/payroll/entries/connections', { account_id: accountId }, bearer(token));
    const stranger = await at.user();
    await at.accept(stranger);
    const acme = { 'x-api-key': 'acme-key' };
    const foreigner = (await at.call('POST', '/_sandbox/users', {}, acme)).body.user_id;
    await at.call('POST', `/_sandbox/users/${foreigner}/authorisations`, {}, acme);
    const foreign = (await at.call('POST', `/_sandbox/users/${foreigner}/tokens`, {}, acme)).body.token;
    for (const token of [await at.token(stranger), foreign]) {
      const { status, body } = await query(token);
      expect(status).toBeGreaterThanOrEqual(400);
      expect(JSON.stringify(body)).not.toContain('payroll_submissions');
    }
    expect((await query(userToken)).status).toBe(201);
  });

  it('opens nothing once it has run out, or once its user is gone', async () => {
    const short = (await at.call('POST', `/_sandbox/users/${userId}/tokens`, { expires_in: 60 })).body.token;
    expect(await asUser(short)).toBe(200);
    await at.call('POST', '/_sandbox/clock', { by: 'PT61S' });
    expect(await asUser(short)).toBe(401);
    const leaving = await at.user();
    await at.accept(leaving);
    const left = await at.token(leaving);
    expect(await asUser(left)).toBe(200);
    await at.call('DELETE', `/users/${leaving}`);
    expect(await asUser(left)).toBe(401);
    await at.call('POST', '/_sandbox/clock', { by: 'P30D' });
    expect(await asMember(memberToken)).toBe(401);
  });
});

describe('members of two clients', () => {
  it('sign in whoever else has invited their address', async () => {
    const login = { username: 'owner@acme.test', password: 'acme-password' };
    await at.call('POST', '/members', { email: 'owner@acme.test', role: 'viewer' });
    const { status, body } = await at.call('POST', '/members/signin', login);
    expect(status).toBe(200);
    expect(decoded(body.jwt.split('.')[1]).client).toBe('acme');
    expect((await at.call('POST', '/members/signin', { ...login, password: 'wrong' })).status).not.toBe(200);
  });
});
