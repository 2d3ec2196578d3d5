import type { Points } from '../../../../spec/profile.ts';
import type { Context } from '../../../judgement/check.ts';
import { keyedOperations } from '../../../steps/lawful-requests.ts';
import { roleFor, usualRoles } from '../../../steps/usual-roles.ts';
import { harmlessRequest } from '../../../steps/wrong-requests.ts';
import { fieldsOf, type JsonFields } from '../../../target/read-json.ts';
import { type AnyProbe, type Finding, probe, seen, unknown, unknownId } from '../probe.ts';

type Invited = { status: number; body: JsonFields; email: string; role: string };

/** One invitation serves all probes because it cannot be taken back; it has the first usual role that is accepted. */
async function ofInvitation<T>(ctx: Context, find: (made: Invited) => Finding<T> | Promise<Finding<T>>) {
  const invitation = await ctx.shared('probe: invitation', async ({ call }) => {
    const declared = ctx.known['members.roles'];
    const email = `${ctx.mark('invited')}@example.com`;
    const invite = async (role: string): Promise<Invited> => {
      const { status, body } = await call('inviteMember', { body: { email, role } });
      return { status, body: fieldsOf(body), email, role };
    };
    const [first = roleFor(declared), ...others] = declared ? [] : usualRoles;
    let invited = await invite(first);
    for (const role of others) if (invited.status !== 201) invited = await invite(role);
    return invited;
  });
  return invitation.status === 201 ? find(invitation) : unknown(`the invitation got ${invitation.status}`);
}

export const memberProbes: readonly AnyProbe[] = [
  probe('auth.member-token.operations', { needs: ['member', 'writes'] }).by(async ({ call }) => {
    const accepted: Points['auth.member-token.operations'] = [];
    for (const operation of keyedOperations) {
      const options = harmlessRequest(operation, unknownId);
      const signedIn = await call(operation, { ...options, as: 'member' });
      const anonymous = await call(operation, { ...options, as: 'none' });
      if (anonymous.status !== 401)
        return unknown(`${operation} without credentials answers ${anonymous.status}, not 401`);
      if (signedIn.status !== 401 && signedIn.status !== 403) accepted.push(operation);
    }
    return seen(accepted);
  }),
  probe('auth.user-token.format', { needs: ['users', 'tokens'] }).by(async ({ arrange }) => {
    return seen(isJwt(await arrange.tokenFor((await arrange.createUser()).user_id)) ? 'jwt' : 'opaque');
  }),
  probe('members.sign-in.wrong-credentials-status').by(async ({ call, mark }) => {
    // No member has this name: wrong passwords might lock a real member out.
    const body = { username: `${mark('absent')}@example.com`, password: 'not-the-password' };
    return call('signInMember', { body, as: 'none' });
  }),
  probe('members.roles', { needs: ['writes'], once: true }).by((ctx) =>
    ofInvitation(ctx, async ({ role }) => {
      const email = `${ctx.mark('invited')}@example.com`;
      const made = await ctx.call('inviteMember', { body: { email, role: 'keeper-of-the-keys' } });
      return seen(made.status === 201 ? null : [role]);
    }),
  ),
  probe('members.invite.initial-status', { needs: ['writes'] }).by((ctx) =>
    ofInvitation(ctx, ({ body }) => seen(body['status'] as 'unconfirmed')),
  ),
  probe('members.invite.initial-mfa-status', { needs: ['writes'] }).by((ctx) =>
    ofInvitation(ctx, ({ body }) => seen(body['mfa_status'] as 'sms')),
  ),
  probe('members.invite.name', { needs: ['writes'] }).by((ctx) =>
    ofInvitation(ctx, ({ body: { name }, email }) => {
      if (name === email) return seen('email');
      if (name === '') return seen('empty');
      return name === email.split('@')[0] ? seen('local-part') : unknown(`it is ${String(name)}`);
    }),
  ),
  probe('members.invite.existing-status', { needs: ['writes'], once: true }).by((ctx) =>
    ofInvitation(ctx, async ({ email, role }) =>
      seen((await ctx.call('inviteMember', { body: { email, role } })).status),
    ),
  ),
];

function isJwt(token: string): boolean {
  const [header, ...rest] = token.split('.');
  if (rest.length !== 2) return false;
  try {
    return 'alg' in JSON.parse(Buffer.from(header ?? '', 'base64url').toString('utf8'));
  } catch {
    return false;
  }
}
