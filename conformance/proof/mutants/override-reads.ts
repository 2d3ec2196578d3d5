import type { ClientRecord } from '../../../simulator/domain/client-record.ts';
import type { UserRecord } from '../../../simulator/domain/user-record.ts';
import { withParts } from '../../../simulator/state/user-write.ts';
import type { Client } from '../../../simulator/tenant/client.ts';
import { before, type Defect, withMethods, withPort } from './mutant.ts';

/** How records look to a handler, whatever they are. */
export type ReadOverrides = {
  user?: (record: UserRecord) => UserRecord;
  client?: (record: ClientRecord) => ClientRecord;
};

/** The context of a handler to which users, or its client, look other than they are; what it writes is kept as it should. */
export function overrideReads<C extends { client: Client; clientRecord?: ClientRecord }>(
  context: C,
  { user = (record) => record, client: changed = (record) => record }: ReadOverrides,
): C {
  const { users, state } = context.client;
  const seen = (record?: UserRecord): UserRecord | undefined => record && user(record);
  const client = {
    ...context.client,
    users: withMethods(users, {
      read: async (...given) => seen(await users.read(...given)),
      ownerOf: async (id) => seen(await users.ownerOf(id)),
      /** Decisions about a user by how it looks; what is decided is written. */
      change: (id, decide, options) =>
        users.change(
          id,
          (record, around) => decide(user(record), { ...around, client: changed(around.client) }),
          options,
        ),
    }),
    state: withMethods(state, { read: async () => changed(await state.read()) }),
  };
  return { ...context, client, clientRecord: context.clientRecord && changed(context.clientRecord) };
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
