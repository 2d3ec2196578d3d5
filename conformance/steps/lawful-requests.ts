import type { OperationId } from '../../spec/operations.ts';
import type { Points } from '../../spec/profile.ts';
import type { ClientConfigurationUpdate, WebhookRequest } from '../../spec/types.ts';
import { type ClientUnderTest, type Context, checkWith } from '../judgement/check.ts';
import { expectRefusal, type Refusal } from '../judgement/expect.ts';
import { CannotArrange } from '../judgement/failure.ts';
import type { CallOptions, Credentials } from '../target/caller.ts';
import { fieldsOf } from '../target/read-json.ts';
import { authorisedUser, details, linkedUser, waitingAccount } from './linked-user.ts';
import { roleFor } from './usual-roles.ts';

export type KeyedOperation = Points['auth.member-token.operations'][number];
export type BearerOperation = Exclude<OperationId, KeyedOperation | 'signInMember'>;

export type Making = ClientUnderTest & Pick<Context, 'mark' | 'known'> & Partial<Pick<Context, 'receiver'>>;

/** The suite's own receiver answers at once; to look up a host that does not exist may take seconds each time. */
function standingUrl({ receiver, known }: Making): string | undefined {
  if (known['webhooks.create.url-schemes'] === 'https-only') return undefined;
  try {
    return receiver?.inbox().url;
  } catch {
    // It does not listen, since this machine cannot be reached.
    return undefined;
  }
}

async function readableUser({ arrange, known }: Making, operation: Points['authorisations.reads'][number]) {
  if (!known['authorisations.reads']?.includes(operation)) return arrange.held({});
  return { user_id: await authorisedUser({ arrange }) };
}

/** A setting as it is, so that sending it changes nothing. */
async function sameSetting({ call }: Making): Promise<ClientConfigurationUpdate> {
  const { body } = await call('getConfiguration');
  const { client_display_name, payroll_connections_enabled } = (body ?? {}) as ClientConfigurationUpdate;
  if (client_display_name != null) return { client_display_name };
  return { payroll_connections_enabled: payroll_connections_enabled ?? true };
}

/** For every operation that asks for the API key: a lawful request, with what it needs arranged. */
export const lawful: { [Id in KeyedOperation]: (ctx: Making) => Promise<CallOptions<Id>> } = {
  inviteMember: async ({ mark, known }) => ({
    body: { email: `${mark('member')}@example.com`, role: roleFor(known['members.roles']) },
  }),
  getAuthorisationTerm: async ({ arrange }) => ({
    path: { term_id: (await arrange.held({ term: true })).term_id as string },
  }),
  listUsers: async () => ({ query: { offset: 1, limit: 1 } }),
  updateUser: async ({ arrange }) => ({
    path: { user_id: (await arrange.createUser()).user_id },
    body: { forename: 'Ada' },
  }),
  deleteUser: async ({ arrange }) => ({ path: { user_id: (await arrange.createUser()).user_id } }),
  getConfiguration: async () => ({}),
  updateConfiguration: async (ctx) => ({ body: await sameSetting(ctx) }),
  createDirectConnection: async (ctx) => ({ body: { user_id: await authorisedUser(ctx, details) } }),
  submitMfa: async ({ arrange }) => {
    const { account_id } = await arrange.linkAccount(await authorisedUser({ arrange }), waitingAccount);
    return { path: { account_id }, body: { mfa: '1234' } };
  },
  deleteAccount: async ({ arrange }) => {
    const { user_id } = await arrange.createUser();
    return { path: { account_id: (await arrange.linkAccount(user_id)).account_id } };
  },
  deleteEntry: async ({ arrange }) => {
    const { user_id } = await arrange.createUser();
    return { path: { entry_id: (await arrange.createEntry(user_id, [{}])).entry_id } };
  },
  listBankStatements: async (ctx) => ({ path: await readableUser(ctx, 'listBankStatements') }),
  getTaxauthIncome: async (ctx) => ({ path: await readableUser(ctx, 'getTaxauthIncome') }),
  getOnsExpenditure: async (ctx) => ({ path: await readableUser(ctx, 'getOnsExpenditure') }),
  listProviders: async () => ({}),
  createWebhook: async (ctx) => ({ body: newWebhook(ctx) }),
  listWebhooks: async () => ({}),
  deleteWebhook: async (ctx) => {
    const url = standingUrl(ctx);
    const { status, body } = await subscribe(ctx, url === undefined ? {} : { url });
    const { webhook_id } = fieldsOf(body);
    if (typeof webhook_id !== 'string' || webhook_id === '')
      throw new CannotArrange(`no webhook could be created: status ${status}, webhook_id ${webhook_id}`);
    return { path: { webhook_id } };
  },
};

type SomeOfWebhook = Partial<WebhookRequest>;

/** A subscription with every field, a name of its own, and by default events that hardly happen. */
export const newWebhook = ({ mark }: Pick<Context, 'mark'>, given: SomeOfWebhook = {}): WebhookRequest => ({
  name: mark('webhook'),
  events: ['user-taxauth-data-submitted'],
  url: 'https://receiver.invalid/hooks',
  config: { include_payload: false },
  ...given,
});

export const subscribe = (ctx: Pick<Context, 'call' | 'mark'>, given: SomeOfWebhook = {}) =>
  ctx.call('createWebhook', { body: newWebhook(ctx, given) });

export const keyedOperations = Object.keys(lawful) as KeyedOperation[];
export const keyedReads = ['listUsers', 'getConfiguration', 'listProviders', 'listWebhooks'] as const;

type Requests<Ids extends OperationId> = { [Id in Ids]: CallOptions<Id> };

/** For both operations that ask for a user's token: a lawful request. */
export const bearerRequests = ({ account_id }: { account_id: string }): Requests<BearerOperation> => ({
  queryPayrollConnection: { body: { account_id } },
  presignBankStatements: { body: { files: [{ file_name: 'march.pdf', external_id: 'loan-1' }] } },
});

export const bearerOperations = ['queryPayrollConnection', 'presignBankStatements'] as const;

export const refusableNeeds = ['users', 'tokens', 'terms', 'authorisations', 'accounts', 'entries'] as const;

/** The open points that lawful requests follow where they are known. */
export const lawfulUses = ['members.roles', 'authorisations.reads', 'webhooks.create.url-schemes'] as const;

export const refusableCheck = checkWith({ needs: refusableNeeds, uses: lawfulUses });

/**
 * Every lawful request of the service and the token of the user that some are about, arranged once for all checks that only
 * have them refused. An operation that lacks what it needs is left out; `expectWhole` skips the check for it at the end.
 */
export function refusable(ctx: Context): Promise<Refusable> {
  const { mark, known, receiver } = ctx;
  return ctx.shared('lawful requests', async (side) => {
    const making = { ...side, mark, known, receiver };
    const user = await linkedUser(side);
    const requests: Record<string, unknown> = bearerRequests(user);
    const operations: KeyedOperation[] = [];
    let lacking: CannotArrange | undefined;
    for (const id of keyedOperations) {
      try {
        requests[id] = await lawful[id](making);
        operations.push(id);
      } catch (error) {
        if (!(error instanceof CannotArrange)) throw error;
        const why = `${id} could not be tried: ${error.message}`;
        lacking ??= new CannotArrange(why, error.enable, error.missing);
      }
    }
    const expectWhole = (): void => {
      if (lacking) throw lacking;
    };
    return { requests: requests as Refusable['requests'], operations, bearer: user.bearer, expectWhole };
  });
}
export type Refusable = {
  requests: Requests<KeyedOperation | BearerOperation>;
  operations: readonly KeyedOperation[];
  bearer: string;
  /** Skips the clause where an operation could not be arranged. */
  expectWhole: () => void;
};

/** Every one of these requests, sent by another caller, is refused; `isTried` leaves some of them out. */
export async function expectAllRefused(
  { call, arranged }: Pick<Context<never, Refusable>, 'call' | 'arranged'>,
  as: Credentials,
  why: string,
  refusal: Refusal = { status: 401 },
  isTried: (operation: KeyedOperation) => boolean = () => true,
): Promise<void> {
  for (const operation of arranged.operations.filter(isTried)) {
    const options = arranged.requests[operation] as CallOptions<typeof operation>;
    expectRefusal(await call(operation, { ...options, as }), refusal, `for ${operation} ${why}`);
  }
  arranged.expectWhole();
}
