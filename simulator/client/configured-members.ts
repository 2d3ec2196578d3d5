import { isDeepStrictEqual } from 'node:util';
import { seededUuid } from '../../generators/ids.ts';
import type { ClientRecord, MemberRecord } from '../domain/client-record.ts';
import { without } from '../domain/user-record.ts';
import { hashPassword } from '../tenant/password.ts';

/** A member that a sandbox is started with. */
export type ConfiguredMember = { email: string; password: string };

/** scrypt of `sandbox-password`, kept here so that a start does not have to work it out. */
const sandboxPassword = 'cGF5cmlnLXNhbmRib3gtMQ==:sIeZqjopZUDTJrI/HzfWFn/scGsW6q9g8WMll7MfO8A=';

/** The members that a client begins with: the well-known one of the first, or the one that was asked for. */
export async function configuredMembers(
  client: string,
  given: ConfiguredMember | undefined,
  randomBytes: (length: number) => Buffer,
): Promise<MemberRecord[]> {
  if (given) return [member(client, given.email, await hashPassword(given.password, randomBytes(16)))];
  return client === 'sandbox' ? [member(client, 'member@sandbox.test', sandboxPassword)] : [];
}

/** The client's record with the members that it is started with now, in the place of those that it was before. */
export function withConfiguredMembers(record: ClientRecord, members: readonly MemberRecord[]): ClientRecord {
  const configured = members.map(({ id }) => id);
  const isSame =
    configured.join() === record.configured_members.join() &&
    members.every((one) => isDeepStrictEqual(record.members[one.id], one));
  if (isSame) return record;
  return {
    ...record,
    members: {
      ...without(record.members, ...record.configured_members),
      ...Object.fromEntries(members.map((one) => [one.id, one])),
    },
    configured_members: configured,
  };
}

const member = (client: string, email: string, password: string): MemberRecord => ({
  id: seededUuid('member', client, email),
  email,
  role: 'admin',
  name: 'Sandbox Member',
  status: 'confirmed',
  mfa_status: 'disabled',
  password,
});
