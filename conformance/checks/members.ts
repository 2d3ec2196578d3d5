import fc from 'fast-check';
import { type Calling, type Check, type Context, check } from '../judgement/check.ts';
import { expectRefusal, expectThat, expectTwin } from '../judgement/expect.ts';
import { CannotArrange } from '../judgement/failure.ts';
import { answerCheck, expectLawUnlessRefused } from '../predicates/laws.ts';
import { expectInvited } from '../predicates/members.ts';
import { usualRoles } from '../steps/usual-roles.ts';
import type { ServiceResponse } from '../target/exchange.ts';
import { clipped } from '../target/printable.ts';
import { swapped } from '../values/text.ts';
import { wrongBodyChecks } from './wrong-bodies.ts';

/** An address at a reserved domain: nothing is ever delivered to it. */
const address = ({ mark }: Pick<Context, 'mark'>): string => `${mark('member')}@example.com`;

const invite = ({ call }: Calling, json: unknown) => call('inviteMember', { json });

type Invited = { answer: ServiceResponse<'inviteMember'>; email: string; role: string };

/** One invitation for all checks that look at its answer: it cannot be taken back. */
const invitation = (ctx: Context): Promise<Invited> =>
  ctx.shared('invitation', async (side) => {
    const declared = ctx.known['members.roles'];
    // Null stands for any role: then the first refusal counts.
    const roles = declared === null ? usualRoles.slice(0, 1) : [...usualRoles, ...(declared ?? [])];
    let last = {} as Invited;
    for (const role of roles) {
      const email = address(ctx);
      last = { answer: await invite(side, { email, role }), email, role };
      if (last.answer.status < 400) return last;
    }
    if (declared !== undefined) return last;
    const got = `${last.answer.status} with ${clipped(last.answer.text, 200)}`;
    const reason = `none of the roles ${usualRoles.join(', ')} is taken; the last got ${got}`;
    throw new CannotArrange(reason, ['declare members.roles in a profile (--profile)']);
  });

const passwords = fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 40 });

/** One sign-in for all checks that look at its answer: checking a password is slow on purpose. */
const signedIn = ({ member, shared }: Pick<Context, 'member' | 'shared'>) =>
  shared('sign-in', ({ call }) => call('signInMember', { body: member, as: 'none' }));

type Credential = 'username' | 'password';
const usesRoles = { uses: ['members.roles'] } as const;

/** Sends one of the two fields alone: any value of it, and the member's own. */
const requiredFieldChecks = (missing: Credential, sent: Credential, values: fc.Arbitrary<string>) => [
  check(`members.sign-in.${missing}-required`, { given: values, effort: 0.5 }).by(async ({ call }, value) => {
    const answer = await call('signInMember', { json: { [sent]: value }, as: 'none' });
    expectRefusal(answer, { status: 400, names: [missing] });
  }),
  check(`members.sign-in.${missing}-required`, { needs: ['member'], arrange: signedIn }).by(async (ctx) => {
    expectTwin(ctx.arranged);
    const answer = await ctx.call('signInMember', { json: { [sent]: ctx.member[sent] }, as: 'none' });
    expectRefusal(answer, { status: 400, names: [missing] });
  }),
];

export const memberChecks: readonly Check[] = [
  ...(['answer', 'member', 'mfa-status'] as const).map((field) =>
    answerCheck(`members.sign-in.${field}`, { needs: ['member'] }, signedIn, 200),
  ),

  ...requiredFieldChecks('username', 'password', passwords),
  ...requiredFieldChecks('password', 'username', fc.emailAddress()),
  check('members.sign-in.wrong-credentials', {
    needs: ['member'],
    uses: ['members.sign-in.wrong-credentials-status'],
  }).by(async ({ call, member, mark, known }) => {
    const signIn = (username: string, password: string) =>
      call('signInMember', { body: { username, password }, as: 'none' });
    const unknown = await signIn(`${mark('unknown')}@example.com`, member.password);
    expectRefusal(unknown, { status: known['members.sign-in.wrong-credentials-status'] });
    const { password } = member;
    const refused = [unknown];
    // The right one between them, so that no member is locked out.
    const others = [`not-${password}`, `${password}x`, password.slice(0, -1), swapped(password)];
    for (const wrong of new Set(others)) {
      if (wrong === password) continue;
      refused.push(await signIn(member.username, wrong));
      expectRefusal(refused.at(-1)!, {}, 'for a wrong password');
      expectTwin(await signIn(member.username, password));
    }
    for (const answer of refused)
      expectThat(!('jwt' in (answer.body as object)), 'no token', 'a jwt', answer);
  }),

  check('members.invite.answer', { ...usesRoles, arrange: invitation }).by(async (ctx) => {
    const { role } = ctx.arranged;
    for (const email of [address(ctx), address(ctx), address(ctx)])
      expectInvited(await invite(ctx, { email, role }));
    // Whether a member may be invited once more is open, and with which role: where it is taken, it is the same member.
    const email = address(ctx);
    for (const other of usualRoles.slice(0, 3))
      expectLawUnlessRefused('members.invite.answer', await invite(ctx, { email, role: other }));
  }),
  ...(['status', 'mfa-status', 'name'] as const).map((field) =>
    answerCheck(`members.invite.${field}`, usesRoles, async (ctx) => (await invitation(ctx)).answer, 201),
  ),
  ...wrongBodyChecks('inviteMember', {
    ...usesRoles,
    missing: 'members.invite.missing-field-named',
    illTyped: 'members.invite.ill-typed',
    request: async (ctx) => ({ body: { email: address(ctx), role: (await invitation(ctx)).role } }),
  }),
];
