import { describe, expect, expectTypeOf, it } from 'vitest';
import { loadArrangementContract, loadContract } from './contract.ts';
import { routes } from './generated/routes.ts';
import type {
  ArrangementId,
  OperationId,
  PathParameters,
  Query,
  RequestBody,
  SuccessBody,
} from './operations.ts';
import { defaultProfile } from './profile.ts';
import type { Account, User, UserUpdate } from './types.ts';

/** The shape of a handler table: a handler for each operation, and no other. */
type Handlers = { [Id in OperationId]: (body: RequestBody<Id>) => SuccessBody<Id> };

const handler = (): never => {
  throw new Error('Only its type matters');
};

const described = [...loadContract(defaultProfile()).operations.keys()];
const all = Object.fromEntries(described.map((id) => [id, handler])) as {
  [Id in OperationId]: typeof handler;
};

describe('a handler table', () => {
  it('is typed by the operations of the contract and no others', () => {
    const routed = described.filter((id) => Object.hasOwn(routes, id));
    expect(routed.sort()).toEqual(described.sort());
    all satisfies Handlers;
  });

  it('does not compile with one missing, one too many, or one of another shape', () => {
    const { deleteUser, ...missing } = all;
    // @ts-expect-error An operation without a handler.
    missing satisfies Handlers;
    // @ts-expect-error A handler for no operation.
    ({ ...all, createUser: handler }) satisfies Handlers;
    // @ts-expect-error A delivery of a webhook is no operation.
    ({ ...all, onUserPayrollSubmitted: handler }) satisfies Handlers;
    // @ts-expect-error An answer that is not the operation's.
    ({ ...all, deleteUser: () => ({ text: 'gone' }) }) satisfies Handlers;
    ({ ...all, deleteUser }) satisfies Handlers;
    expect(deleteUser).toBe(handler);
  });
});

describe('the types of an operation', () => {
  it('are those of its contract', () => {
    expectTypeOf<RequestBody<'updateUser'>>().toEqualTypeOf<UserUpdate>();
    expectTypeOf<RequestBody<'listUsers'>>().toEqualTypeOf<undefined>();
    expectTypeOf<SuccessBody<'updateUser'>>().toEqualTypeOf<User>();
    expectTypeOf<SuccessBody<'submitMfa'>>().toEqualTypeOf<Account>();
    expectTypeOf<PathParameters<'deleteEntry'>>().toEqualTypeOf<{ entry_id: string }>();
    expectTypeOf<Query<'listUsers'>>().toEqualTypeOf<{ offset?: number; limit?: number }>();
  });

  it('differ by document', () => {
    expectTypeOf<OperationId & ArrangementId>().toEqualTypeOf<never>();
    expect([...loadArrangementContract().operations.keys()]).toContain('createUser');
  });
});
