import { type Mutant, mutant, onBody, onErrors, onRequest } from './mutant.ts';

/** Broken sandboxes for the clauses about members. */
export const memberMutants: readonly Mutant[] = [
  mutant(
    'calls-the-jwt-a-token',
    'members.sign-in.answer',
    onBody('signInMember', ({ jwt, member }) => ({ token: jwt, member })),
  ),
  mutant(
    'leaves-out-the-id-of-a-member',
    'members.sign-in.member',
    onBody('signInMember', ({ jwt, member: { id: _, ...rest } }) => ({ jwt, member: rest })),
  ),
  mutant(
    'knows-another-second-factor',
    'members.sign-in.mfa-status',
    onBody('signInMember', ({ jwt, member }) => ({ jwt, member: { ...member, mfa_status: 'totp' } })),
  ),
  mutant(
    'does-not-name-the-missing-username',
    'members.sign-in.username-required',
    onErrors('signInMember', () => ['A field is missing']),
  ),
  mutant(
    'does-not-name-the-missing-password',
    'members.sign-in.password-required',
    onErrors('signInMember', () => ['A field is missing']),
  ),
  mutant(
    'signs-in-with-any-password',
    'members.sign-in.wrong-credentials',
    onRequest('signInMember', ({ sent }) => {
      if (sent['username'] === 'member@sandbox.test') sent['password'] = 'sandbox-password';
    }),
  ),
  mutant(
    'answers-an-invitation-with-another-role',
    'members.invite.answer',
    onBody('inviteMember', (member) => ({ ...member, role: 'member' })),
  ),
  mutant(
    'has-a-ninth-member-status',
    'members.invite.status',
    onBody('inviteMember', (member) => ({ ...member, status: 'invited' })),
  ),
  mutant(
    'leaves-the-second-factor-of-the-invited-open',
    'members.invite.mfa-status',
    onBody('inviteMember', (member) => ({ ...member, mfa_status: null })),
  ),
  mutant(
    'leaves-out-the-name-of-the-invited',
    'members.invite.name',
    onBody('inviteMember', ({ name: _, ...rest }) => rest),
  ),
  mutant(
    'does-not-name-the-missing-field-of-an-invitation',
    'members.invite.missing-field-named',
    onErrors('inviteMember', () => ['The invitation is not complete']),
  ),
  mutant(
    'takes-a-number-for-a-role',
    'members.invite.ill-typed',
    onRequest('inviteMember', ({ sent }) => {
      if (typeof sent['role'] === 'number') sent['role'] = String(sent['role']);
    }),
  ),
];
