import fc from 'fast-check';
import { unknownIds } from '../arbitraries/text.ts';
import type { Capability } from '../capability.ts';
import { type Check, type ClientUnderTest, check } from '../check.ts';
import { expectEqual, expectRefusal, expectSuccess, expectTwin } from '../expect.ts';
import { details, linkedUser } from '../steps/linked-user.ts';
import type { ServiceResponse } from '../target/exchange.ts';

/** A user through whom every retrieval can be tried, without an authorisation at first. */
type Subject = { user_id: string; account_id: string; waiting: string; bearer: string };

export async function subject({ arrange }: Pick<ClientUnderTest, 'arrange'>): Promise<Subject> {
  const { user_id, account_id, bearer } = await linkedUser({ arrange }, { user: details, accepts: false });
  const { account_id: waiting } = await arrange.linkAccount(user_id, {
    mfa_enabled: true,
    mfa: '1234',
    payroll: [],
  });
  return { user_id, account_id, waiting, bearer };
}

type Caller = Pick<ClientUnderTest, 'call'>;

/** The authorisation header, where one is to be named. */
const naming = (authorisation?: string): { headers?: Record<string, string> } =>
  authorisation === undefined ? {} : { headers: { 'x-svc-authorisation-id': authorisation } };

/** Queries the subject's connection. */
export const connection = ({ call }: Caller, { account_id, bearer }: Subject, authorisation?: string) =>
  call('queryPayrollConnection', { body: { account_id }, as: { bearer }, ...naming(authorisation) });

/** Connects directly. */
export const direct = ({ call }: Caller, { user_id }: Subject, authorisation?: string) =>
  call('createDirectConnection', { body: { user_id }, ...naming(authorisation) });

/** Gives the right answer to the account that waits for one. */
export const mfa = ({ call }: Caller, { waiting }: Subject, authorisation?: string) =>
  call('submitMfa', { path: { account_id: waiting }, body: { mfa: '1234' }, ...naming(authorisation) });

/** Asks for an upload address. */
const presign = ({ call }: Caller, { bearer }: Subject, authorisation?: string) =>
  call('presignBankStatements', {
    body: { files: [{ file_name: 'march.pdf', external_id: 'loan-1' }] },
    as: { bearer },
    ...naming(authorisation),
  });

export type Retrieve = (caller: Caller, subject: Subject, authorisation?: string) => Promise<ServiceResponse>;

/** Everything that needs an authorisation by the document. The MFA answer comes last, since it is taken once. */
export const retrievals: readonly Retrieve[] = [connection, direct, mfa];

const needs = ['users', 'tokens', 'accounts', 'authorisations'] as const satisfies readonly Capability[];

/** The clauses about the header that names an authorisation. */
export const headerChecks: readonly Check[] = [
  check('authorisation.header.selects', { needs }, async (ctx) => {
    const user = await subject(ctx);
    const ids: string[] = [];
    for (let n = 0; n < 3; n++) ids.push((await ctx.arrange.accept(user.user_id)).authorisation_id);
    for (const id of [...ids, ...ids]) {
      const answer = await connection(ctx, user, id);
      expectEqual(expectSuccess(answer, 201).authorisation_id, id, 'the authorisation', answer);
    }
  }),

  check('authorisation.header.taken-everywhere', {
    needs,
    given: fc.boolean(),
    effort: 0.2,
    property: async (ctx, first) => {
      const user = await subject(ctx);
      const ids = [
        (await ctx.arrange.accept(user.user_id)).authorisation_id,
        (await ctx.arrange.accept(user.user_id)).authorisation_id,
      ];
      for (const retrieve of [direct, mfa, presign])
        expectSuccess(await retrieve(ctx, user, ids[first ? 0 : 1]), undefined, 'with a valid authorisation');
    },
  }),

  check('authorisation.header.revoked', {
    needs: [...needs, 'revocation'],
    given: fc.boolean(),
    effort: 0.2,
    property: async (ctx, first) => {
      const user = await subject(ctx);
      const ids = [
        (await ctx.arrange.accept(user.user_id)).authorisation_id,
        (await ctx.arrange.accept(user.user_id)).authorisation_id,
      ];
      const [revoked = '', valid = ''] = first ? ids : ids.reverse();
      await ctx.arrange.revoke(user.user_id, revoked);
      for (const retrieve of retrievals) {
        // Which status it is may depend on what is wrong with the one named; that it is refused may not.
        expectRefusal(await retrieve(ctx, user, revoked), {}, 'for an authorisation that was revoked');
        expectTwin(await retrieve(ctx, user, valid));
      }
    },
  }),

  check('authorisation.header.not-the-users', {
    needs,
    given: unknownIds,
    effort: 0.2,
    property: async (ctx, nobodys) => {
      const user = await subject(ctx);
      const { authorisation_id: own } = await ctx.arrange.accept(user.user_id);
      const other = await ctx.arrange.createUser();
      const { authorisation_id: others } = await ctx.arrange.accept(other.user_id);
      for (const retrieve of retrievals) {
        expectRefusal(await retrieve(ctx, user, others), {}, "for another user's authorisation");
        expectRefusal(await retrieve(ctx, user, nobodys), {}, 'for an authorisation that does not exist');
        expectTwin(await retrieve(ctx, user, own));
      }
    },
  }),

  check('authorisation.header.anothers-is-none', { needs }, async (ctx) => {
    const user = await subject(ctx);
    const other = await ctx.arrange.createUser();
    const { authorisation_id: others } = await ctx.arrange.accept(other.user_id);
    for (const retrieve of retrievals)
      expectRefusal(await retrieve(ctx, user, others), {}, "for nothing but another user's authorisation");
    await ctx.arrange.accept(user.user_id);
    for (const retrieve of retrievals) expectTwin(await retrieve(ctx, user));
  }),
];
