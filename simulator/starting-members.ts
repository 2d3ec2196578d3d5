import { seededUuid } from '../generators/ids.ts';
import type { MemberRecord } from './domain/client-record.ts';
import { hashPassword } from './http/password.ts';

/** scrypt of `sandbox-password`, kept here so that a start does not have to work it out. */
const sandboxPassword = 'cGF5cmlnLXNhbmRib3gtMQ==:sIeZqjopZUDTJrI/HzfWFn/scGsW6q9g8WMll7MfO8A=';

/** The members that a client begins with: the well-known one of the first, or the one that was asked for. */
export async function startingMembers(
  client: string,
  given: { email: string; password: string } | undefined,
  randomBytes: (length: number) => Buffer,
): Promise<MemberRecord[]> {
  if (given) return [member(client, given.email, await hashPassword(given.password, randomBytes(16)))];
  return client === 'sandbox' ? [member(client, 'member@sandbox.test', sandboxPassword)] : [];
}

function member(client: string, email: string, password: string): MemberRecord {
  return {
    id: seededUuid('member', client, email),
    email,
    role: 'admin',
    name: 'Sandbox Member',
    status: 'confirmed',
    mfa_status: 'disabled',
    password,
  };
}
