import fc from 'fast-check';
import { names } from '../arbitraries/text.ts';
import { type Check, type Context, check } from '../check.ts';
import { expectEqual, expectRefusal, expectSuccess, expectThat, expectTwin } from '../expect.ts';
import { NotApplicable } from '../failure.ts';
import type { ServiceResponse } from '../target/exchange.ts';

const mfaStatuses = ['sms', 'email', 'disabled'];
const statuses = [
  'unconfirmed',
  'confirmed',
  'archived',
  'compromised',
  'unknown',
  'reset_required',
  'force_change_password',
  'external_provider',
];

type Roles = Pick<Context<'members.roles'>, 'points'>;

/** A role that the deployment takes: one of its own, or any text where it names none. */
const roles = ({ points }: Roles): fc.Arbitrary<string> => {
  const listed = points['members.roles'];
  return listed ? fc.constantFrom(...listed) : names;
};
const aRole = ({ points }: Roles): string => points['members.roles']?.[0] ?? 'viewer';

/** An address at a reserved domain: nothing is ever delivered to it. */
const address = ({ mark }: Pick<Context, 'mark'>): string => `${mark('member')}@example.com`;

const invite = ({ call }: Pick<Context, 'call'>, json: unknown) => call('inviteMember', { json });

/** One invitation for those who look at different fields of its answer: it cannot be taken back. */
const invitation = (ctx: Context<'members.roles', undefined>): Promise<ServiceResponse<'inviteMember'>> => {
  const json = { email: address(ctx), role: aRole(ctx) };
  return ctx.shared('invitation', (side) => invite(side, json));
};

/** The clauses about being invited. Each invitation leaves a member behind, so there are few. */
export const invitationChecks: readonly Check[] = [
  check({
    clause: 'members.invite.answer',
    points: ['members.roles'],
    given: roles,
    effort: 0.25,
    property: async (ctx, role) => {
      const email = address(ctx);
      const answer = await invite(ctx, { email, role });
      const invited = expectSuccess(answer, 201);
      expectEqual({ email: invited.email, role: invited.role }, { email, role }, 'who was invited', answer);
    },
  }),

  check({
    clause: 'members.invite.status',
    points: ['members.roles'],
    arrange: invitation,
    scenario: async ({ arranged: answer }) => {
      const { status } = expectSuccess(answer, 201);
      expectThat(statuses.includes(status), statuses.join(' or '), String(status), answer);
    },
  }),

  check({
    clause: 'members.invite.mfa-status',
    points: ['members.roles'],
    arrange: invitation,
    scenario: async ({ arranged: answer }) => {
      const { mfa_status } = expectSuccess(answer, 201);
      expectThat(mfaStatuses.includes(mfa_status), mfaStatuses.join(' or '), String(mfa_status), answer);
    },
  }),

  check({
    clause: 'members.invite.name',
    points: ['members.roles'],
    arrange: invitation,
    scenario: async ({ arranged: answer }) => {
      const { name } = expectSuccess(answer, 201);
      const isName = typeof name === 'string' || name === null;
      expectThat(isName, 'a name, or null', JSON.stringify(name) ?? 'nothing', answer);
    },
  }),

  check({
    clause: 'members.invite.missing-field-named',
    points: ['members.roles', 'requests.required.inviteMember'],
    scenario: async (ctx) => {
      const required = ctx.points['requests.required.inviteMember'];
      if (required.length === 0) throw new NotApplicable('an invitation needs no field here');
      const whole = { email: address(ctx), role: aRole(ctx) };
      for (const field of required) {
        const { [field]: _, ...rest } = whole;
        expectRefusal(await invite(ctx, rest), { status: 400, names: [field] });
      }
      expectTwin(await invite(ctx, whole));
    },
  }),

  check({
    clause: 'members.invite.ill-typed',
    points: ['members.roles'],
    arrange: invitation,
    scenario: async (ctx) => {
      expectTwin(ctx.arranged);
      for (const field of ['email', 'role'])
        for (const bad of [42, true, {}, ['text']]) {
          const json = { email: address(ctx), role: aRole(ctx), [field]: bad };
          expectRefusal(await invite(ctx, json), {}, `for ${field} ${JSON.stringify(bad)}`);
        }
    },
  }),
];
