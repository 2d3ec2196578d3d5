import fc from 'fast-check';
import { payslips, specialPayslips } from '../arbitraries/payslips.ts';
import { unlessRefused } from '../arrange/offers.ts';
import { type Check, checkWith } from '../judgement/check.ts';
import { expectEqual, expectRefusal, expectSuccess, expectThat, expectTwin } from '../judgement/expect.ts';
import { answerCheck, expectLaw, type LawClause } from '../predicates/laws.ts';
import { expectSources, payrollIn } from '../predicates/payroll.ts';
import {
  connect,
  expectMostRecent,
  expectPayroll,
  findable,
  payeeWith,
  payrollOf,
  query,
} from '../steps/provided-payroll.ts';
import type { ServiceResponse } from '../target/exchange.ts';
import { unknownIds } from '../values/text.ts';
import { wrongBodyChecks } from './wrong-bodies.ts';

/** A check of one clause about the form of submissions, over whatever a connection query and a direct connection find. */
const wherever = (clause: Extract<LawClause, `payroll.submission.${string}`>): Check =>
  eitherWayCheck(clause, { given: payslips, always: specialPayslips, effort: 0.3 }).by(async (ctx, drawn) => {
    const made = await unlessRefused(payeeWith(ctx, drawn));
    if (!made) return;
    const { payroll, ...payee } = made;
    await ctx.arrange.setDirectPayroll(payee.user_id, payroll);
    for (const retrieve of [query, connect]) {
      const answer: ServiceResponse = await retrieve(ctx, payee);
      expectSuccess(answer);
      expectThat(payrollIn(answer).length > 0, 'payroll to look at', 'none', answer);
      expectLaw(clause, answer);
    }
  });

const needs = ['users', 'tokens', 'authorisations', 'accounts'] as const;
const queryCheck = checkWith({ needs });
const eitherWayCheck = checkWith({ needs: [...needs, 'direct-payroll'] });

export const payrollChecks: readonly Check[] = [
  answerCheck('payroll.query.result', { needs, given: payslips, effort: 0.4 }, async (ctx, drawn) =>
    query(ctx, await payeeWith(ctx, drawn)),
  ),

  queryCheck('payroll.query.finds-new-payroll', {
    given: fc.record({ one: payslips, other: payslips }),
    always: [{ one: specialPayslips[0]!, other: specialPayslips[1]! }],
    effort: 0.4,
  }).by(async (ctx, { one, other }) => {
    const payee = await unlessRefused(payeeWith(ctx, one));
    if (!payee) return;
    const elsewhere = await payrollOf(ctx, other, payee.person);
    const { account_id } = await ctx.arrange.linkAccount(payee.user_id, { payroll: elsewhere });
    for (const { payroll, ...account } of [payee, { ...payee, account_id, payroll: elsewhere }]) {
      const answer = await query(ctx, account);
      expectMostRecent(expectSuccess(answer, 201).payroll_submissions, payroll, answer);
    }
  }),

  queryCheck('payroll.query.finds-all-new', { given: payslips, effort: 0.5 }).by(async (ctx, drawn) => {
    const payee = await payeeWith(ctx, drawn);
    const answer = await query(ctx, payee);
    expectPayroll(expectSuccess(answer, 201).payroll_submissions, payee.payroll, answer);
  }),

  queryCheck('payroll.query.empty-when-nothing-new').by(async (ctx) => {
    const payee = await payeeWith(ctx);
    for (const when of ['at first', 'again']) {
      const nothing = await query(ctx, payee);
      const { payroll_submissions } = expectSuccess(nothing, 201, 'where there is nothing to find');
      expectEqual(payroll_submissions, [], `what was found ${when}`, nothing);
    }
  }),

  queryCheck('payroll.query.not-twice', { given: payslips, effort: 0.3 }).by(async (ctx, drawn) => {
    const payee = await payeeWith(ctx, drawn);
    expectTwin(await query(ctx, payee), [201]);
    const again = await query(ctx, payee);
    expectEqual(expectSuccess(again, 201).payroll_submissions, [], 'what was found again', again);
  }),

  queryCheck('payroll.query.makes-entry', { given: payslips, effort: 0.3 }).by(async (ctx, drawn) => {
    const answer = await query(ctx, await payeeWith(ctx, drawn));
    const entry_id = String(expectSuccess(answer, 201).entry_id);
    expectLaw('payroll.query.makes-entry', answer);
    expectSuccess(await ctx.call('deleteEntry', { path: { entry_id } }), 200, 'for the entry of the query');
  }),

  queryCheck('payroll.query.submissions-linked', { given: payslips, effort: 0.4 }).by(async (ctx, drawn) => {
    const payee = await payeeWith(ctx, drawn);
    const payroll = await payrollOf(ctx, drawn, payee.person);
    const { account_id } = await ctx.arrange.linkAccount(payee.user_id, { payroll });
    // Each account of a user is like a lone one.
    for (const account of [payee.account_id, account_id]) {
      const answer = await query(ctx, { account_id: account, bearer: payee.bearer });
      expectSuccess(answer, 201);
      expectLaw('payroll.query.submissions-linked', answer);
    }
  }),
  ...wrongBodyChecks('queryPayrollConnection', {
    needs,
    missing: 'payroll.query.missing-account-named',
    illTyped: 'payroll.query.ill-typed-account',
    request: async (ctx) => {
      const { account_id, bearer } = await payeeWith(ctx);
      return { body: { account_id }, as: { bearer } };
    },
  }),

  queryCheck('payroll.query.unknown-account', {
    uses: ['connections.unknown-account-status'],
    arrange: (ctx) => payeeWith(ctx),
    given: unknownIds,
    effort: 0.6,
  }).by(async (ctx, account_id) => {
    expectTwin(await query(ctx, ctx.arranged), [201]);
    const answer = await query(ctx, { ...ctx.arranged, account_id });
    expectRefusal(answer, { status: ctx.known['connections.unknown-account-status'] });
  }),

  eitherWayCheck('payroll.submission.source', { given: payslips, effort: 0.2 }).by(async (ctx, drawn) => {
    const payee = await payeeWith(ctx, drawn);
    const other = await findable(ctx, drawn);
    const queried = await query(ctx, payee);
    const direct = await connect(ctx, other);
    for (const answer of [queried, direct] as ServiceResponse[]) expectSuccess(answer);
    expectSources(queried);
    expectSources(direct, new Set(payrollIn(queried).map(({ source }) => source)));
  }),

  ...(['timestamps', 'money', 'quantity-and-rate', 'phone-is-number', 'types'] as const).map((what) =>
    wherever(`payroll.submission.${what}`),
  ),
];
