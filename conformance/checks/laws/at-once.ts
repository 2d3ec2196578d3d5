import type { ClauseId } from '../../../spec/clauses.ts';
import { picked } from '../../../spec/json.ts';
import type { OperationId } from '../../../spec/operations.ts';
import type { PointId } from '../../../spec/profile.ts';
import type { Capability } from '../../judgement/capability.ts';
import { type Check, type Context, check, type Exclusive } from '../../judgement/check.ts';
import { expectEqual, expectRefusal, expectSuccess, expectThat } from '../../judgement/expect.ts';
import { expectLaw } from '../../predicates/laws.ts';
import { expectInvited } from '../../predicates/members.ts';
import { payrollIn } from '../../predicates/payroll.ts';
import { newWebhook, subscribe } from '../../steps/lawful-requests.ts';
import { authorisedUser, linkedUser, waitingAccount } from '../../steps/linked-user.ts';
import { connect, newPayee, query } from '../../steps/provided-payroll.ts';
import { recentPayslip } from '../../steps/retrieved.ts';
import { roleFor } from '../../steps/usual-roles.ts';
import type { CallOptions } from '../../target/caller.ts';
import type { ServiceResponse } from '../../target/exchange.ts';
import { fieldsOf } from '../../target/read-json.ts';
import { expectOwn } from './whole-user.ts';

/** One of several concurrent callers of the same write: how it writes, and what it must find afterwards. */
type Writer = {
  readonly user_id?: string;
  readonly write: () => Promise<ServiceResponse>;
  readonly expectOwn: (answer: ServiceResponse) => unknown;
};

type Write = {
  readonly clause: ClauseId;
  readonly needs?: readonly Capability[];
  readonly points?: readonly PointId[];
  readonly exclusive?: Exclusive;
  /** Who write at once, where not both: users (or callers) of one client, and two clients. */
  readonly among?: Company;
  /** Makes a writer with values of its own; each gets another `name`. */
  readonly writer: (side: Context, name: string, at: number) => Promise<Writer>;
};
type Company = 'users' | 'clients';

type WriteOperation = Exclude<OperationId, `get${string}` | `list${string}`>;

const accountNeeds = ['users', 'tokens', 'authorisations', 'accounts'] as const;

/** A deletion of something of a new user; it has happened once it cannot happen again. */
const deleting = <Id extends 'deleteUser' | 'deleteAccount' | 'deleteEntry'>(
  operation: Id,
  clause: ClauseId,
  needs: readonly Capability[],
  pathOf: (arrange: Context['arrange'], user_id: string) => Promise<CallOptions<Id>['path']>,
): Write => ({
  clause,
  needs,
  writer: async ({ call, arrange }) => {
    const { user_id } = await arrange.createUser();
    const path = await pathOf(arrange, user_id);
    return {
      user_id,
      write: () => call(operation, { path }),
      expectOwn: async (answer) => {
        expectSuccess(answer, 200, `for the ${operation} of one of several`);
        expectRefusal(await call(operation, { path }), { status: 404 }, `for a second ${operation}`);
      },
    };
  },
});

async function paidBy({ moment }: Context, employer_name: string, person = {}) {
  const payslip = recentPayslip((await moment()).from);
  return [{ ...payslip, employment_information: { employer_name }, identity_information: person }];
}

/** What a payslip tells, and the account where that is known, is the writer's own. */
function expectPaidBy(answer: ServiceResponse, name: string, account_id?: string): void {
  expectSuccess(answer, account_id === undefined ? undefined : 201);
  if (account_id) expectEqual(fieldsOf(answer.body)['account_id'], account_id, 'the account', answer);
  const employers = payrollIn(answer).map((one) => fieldsOf(one['employment_information'])['employer_name']);
  expectEqual(employers, [name], 'who paid what was found', answer);
}

/** Every operation that writes: one without a row does not compile. */
export const writes: { readonly [Id in WriteOperation]: Write } = {
  signInMember: {
    clause: 'members.sign-in.answer',
    needs: ['member'],
    among: 'users',
    // Every other one gives a name that no member has: a wrong password might lock a real member out.
    writer: async ({ call, member }, name, at) => {
      const body = at % 2 ? { ...member, username: `${name}@example.com` } : member;
      return {
        write: () => call('signInMember', { body, as: 'none' }),
        expectOwn: (answer) => (at % 2 ? expectRefusal(answer) : expectLaw('members.sign-in.answer', answer)),
      };
    },
  },
  inviteMember: {
    clause: 'members.invite.answer',
    points: ['members.roles'],
    writer: async ({ call, known }, name) => {
      const body = { email: `${name}@example.com`, role: roleFor(known['members.roles']) };
      return { write: () => call('inviteMember', { body }), expectOwn: expectInvited };
    },
  },
  updateUser: {
    clause: 'users.patch.that-user-only',
    needs: ['users'],
    writer: async ({ call, arrange }, name) => {
      const { user_id } = await arrange.createUser();
      const path = { user_id };
      return {
        user_id,
        write: () => call('updateUser', { path, body: { forename: name, ext_id: name } }),
        expectOwn: async (answer) => {
          expectLaw('users.patch.sets', answer);
          const after = await call('updateUser', { path, body: { surname: name } });
          const { forename, ext_id } = fieldsOf(after.body);
          expectEqual([forename, ext_id], [name, name], 'what this user was given', after);
        },
      };
    },
  },
  deleteUser: deleting('deleteUser', 'users.delete.leaves-others', ['users'], async (_, user_id) => ({
    user_id,
  })),
  updateConfiguration: {
    clause: 'isolation.configuration',
    exclusive: 'configuration',
    among: 'clients',
    writer: async ({ call }, client_display_name) => ({
      write: () => call('updateConfiguration', { body: { client_display_name } }),
      expectOwn: async (answer) => {
        expectLaw('configuration.patch.sets', answer);
        const read = await call('getConfiguration');
        const shown = fieldsOf(read.body)['client_display_name'];
        expectEqual(shown, client_display_name, "this client's display name", read);
      },
    }),
  },
  queryPayrollConnection: {
    clause: 'payroll.query.finds-new-payroll',
    needs: accountNeeds,
    writer: async (side, name) => {
      const account = { payroll: await paidBy(side, name) };
      const user = await linkedUser(side, { user: { payroll_connections_enabled: true }, account });
      const { user_id, account_id } = user;
      const write = () => query(side, user);
      return { user_id, write, expectOwn: (answer) => expectPaidBy(answer, name, account_id) };
    },
  },
  createDirectConnection: {
    clause: 'direct-connections.own-only',
    needs: ['users', 'authorisations', 'direct-payroll'],
    writer: async (side, name) => {
      const person = newPayee(side);
      const user_id = await authorisedUser(side, person);
      const { ni_number: NI_number, date_of_birth, post_codes } = person;
      const identity = { NI_number, date_of_birth, address: { post_code: post_codes[0] } };
      await side.arrange.setDirectPayroll(user_id, await paidBy(side, name, identity));
      const write = () => connect(side, { user_id });
      return { user_id, write, expectOwn: (answer) => expectPaidBy(answer, name) };
    },
  },
  submitMfa: {
    clause: 'accounts.mfa.answers-with-account',
    needs: accountNeeds,
    writer: async ({ call, arrange }, name) => {
      const user_id = await authorisedUser({ arrange });
      const mfa = name.slice(-8);
      const { account_id } = await arrange.linkAccount(user_id, { ...waitingAccount, mfa });
      return {
        user_id,
        write: () => call('submitMfa', { path: { account_id }, body: { mfa } }),
        expectOwn: (answer) => {
          expectSuccess(answer, 200);
          expectEqual(fieldsOf(answer.body)['account_id'], account_id, 'the account', answer);
        },
      };
    },
  },
  deleteAccount: deleting('deleteAccount', 'accounts.delete.gone', ['users', 'accounts'], async (by, user) =>
    picked(await by.linkAccount(user), 'account_id'),
  ),
  deleteEntry: deleting('deleteEntry', 'entries.delete.gone', ['users', 'entries'], async (by, user) =>
    picked(await by.createEntry(user, [{}]), 'entry_id'),
  ),
  presignBankStatements: {
    clause: 'documents.presign.echo',
    needs: ['users', 'tokens', 'authorisations'],
    writer: async ({ call, arrange }, name) => {
      const user_id = await authorisedUser({ arrange });
      const bearer = await arrange.tokenFor(user_id);
      const files = [{ file_name: `${name}.pdf`, external_id: name }];
      return {
        user_id,
        write: () => call('presignBankStatements', { body: { files }, as: { bearer } }),
        expectOwn: (answer) => expectLaw('documents.presign.echo', answer),
      };
    },
  },
  createWebhook: {
    clause: 'webhooks.create.echo',
    writer: async (side, name) => ({
      write: () => side.call('createWebhook', { body: newWebhook(side, { name }) }),
      expectOwn: async (answer) => {
        expectLaw('webhooks.create.echo', answer);
        const path = { webhook_id: String(fieldsOf(answer.body)['webhook_id']) };
        expectSuccess(await side.call('deleteWebhook', { path }), undefined, 'by the client that made it');
      },
    }),
  },
  deleteWebhook: {
    clause: 'webhooks.delete.removes',
    writer: async (side, name) => {
      const { webhook_id } = expectSuccess(await subscribe(side, { name }), 201);
      return {
        write: () => side.call('deleteWebhook', { path: { webhook_id } }),
        expectOwn: async () => {
          const { text } = await side.call('listWebhooks');
          expectThat(!text.includes(webhook_id), `no webhook ${webhook_id} in the list`, text.slice(0, 200));
        },
      };
    },
  },
};

/** The law of simultaneous writes by several users and by two clients: each caller gets its own values. */
export const atOnceLaws: readonly Check[] = Object.values(writes).flatMap(
  ({ clause, needs = [], points, exclusive, among, writer }) =>
    (['users', 'clients'] as const)
      .filter((company) => (among ?? company) === company)
      .map((company) =>
        check(clause, {
          law: true,
          needs: company === 'clients' ? [...needs, 'other-client'] : needs,
          points: points ?? [],
          exclusive,
        }).by(async (ctx) => {
          const second = company === 'clients' ? foreign(ctx) : ctx;
          const sides = among === 'clients' ? [ctx, second] : [ctx, second, ctx];
          const writers = await Promise.all(sides.map((side, at) => writer(side, ctx.mark('at-once'), at)));
          for (const { user_id } of writers) if (user_id !== undefined) expectOwn(ctx, user_id);
          const answers = await Promise.all(writers.map(({ write }) => write()));
          for (const [at, answer] of answers.entries()) await writers[at]?.expectOwn(answer);
        }),
      ),
);

const foreign = (ctx: Context): Context => Object.assign(Object.create(ctx), ctx.other);
