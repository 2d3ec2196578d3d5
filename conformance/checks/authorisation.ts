import fc from 'fast-check';
import type { ClauseId } from '../../spec/clauses.ts';
import { ifOffered, unlessRefused } from '../arrange/offers.ts';
import { type Check, type ClientUnderTest, type Context, check, checkWith } from '../judgement/check.ts';
import { expectEqual, expectRefusal, expectSuccess, expectThat, expectTwin } from '../judgement/expect.ts';
import { Failure, NotApplicable } from '../judgement/failure.ts';
import {
  acceptedTerm,
  details,
  linkedUser,
  mayAccept,
  payslipOf,
  waitingAccount,
} from '../steps/linked-user.ts';
import { file } from '../steps/upload-file.ts';
import type { ServiceResponse } from '../target/exchange.ts';

/** A user on whom every retrieval can be tried; it has no authorisation at first. */
type Subject = { user_id: string; account_id: string; waiting: string; bearer: string };

async function subject({ arrange }: ClientUnderTest): Promise<Subject> {
  const { user_id, account_id, bearer } = await linkedUser({ arrange }, { user: details, accepts: false });
  const { account_id: waiting } = await arrange.linkAccount(user_id, waitingAccount);
  return { user_id, account_id, waiting, bearer };
}

/** Returns the ids of so many authorisations, accepted one after another. */
async function accepted({ arrange }: ClientUnderTest, { user_id }: Subject, count: number) {
  const ids: string[] = [];
  while (ids.length < count) ids.push((await arrange.accept(user_id)).authorisation_id);
  return ids;
}

const naming = (authorisation?: string): { headers?: Record<string, string> } =>
  authorisation === undefined ? {} : { headers: { 'x-svc-authorisation-id': authorisation } };

const connection = ({ call }: ClientUnderTest, { account_id, bearer }: Subject, authorisation?: string) =>
  call('queryPayrollConnection', { body: { account_id }, as: { bearer }, ...naming(authorisation) });

const direct = ({ call }: ClientUnderTest, { user_id }: Subject, authorisation?: string) =>
  call('createDirectConnection', { body: { user_id }, ...naming(authorisation) });

const mfa = ({ call }: ClientUnderTest, { waiting }: Subject, authorisation?: string) =>
  call('submitMfa', { path: { account_id: waiting }, body: { mfa: '1234' }, ...naming(authorisation) });

const presign = ({ call }: ClientUnderTest, { bearer }: Subject, authorisation?: string) =>
  call('presignBankStatements', { body: { files: [file] }, as: { bearer }, ...naming(authorisation) });

type Retrieve = (caller: ClientUnderTest, user: Subject, authorisation?: string) => Promise<ServiceResponse>;

/** Every retrieval that needs an authorisation by the document. The MFA answer comes last because it works once. */
const retrievals: readonly Retrieve[] = [connection, direct, mfa];

const needs = ['users', 'tokens', 'accounts', 'authorisations'] as const;
const authorisedCheck = checkWith({ needs });
const revokingCheck = checkWith({ needs: [...needs, 'revocation'] });
const uses = [
  'authorisations.missing-status',
  'direct-connections.unauthorised-status',
  'accounts.mfa.unauthorised-status',
] as const;

/** The status is learnt at each operation, and demanded there only. */
const missingStatus = ({ known }: Pick<Context, 'known'>, retrieve: Retrieve): number | undefined =>
  known[uses[retrievals.indexOf(retrieve)] ?? uses[0]];

/** A retrieval is refused without an authorisation, and taken once there is one. */
const needed = (clause: ClauseId, retrieve: Retrieve): Check =>
  check(clause, { needs, uses }).by(async (ctx) => {
    for (const authorisation_category of [undefined, 'one_time', 'recurring'] as const) {
      const user = await subject(ctx);
      expectRefusal(await retrieve(ctx, user), { status: missingStatus(ctx, retrieve) });
      // A term of either category is enough.
      const term =
        authorisation_category && (await ifOffered(() => ctx.arrange.createTerm({ authorisation_category })));
      await ctx.arrange.accept(user.user_id, term?.id);
      expectTwin(await retrieve(ctx, user));
    }
  });

const reads = ['listBankStatements', 'getTaxauthIncome', 'getOnsExpenditure'] as const;

const categories = fc.constantFrom('one_time' as const, 'recurring' as const);

/** Of two authorisations, the first or the second. */
const eitherOne = { given: fc.boolean(), effort: 0.2 };

export const authorisationChecks: readonly Check[] = [
  needed('authorisation.needed.payroll-connection', connection),
  needed('authorisation.needed.direct-connection', direct),
  needed('authorisation.needed.mfa', mfa),
  revokingCheck('authorisation.revoked-is-none', { uses }).by(async (ctx) => {
    const user = await subject(ctx);
    const { authorisation_id } = await ctx.arrange.accept(user.user_id);
    await ctx.arrange.revoke(user.user_id, authorisation_id);
    const why = 'after the only authorisation was revoked';
    for (const retrieve of retrievals)
      expectRefusal(await retrieve(ctx, user), { status: missingStatus(ctx, retrieve) }, why);
    await ctx.arrange.accept(user.user_id);
    for (const retrieve of retrievals) expectTwin(await retrieve(ctx, user));
  }),
  revokingCheck('authorisation.revoked-is-none').by(async (ctx) => {
    for (const valid of [0, 1, 2]) {
      const user = await subject(ctx);
      const ids = await accepted(ctx, user, 3);
      for (const [n, id] of ids.entries()) if (n !== valid) await ctx.arrange.revoke(user.user_id, id);
      const answer = await connection(ctx, user);
      const named = expectSuccess(answer, 201).authorisation_id;
      expectEqual(named, ids[valid], 'the authorisation, which is the only one not revoked,', answer);
    }
  }),

  check('authorisation.inactive-term', {
    needs: [...needs, 'terms'],
    uses,
    given: fc.record({ authorisation_category: categories, madeInactive: fc.boolean() }),
    effort: 0.25,
  }).by(async (ctx, { authorisation_category, madeInactive }) => {
    const user = await subject(ctx);
    const term = await ctx.arrange.createTerm({ authorisation_category, is_active: !madeInactive });
    if (!madeInactive) await ctx.arrange.setTermActive(term.id, false);
    if (await mayAccept(ctx, user.user_id, term.id))
      throw new Failure('a term that is not active not to be accepted', 'it was accepted');
    expectRefusal(await connection(ctx, user), { status: missingStatus(ctx, connection) });
    await ctx.arrange.setTermActive(term.id, true);
    const isTaken = await mayAccept(ctx, user.user_id, term.id);
    expectThat(isTaken, 'the active term to be accepted', 'it was refused');
    expectTwin(await connection(ctx, user));
  }),

  // A default term as well: it is put back at once, and where a run was killed meanwhile a reset brings it back.
  check('authorisation.inactive-term', {
    needs: ['expendable-users', 'users', 'terms', 'authorisations'],
    exclusive: 'configuration',
  }).by(async ({ arrange }) => {
    const { user_id } = await arrange.createUser();
    const term_id = await acceptedTerm({ arrange }, user_id);
    const made = await unlessRefused(arrange.setTermActive(term_id, false));
    if (!made) throw new NotApplicable('a default term stays active here');
    try {
      const isTaken = await mayAccept({ arrange }, user_id, term_id);
      expectThat(!isTaken, 'a default term that is not active not to be accepted', 'it was accepted');
    } finally {
      await arrange.setTermActive(term_id, true);
    }
  }),

  authorisedCheck('authorisation.resolved-when-absent').by(async (ctx) => {
    const user = await subject(ctx);
    const ids: string[] = [];
    for (let n = 0; n < 3; n++) {
      ids.push(...(await accepted(ctx, user, 1)));
      const answer = await connection(ctx, user);
      const named = String(expectSuccess(answer, 201).authorisation_id);
      expectThat(ids.includes(named), `an authorisation of the user: ${ids.join(' or ')}`, named, answer);
    }
  }),
  check('authorisation.needed.reads', {
    needs: ['users', 'authorisations', 'bank-statements', 'income', 'entries'],
    points: ['authorisations.reads'],
  }).by(async ({ call, arrange, points }) => {
    for (const amount of [1, 3]) {
      const { user_id } = await arrange.createUser({ ...details, taxauth_enabled: true });
      for (let n = 0; n < amount; n++) {
        await arrange.createBankStatement(user_id);
        await arrange.createIncome(user_id);
        await arrange.createEntry(user_id, [payslipOf(n + 1)]);
      }
      for (const operation of reads) {
        const answer = await call(operation, { path: { user_id } });
        if (points['authorisations.reads'].includes(operation))
          expectRefusal(answer, {}, `for ${operation} without an authorisation`);
        else expectSuccess(answer, 200, `for ${operation}, which needs no authorisation here`);
      }
      await arrange.accept(user_id);
      for (const operation of reads)
        expectSuccess(await call(operation, { path: { user_id } }), 200, `for ${operation}, authorised`);
    }
  }),
  authorisedCheck('authorisation.header.selects').by(async (ctx) => {
    const user = await subject(ctx);
    const ids = await accepted(ctx, user, 3);
    for (const id of [...ids, ...ids]) {
      const answer = await connection(ctx, user, id);
      expectEqual(expectSuccess(answer, 201).authorisation_id, id, 'the authorisation', answer);
    }
  }),

  authorisedCheck('authorisation.header.taken-everywhere', eitherOne).by(async (ctx, first) => {
    const user = await subject(ctx);
    const ids = await accepted(ctx, user, 2);
    for (const retrieve of [direct, mfa, presign])
      expectSuccess(await retrieve(ctx, user, ids[first ? 0 : 1]), undefined, 'with a valid authorisation');
  }),

  revokingCheck('authorisation.header.revoked', eitherOne).by(async (ctx, first) => {
    const user = await subject(ctx);
    const ids = await accepted(ctx, user, 2);
    const [revoked = '', valid = ''] = first ? ids : ids.reverse();
    await ctx.arrange.revoke(user.user_id, revoked);
    for (const retrieve of retrievals) {
      // The status may depend on what is wrong with the named authorisation; that it is refused may not.
      expectRefusal(await retrieve(ctx, user, revoked), {}, 'for an authorisation that was revoked');
      expectTwin(await retrieve(ctx, user, valid));
    }
  }),

  authorisedCheck('authorisation.header.anothers-is-none').by(async (ctx) => {
    const user = await subject(ctx);
    const other = await ctx.arrange.createUser();
    const { authorisation_id: others } = await ctx.arrange.accept(other.user_id);
    for (const retrieve of retrievals)
      expectRefusal(await retrieve(ctx, user, others), {}, "for nothing but another user's authorisation");
    await ctx.arrange.accept(user.user_id);
    for (const retrieve of retrievals) expectTwin(await retrieve(ctx, user));
  }),
];
