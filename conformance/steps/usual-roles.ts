import type { Points } from '../../spec/profile.ts';

/** Roles that many services have, tried before those that a deployment declares: what it takes needs no declaration. */
export const usualRoles: readonly string[] = ['viewer', 'admin', 'member', 'user', 'owner'];

type Declared = Points['members.roles'] | undefined;

export const takesUsualRole = (declared: Declared): boolean =>
  !declared || usualRoles.some((role) => declared.includes(role));

export const roleFor = (declared: Declared): string =>
  usualRoles.find((role) => !declared || declared.includes(role)) ?? declared?.[0] ?? 'viewer';
