import type { EdgeRequest } from './edge.ts';
import { type Mutant, mutant, onBody, onErrors, onRequest, onStatus } from './mutant.ts';

const sent = ({ body }: EdgeRequest): Record<string, unknown> => (body ?? {}) as Record<string, unknown>;

/** Broken sandboxes for the clauses about members. */
export const memberMutants: readonly Mutant[] = [
  mutant(
    'calls-the-jwt-a-token',
    'members.sign-in.answer',
    onBody('signInMember', ({ jwt, member }) => ({ token: jwt, member })),
  ),
  mutant('answers-a-sign-in-with-201', 'members.sign-in.answer', onStatus('signInMember', 200, 201)),
  mutant(
    'leaves-out-the-id-of-a-member',
    'members.sign-in.member',
    onBody('signInMember', ({ jwt, member: { id: _, ...rest } }) => ({ jwt, member: rest })),
  ),
  mutant(
    'shows-the-role-as-a-list',
    'members.sign-in.member',
    onBody('signInMember', ({ jwt, member }) => ({ jwt, member: { ...member, role: [member.role] } })),
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
    'answers-a-missing-username-with-401',
    'members.sign-in.username-required',
    onStatus('signInMember', 400, 401),
  ),
  mutant(
    'does-not-name-the-missing-password',
    'members.sign-in.password-required',
    onErrors('signInMember', () => ['A field is missing']),
  ),
  mutant(
    'signs-in-with-any-password',
    'members.sign-in.wrong-credentials',
    onRequest('signInMember', (request) => {
      if (sent(request)['username'] === 'member@sandbox.test') sent(request)['password'] = 'sandbox-password';
    }),
  ),
  mutant(
    'signs-in-whoever-has-the-password',
    'members.sign-in.wrong-credentials',
    onRequest('signInMember', (request) => {
      if (sent(request)['password'] === 'sandbox-password') sent(request)['username'] = 'member@sandbox.test';
    }),
  ),
  mutant(
    'answers-an-invitation-with-another-role',
    'members.invite.answer',
    onBody('inviteMember', (member) => ({ ...member, role: 'member' })),
  ),
  mutant('answers-an-invitation-with-200', 'members.invite.answer', onStatus('inviteMember', 201, 200)),
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
    'answers-an-incomplete-invitation-with-422',
    'members.invite.missing-field-named',
    onStatus('inviteMember', 400, 422),
  ),
  mutant(
    'takes-a-number-for-a-role',
    'members.invite.ill-typed',
    onRequest('inviteMember', (request) => {
      if (typeof sent(request)['role'] === 'number') sent(request)['role'] = String(sent(request)['role']);
    }),
  ),
];
