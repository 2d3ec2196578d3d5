import fc from 'fast-check';
import { type Check, type Context, check } from '../check.ts';
import { expectEqual, expectRefusal, expectSuccess, expectThat, expectTwin } from '../expect.ts';
import { CannotArrange, NotApplicable } from '../failure.ts';
import { expectMember, expectMemberStatus, expectMfaStatus, isNonEmptyText } from '../predicates/members.ts';
import { usualRoles } from '../steps/usual-roles.ts';
import type { ServiceResponse } from '../target/exchange.ts';
import { fieldsOf } from '../target/read-json.ts';

/** An address at a reserved domain: nothing is ever delivered to it. */
const address = ({ mark }: Pick<Context, 'mark'>): string => `${mark('member')}@example.com`;

const invite = ({ call }: Pick<Context, 'call'>, json: unknown) => call('inviteMember', { json });

type Invited = { answer: ServiceResponse<'inviteMember'>; email: string; role: string };

/** One invitation for those who look at different fields of its answer: it cannot be taken back. */
const invitation = (ctx: Context): Promise<Invited> =>
  ctx.shared('invitation', async (side) => {
    const declared = ctx.known['members.roles'] ?? [];
    for (const role of [...usualRoles, ...declared]) {
      const email = address(ctx);
      const answer = await invite(side, { email, role });
      if (answer.status < 400 || role === declared.at(-1)) return { answer, email, role };
    }
    throw new CannotArrange(`none of the roles ${usualRoles.join(', ')} is taken`, [
      'declare members.roles in a profile (--profile)',
    ]);
  });

/** A role that the deployment takes. */
const roles = ({ arranged }: Context<never, Invited>): fc.Arbitrary<string> => fc.constant(arranged.role);

const passwords = fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 40 });
const userNames = fc.emailAddress();

/** One sign-in for those who look at different fields of its answer: checking a password is meant to be slow. */
const signedIn = ({ member, shared }: Context<never, undefined>): Promise<ServiceResponse<'signInMember'>> =>
  shared('sign-in', ({ call }) => call('signInMember', { body: member, as: 'none' }));

type Credential = 'username' | 'password';

/** Sends one of the two fields alone: any value of it, and the member's own. */
const requiredFieldChecks = (
  missing: Credential,
  sent: Credential,
  values: fc.Arbitrary<string>,
): Check[] => [
  check(`members.sign-in.${missing}-required`, { given: values, effort: 0.5 }, async ({ call }, value) => {
    const answer = await call('signInMember', { json: { [sent]: value }, as: 'none' });
    expectRefusal(answer, { status: 400, names: [missing] });
  }),
  check(`members.sign-in.${missing}-required`, {
    needs: ['member'],
    arrange: signedIn,
    scenario: async ({ call, arranged: twin, member }) => {
      expectTwin(twin);
      const answer = await call('signInMember', { json: { [sent]: member[sent] }, as: 'none' });
      expectRefusal(answer, { status: 400, names: [missing] });
    },
  }),
];

/** The clauses about members: signing in and being invited. */
export const memberChecks: readonly Check[] = [
  check('members.sign-in.answer', { needs: ['member'], arrange: signedIn }, async ({ arranged: answer }) => {
    const { jwt, member: shown } = expectSuccess(answer, 200);
    expectThat(isNonEmptyText(jwt), 'a jwt text', JSON.stringify(jwt) ?? 'nothing', answer);
    const isObject = typeof shown === 'object' && shown !== null && !Array.isArray(shown);
    expectThat(isObject, 'a member object', JSON.stringify(shown) ?? 'nothing', answer);
  }),

  check('members.sign-in.member', { needs: ['member'], arrange: signedIn }, async ({ arranged: answer }) => {
    expectMember(fieldsOf(expectSuccess(answer, 200).member), answer);
  }),

  check('members.sign-in.mfa-status', {
    needs: ['member'],
    arrange: signedIn,
    scenario: async ({ arranged: answer }) => {
      const { mfa_status } = expectSuccess(answer, 200).member;
      expectMfaStatus(mfa_status, answer);
    },
  }),

  ...requiredFieldChecks('username', 'password', passwords),
  ...requiredFieldChecks('password', 'username', userNames),
  check('members.sign-in.wrong-credentials', {
    needs: ['member'],
    uses: ['members.sign-in.wrong-credentials-status'],
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
  check('members.invite.answer', {
    uses: ['members.roles'],
    arrange: invitation,
    given: roles,
    effort: 0.25,
    property: async (ctx, role) => {
      const email = address(ctx);
      const answer = await invite(ctx, { email, role });
      const invited = expectSuccess(answer, 201);
      expectEqual({ email: invited.email, role: invited.role }, { email, role }, 'who was invited', answer);
    },
  }),

  check('members.invite.status', {
    uses: ['members.roles'],
    arrange: invitation,
    scenario: async ({ arranged: { answer } }) => {
      const { status } = expectSuccess(answer, 201);
      expectMemberStatus(status, answer);
    },
  }),

  check('members.invite.mfa-status', {
    uses: ['members.roles'],
    arrange: invitation,
    scenario: async ({ arranged: { answer } }) => {
      const { mfa_status } = expectSuccess(answer, 201);
      expectMfaStatus(mfa_status, answer);
    },
  }),

  check('members.invite.name', {
    uses: ['members.roles'],
    arrange: invitation,
    scenario: async ({ arranged: { answer } }) => {
      const { name } = expectSuccess(answer, 201);
      expectThat(
        typeof name === 'string',
        'a name, which is text',
        JSON.stringify(name) ?? 'nothing',
        answer,
      );
    },
  }),

  check('members.invite.missing-field-named', {
    points: ['requests.required.inviteMember'],
    uses: ['members.roles'],
    arrange: invitation,
    scenario: async (ctx) => {
      const required = ctx.points['requests.required.inviteMember'];
      if (required.length === 0) throw new NotApplicable('an invitation needs no field here');
      const whole = { email: address(ctx), role: ctx.arranged.role };
      for (const field of required) {
        const { [field]: _, ...rest } = whole;
        expectRefusal(await invite(ctx, rest), { status: 400, names: [field] });
      }
      expectTwin(await invite(ctx, whole));
    },
  }),

  check('members.invite.ill-typed', { uses: ['members.roles'], arrange: invitation }, async (ctx) => {
    expectTwin(ctx.arranged.answer);
    for (const field of ['email', 'role'])
      for (const bad of [42, true, {}, ['text']]) {
        const json = { email: address(ctx), role: ctx.arranged.role, [field]: bad };
        expectRefusal(await invite(ctx, json), {}, `for ${field} ${JSON.stringify(bad)}`);
      }
  }),
];
