import { valuesOf } from '../../spec/generated/contract-lists.ts';
import type { Points } from '../../spec/profile.ts';
import type { MemberStatus } from '../../spec/types.ts';
import type { MemberRecord } from '../domain/client-record.ts';
import { refusals } from '../domain/refusal.ts';
import type { Handlers } from '../http/context.ts';
import { created, ok } from '../http/outcome.ts';
import { ClientRemovedError } from '../store/port.ts';
import type { Services } from '../tenant/services.ts';

/** Members in these states keep their password, but it opens nothing. */
const shutOut: ReadonlySet<MemberStatus> = new Set<MemberStatus>(['archived', 'compromised', 'unconfirmed']);

/** Rules: conformance/checks/members.ts; in process, arrangement/members.test.ts. */
export const members = {
  async signInMember({ services, body }) {
    const { points } = services.profile;
    const found = await memberByLogin(services, body.username, body.password);
    if (!found) throw refusals.credentials(points['members.sign-in.wrong-credentials-status']);
    const { client, member } = found;
    const now = await client.state.now();
    const { ids, tokens } = services;
    const whose = { sub: member.id, client: client.name, epoch: '', jti: ids.uuid() };
    const expiresAt = now + points['auth.member-token.lifetime-seconds'] * 1000;
    const jwt = await tokens.issue({ kind: 'member', ...whose }, now, expiresAt);
    const { password: _, ...shown } = member;
    return ok({ jwt, member: shown });
  },

  async inviteMember({ client, body, services }) {
    const { points } = services.profile;
    const invited = await client.state.change((record) => {
      // A profile may ask for no address; two members without one are not the same.
      const existing = Object.values(record.members).find((one) => sameEmail(one.email, body.email));
      const status = points['members.invite.existing-status'];
      if (existing && status !== 201) throw refusals.memberExists(status, existing.email);
      const member = existing ?? newMember(services.ids.uuid(), body, points);
      return { record: { ...record, members: { ...record.members, [member.id]: member } }, result: member };
    });
    const { email, role, status, mfa_status, name } = invited;
    return created({ email, role, status, mfa_status, name });
  },
} satisfies Partial<Handlers>;

type Invited = { email?: string; role?: string };

function newMember(id: string, { email = '', role = '' }: Invited, points: Points): MemberRecord {
  const localPart = email.split('@', 1)[0] as string;
  const names = { 'local-part': localPart, email, empty: '' };
  return {
    id,
    email,
    role,
    name: names[points['members.invite.name']],
    status: magicStatus(localPart) ?? points['members.invite.initial-status'],
    mfa_status: points['members.invite.initial-mfa-status'],
    password: null,
  };
}

/** An address whose local part is the name of a status (`archived+run7@...`) gives a member in that status. */
const magicStatus = (localPart: string): MemberStatus | undefined =>
  valuesOf.MemberStatus.find((status) => status === localPart.split('+', 1)[0]);

const sameEmail = (a: string, b: string | undefined): boolean => a.toLowerCase() === b?.toLowerCase();

/** Clients know nothing of each other: a member whom one has invited may have a password with another. */
async function memberByLogin(services: Services, email: string, password: string) {
  const { clients, issuedClients, passwords } = services;
  let compared = false;
  let failure: unknown;
  const own = await issuedClients.ofMember(email);
  // The client that the address names comes first: with 60 clients its member's sign-in waited for 60 reads, one by one.
  for (const some of [own ? [own] : [], clients.filter((client) => client !== own)]) {
    const reads = await Promise.allSettled(some.map(({ state }) => state.read()));
    for (const [index, read] of reads.entries()) {
      try {
        if (read.status === 'rejected') throw read.reason;
        const member = Object.values(read.value.members).find((one) => sameEmail(one.email, email));
        if (!member?.password || shutOut.has(member.status)) continue;
        compared = true;
        if (await passwords.matches(password, member.password)) return { client: some[index]!, member };
      } catch (error) {
        // A client whose data is damaged does not keep members of the others out, nor does one that was just removed.
        if (!(error instanceof ClientRemovedError)) failure ??= error;
      }
    }
  }
  if (failure !== undefined) throw failure;
  // An unknown email must take as long as a known one, or the time would show which emails are known.
  if (!compared) await passwords.matches(password, null);
  return undefined;
}
