import type { ClientRecord } from '../../../simulator/domain/client-record.ts';
import type { UserRecord } from '../../../simulator/domain/user-record.ts';
import { withParts } from '../../../simulator/state/user-write.ts';
import type { Client } from '../../../simulator/tenant/client.ts';
import { before, type Defect, withMethod, withPort } from './mutant.ts';

/** How records look to a handler, whatever they are. */
export type ReadOverrides = {
  user?: (record: UserRecord) => UserRecord;
  client?: (record: ClientRecord) => ClientRecord;
};

/** The context of a handler to which users, or its client, look other than they are; what it writes is kept as it should. */
export function overrideReads<C extends { client: Client; clientRecord?: ClientRecord }>(
  context: C,
  overrides: ReadOverrides,
): C {
  const { client } = context;
  const read = changedReads(client.users, { read: overrides.user, ownerOf: overrides.user });
  const users = changedUpdates(read, overrides);
  const state = changedReads(client.state, { read: overrides.client });
  const clientRecord =
    context.clientRecord && (overrides.client?.(context.clientRecord) ?? context.clientRecord);
  return { ...context, client: { ...client, users, state }, clientRecord };
}

type Change = ((record: never) => unknown) | undefined;

const changedReads = <T extends object>(object: T, changes: Readonly<Record<string, Change>>): T =>
  new Proxy(object, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== 'function') return value;
      const change = changes[String(name)] as ((record: unknown) => unknown) | undefined;
      if (!change) return value.bind(target);
      const changed = (record: unknown): unknown => (record === undefined ? undefined : change(record));
      return async (...given: unknown[]) => {
        const read: unknown = await value.apply(target, given);
        return Array.isArray(read) ? read.map(changed) : changed(read);
      };
    },
  });

/** Decisions about a user by how it looks; what is decided is written. */
function changedUpdates(users: Client['users'], { user, client }: ReadOverrides): Client['users'] {
  const change: Client['users']['change'] = (userId, decide, options) =>
    users.change(
      userId,
      (record, around) => {
        const seen = user?.(record) ?? record;
        return decide(seen, client ? { ...around, client: client(around.client) } : around);
      },
      options,
    );
  return withMethod(users, 'change', change);
}

export const withUser =
  (settings: Partial<UserRecord['user']>) =>
  (record: UserRecord): UserRecord =>
    withParts(record, { user: { ...record.user, ...settings } });

type Reading =
  | 'queryPayrollConnection'
  | 'createDirectConnection'
  | 'submitMfa'
  | 'linkAccount'
  | 'createEntry'
  | 'acceptTerm';

export const handlersReading = (operations: readonly Reading[], overrides: ReadOverrides) =>
  operations.map((operation) => before(operation, (context) => overrideReads(context, overrides)));

/** Recurring checks are scheduled by what is seen of their user and client. */
export const checksReading = ({ user, client }: ReadOverrides): Defect =>
  withPort(
    'nextCheck',
    (next) =>
      (record, clientRecord, ...rest) =>
        next(user?.(record) ?? record, client?.(clientRecord) ?? clientRecord, ...rest),
  );
