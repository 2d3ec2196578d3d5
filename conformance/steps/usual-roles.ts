import type { Points } from '../../spec/profile.ts';

/** Roles that many services have, tried before those that a deployment declares: what it takes needs no declaration. */
export const usualRoles: readonly string[] = ['viewer', 'admin', 'member', 'user', 'owner'];

type Declared = Points['members.roles'] | undefined;

/** Whether a usual role is among those that are declared, so that a check does without the declaration. */
export const takesUsualRole = (declared: Declared): boolean =>
  !declared || usualRoles.some((role) => declared.includes(role));

/** A role to invite a member with: a usual one where the deployment takes one. */
export const roleFor = (declared: Declared): string =>
  usualRoles.find((role) => !declared || declared.includes(role)) ?? declared?.[0] ?? 'viewer';
