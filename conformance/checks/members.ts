import fc from 'fast-check';
import { type Check, type Context, check } from '../check.ts';
import { expectRefusal, expectSuccess, expectThat, expectTwin } from '../expect.ts';
import type { ServiceResponse } from '../target/exchange.ts';
import { invitationChecks } from './members-invite.ts';

const mfaStatuses = ['sms', 'email', 'disabled'];
const isText = (value: unknown): boolean => typeof value === 'string' && value !== '';

const passwords = fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 40 });
const userNames = fc.emailAddress();

/** One sign-in for those who look at different fields of its answer: checking a password is meant to be slow. */
const signedIn = ({ member, shared }: Context<never, undefined>): Promise<ServiceResponse<'signInMember'>> =>
  shared('sign-in', ({ call }) => call('signInMember', { body: member, as: 'none' }));

const signInChecks: readonly Check[] = [
  check({
    clause: 'members.sign-in.answer',
    needs: ['member'],
    arrange: signedIn,
    scenario: async ({ arranged: answer }) => {
      const { jwt, member: shown } = expectSuccess(answer, 200);
      expectThat(isText(jwt), 'a jwt text', JSON.stringify(jwt) ?? 'nothing', answer);
      const isObject = typeof shown === 'object' && shown !== null && !Array.isArray(shown);
      expectThat(isObject, 'a member object', JSON.stringify(shown) ?? 'nothing', answer);
    },
  }),

  check({
    clause: 'members.sign-in.member',
    needs: ['member'],
    arrange: signedIn,
    scenario: async ({ arranged: answer }) => {
      const shown = expectSuccess(answer, 200).member as Record<string, unknown>;
      const fields = (names: readonly string[]) => JSON.stringify(names.map((name) => shown[name] ?? null));
      expectThat(isText(shown['id']), 'an id text', fields(['id']), answer);
      expectThat(/^\S+@\S+$/.test(String(shown['email'])), 'an e-mail address', fields(['email']), answer);
      for (const name of ['role', 'name', 'status'])
        expectThat(
          shown[name] == null || typeof shown[name] === 'string',
          `${name} as text`,
          fields([name]),
          answer,
        );
    },
  }),

  check({
    clause: 'members.sign-in.mfa-status',
    needs: ['member'],
    arrange: signedIn,
    scenario: async ({ arranged: answer }) => {
      const { mfa_status } = expectSuccess(answer, 200).member;
      expectThat(mfaStatuses.includes(mfa_status), mfaStatuses.join(' or '), String(mfa_status), answer);
    },
  }),

  check({
    clause: 'members.sign-in.username-required',
    given: passwords,
    effort: 0.5,
    property: async ({ call }, password) => {
      expectRefusal(await call('signInMember', { json: { password }, as: 'none' }), {
        status: 400,
        names: ['username'],
      });
    },
  }),
  check({
    clause: 'members.sign-in.username-required',
    needs: ['member'],
    arrange: signedIn,
    scenario: async ({ call, arranged: twin, member: { password } }) => {
      expectTwin(twin);
      const without = await call('signInMember', { json: { password }, as: 'none' });
      expectRefusal(without, { status: 400, names: ['username'] });
    },
  }),

  check({
    clause: 'members.sign-in.password-required',
    given: userNames,
    effort: 0.5,
    property: async ({ call }, username) => {
      expectRefusal(await call('signInMember', { json: { username }, as: 'none' }), {
        status: 400,
        names: ['password'],
      });
    },
  }),
  check({
    clause: 'members.sign-in.password-required',
    needs: ['member'],
    arrange: signedIn,
    scenario: async ({ call, arranged: twin, member: { username } }) => {
      expectTwin(twin);
      const without = await call('signInMember', { json: { username }, as: 'none' });
      expectRefusal(without, { status: 400, names: ['password'] });
    },
  }),

  check({
    clause: 'members.sign-in.wrong-credentials',
    needs: ['member'],
    uses: ['members.sign-in.wrong-credentials-status'],
    // Once and no more: many wrong passwords might lock a real member out.
    scenario: async ({ call, member, mark, known }) => {
      const signIn = (username: string, password: string) =>
        call('signInMember', { body: { username, password }, as: 'none' });
      const unknown = await signIn(`${mark('unknown')}@example.com`, member.password);
      const wrong = await signIn(member.username, `not-${member.password}`);
      expectRefusal(unknown, { status: known['members.sign-in.wrong-credentials-status'] });
      expectRefusal(wrong, {}, 'for a wrong password');
      for (const answer of [unknown, wrong])
        expectThat(!('jwt' in (answer.body as object)), 'no token', 'a jwt', answer);
      expectTwin(await signIn(member.username, member.password));
    },
  }),
];

/** The clauses about members: signing in and being invited. */
export const memberChecks: readonly Check[] = [...signInChecks, ...invitationChecks];
