import type { MemberStatus } from './types.ts';

/** Every status of a member; a status that the contract adds does not compile until it is here. */
export const memberStatuses = Object.keys({
  unconfirmed: true,
  confirmed: true,
  archived: true,
  compromised: true,
  unknown: true,
  reset_required: true,
  force_change_password: true,
  external_provider: true,
} satisfies Record<MemberStatus, true>) as readonly MemberStatus[];
