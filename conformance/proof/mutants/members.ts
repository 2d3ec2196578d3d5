import { mutantsOf, onBody, onErrors, onRequest } from './mutant.ts';

export const memberMutants = mutantsOf('members.', {
  'sign-in.answer: calls-the-jwt-a-token': onBody('signInMember', ({ jwt, member }) => ({
    token: jwt,
    member,
  })),
  'sign-in.member: leaves-out-the-id-of-a-member': onBody(
    'signInMember',
    ({ jwt, member: { id: _, ...rest } }) => ({ jwt, member: rest }),
  ),
  'sign-in.mfa-status: knows-another-second-factor': onBody('signInMember', ({ jwt, member }) => ({
    jwt,
    member: { ...member, mfa_status: 'totp' },
  })),
  'sign-in.username-required: does-not-name-the-missing-username': onErrors(
    'signInMember',
    'A field is missing',
  ),
  'sign-in.password-required: does-not-name-the-missing-password': onErrors(
    'signInMember',
    'A field is missing',
  ),
  'sign-in.wrong-credentials: signs-in-with-any-password': onRequest('signInMember', ({ sent }) => {
    if (sent['username'] === 'member@sandbox.test') sent['password'] = 'sandbox-password';
  }),
  'invite.answer: answers-an-invitation-with-another-role': onBody('inviteMember', (member) => ({
    ...member,
    role: 'member',
  })),
  'invite.status: has-a-ninth-member-status': onBody('inviteMember', { status: 'invited' }),
  'invite.mfa-status: leaves-the-second-factor-of-the-invited-open': onBody('inviteMember', {
    mfa_status: null,
  }),
  'invite.name: leaves-out-the-name-of-the-invited': onBody('inviteMember', ({ name: _, ...rest }) => rest),
  'invite.missing-field-named: does-not-name-the-missing-field-of-an-invitation': onErrors(
    'inviteMember',
    'The invitation is not complete',
  ),
  'invite.ill-typed: takes-a-number-for-a-role': onRequest('inviteMember', ({ sent }) => {
    if (typeof sent['role'] === 'number') sent['role'] = String(sent['role']);
  }),
});
