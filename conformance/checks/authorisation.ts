import fc from 'fast-check';
import type { ClauseId } from '../../spec/clauses.ts';
import type { Capability } from '../capability.ts';
import { type Check, check } from '../check.ts';
import { expectEqual, expectRefusal, expectSuccess, expectThat, expectTwin } from '../expect.ts';
import { Failure } from '../failure.ts';
import { details, mayAccept, payslipOf } from '../steps/linked-user.ts';
import {
  connection,
  direct,
  headerChecks,
  mfa,
  type Retrieve,
  retrievals,
  subject,
} from './authorisation-header.ts';

const needs = ['users', 'tokens', 'accounts', 'authorisations'] as const satisfies readonly Capability[];
const uses = ['authorisations.missing-status'] as const;

/** A retrieval is refused without an authorisation, and taken once there is one. */
const needed = (clause: ClauseId, retrieve: Retrieve): Check =>
  check(clause, { needs, uses }, async (ctx) => {
    const user = await subject(ctx);
    expectRefusal(await retrieve(ctx, user), { status: ctx.known['authorisations.missing-status'] });
    await ctx.arrange.accept(user.user_id);
    expectTwin(await retrieve(ctx, user));
  });

const reads = ['listBankStatements', 'getTaxauthIncome', 'getOnsExpenditure'] as const;

/** The clauses about authorisations: when one is needed, and which one counts. */
export const authorisationChecks: readonly Check[] = [
  needed('authorisation.needed.payroll-connection', connection),
  needed('authorisation.needed.direct-connection', direct),
  needed('authorisation.needed.mfa', mfa),
  check('authorisation.revoked-is-none', { needs: [...needs, 'revocation'], uses }, async (ctx) => {
    const user = await subject(ctx);
    const { authorisation_id } = await ctx.arrange.accept(user.user_id);
    await ctx.arrange.revoke(user.user_id, authorisation_id);
    const status = ctx.known['authorisations.missing-status'];
    for (const retrieve of retrievals)
      expectRefusal(await retrieve(ctx, user), { status }, 'after the only authorisation was revoked');
    await ctx.arrange.accept(user.user_id);
    for (const retrieve of retrievals) expectTwin(await retrieve(ctx, user));
  }),
  check('authorisation.revoked-is-none', { needs: [...needs, 'revocation'] }, async (ctx) => {
    for (const valid of [0, 1, 2]) {
      const user = await subject(ctx);
      const ids: string[] = [];
      for (let n = 0; n < 3; n++) ids.push((await ctx.arrange.accept(user.user_id)).authorisation_id);
      for (const [n, id] of ids.entries()) if (n !== valid) await ctx.arrange.revoke(user.user_id, id);
      const answer = await connection(ctx, user);
      const named = expectSuccess(answer, 201).authorisation_id;
      expectEqual(named, ids[valid], 'the authorisation, which is the only one not revoked,', answer);
    }
  }),

  check('authorisation.inactive-term', {
    needs: [...needs, 'terms'],
    uses,
    given: fc.record({
      authorisation_category: fc.constantFrom('one_time' as const, 'recurring' as const),
      madeInactive: fc.boolean(),
    }),
    effort: 0.25,
    property: async (ctx, { authorisation_category, madeInactive }) => {
      const user = await subject(ctx);
      const term = await ctx.arrange.createTerm({ authorisation_category, is_active: !madeInactive });
      if (!madeInactive) await ctx.arrange.setTermActive(term.id, false);
      if (await mayAccept(ctx, user.user_id, term.id))
        throw new Failure('a term that is not active not to be accepted', 'it was accepted');
      expectRefusal(await connection(ctx, user), { status: ctx.known['authorisations.missing-status'] });
      await ctx.arrange.setTermActive(term.id, true);
      expectThat(
        await mayAccept(ctx, user.user_id, term.id),
        'the active term to be accepted',
        'it was refused',
      );
      expectTwin(await connection(ctx, user));
    },
  }),

  check('authorisation.resolved-when-absent', { needs }, async (ctx) => {
    const user = await subject(ctx);
    const ids: string[] = [];
    for (let n = 0; n < 3; n++) {
      ids.push((await ctx.arrange.accept(user.user_id)).authorisation_id);
      const answer = await connection(ctx, user);
      const named = String(expectSuccess(answer, 201).authorisation_id);
      expectThat(ids.includes(named), `an authorisation of the user: ${ids.join(' or ')}`, named, answer);
    }
  }),
  check('authorisation.needed.reads', {
    needs: ['users', 'authorisations', 'bank-statements', 'income', 'entries'],
    points: ['authorisations.reads'],
    scenario: async ({ call, arrange, points }) => {
      for (const amount of [1, 3]) {
        const user = { ...details, taxauth_enabled: true };
        const { user_id } = await arrange.createUser(user);
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
    },
  }),
  ...headerChecks,
];
