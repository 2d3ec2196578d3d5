import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadContract } from '../../spec/contract.ts';
import { completeProfile } from '../../spec/profile.ts';
import { type Arranging, arranging } from './testing/arranging.ts';

let at: Arranging;
beforeAll(async () => {
  at = await arranging();
});
afterAll(() => at.close());

const list = async () => (await at.call('GET', '/_sandbox/members')).body.members;
const change = (id: string, body: object) => at.call('PATCH', `/_sandbox/members/${id}`, body);
const signIn = (username: string, password: string) =>
  at.call('POST', '/members/signin', { username, password });

test('an invited member is confirmed by a password, signs in, and is shut out when archived', async () => {
  const email = 'new.colleague@lender.test';
  expect((await at.call('POST', '/members', { email, role: 'analyst' })).body.status).toBe('unconfirmed');
  const { id } = (await list()).find((one: { email: string }) => one.email === email);
  expect((await signIn(email, 'a secret')).status).toBe(401);
  const { body } = await change(id, { password: 'a secret', mfa_status: 'sms' });
  expect(body).toEqual({
    id,
    email,
    role: 'analyst',
    name: 'new.colleague',
    status: 'confirmed',
    mfa_status: 'sms',
  });
  expect((await signIn(email, 'a secret')).body.member).toMatchObject({
    status: 'confirmed',
    mfa_status: 'sms',
  });
  await change(id, { status: 'archived' });
  expect((await signIn(email, 'a secret')).status).toBe(401);
  expect(JSON.stringify(await list())).not.toContain('password');
});

test('every status and every second factor can be reached, and nothing else', async () => {
  const [{ id }] = await list();
  const { schemas } = loadContract(completeProfile({})).document.components as never as {
    schemas: Record<string, { enum: string[] }>;
  };
  for (const status of schemas['MemberStatus']!.enum)
    expect((await change(id, { status })).body.status).toBe(status);
  for (const mfa_status of schemas['MfaStatus']!.enum)
    expect((await change(id, { mfa_status })).body.mfa_status).toBe(mfa_status);
  const before = await list();
  for (const body of [{ status: 'gone' }, { mfa_status: 'pigeon' }, {}, { id: 'x' }, { password: '' }])
    expect((await change(id, body)).status, JSON.stringify(body)).toBe(400);
  for (const name of ['unknown', 'toString', '__proto__'])
    expect((await change(name, { status: 'confirmed' })).status).toBe(404);
  expect(await list()).toEqual(before);
});
