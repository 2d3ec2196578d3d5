import fc from 'fast-check';
import { payslips } from '../arbitraries/payslips.ts';
import { unknownIds } from '../arbitraries/text.ts';
import { type Check, check } from '../check.ts';
import { expectEqual, expectRefusal, expectSuccess, expectThat, expectTwin } from '../expect.ts';
import { NotApplicable } from '../failure.ts';
import { expectMostRecent, expectPayroll, payeeWith, payrollOf, query } from '../steps/provided-payroll.ts';
import { payrollSubmissionChecks } from './payroll-submission.ts';

const needs = ['users', 'tokens', 'authorisations', 'accounts'] as const;
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const resultChecks: readonly Check[] = [
  check({
    clause: 'payroll.query.result',
    needs,
    given: payslips,
    effort: 0.4,
    property: async (ctx, drawn) => {
      const payee = await payeeWith(ctx, drawn);
      const answer = await query(ctx, payee);
      const { account_id, payroll_submissions } = expectSuccess(answer, 201);
      expectEqual(account_id, payee.account_id, 'the account of the result', answer);
      expectThat(Array.isArray(payroll_submissions), 'an array payroll_submissions', 'none', answer);
    },
  }),

  check({
    clause: 'payroll.query.finds-new-payroll',
    needs,
    given: fc.record({ one: payslips, other: payslips }),
    effort: 0.6,
    property: async (ctx, { one, other }) => {
      const payee = await payeeWith(ctx, one);
      const elsewhere = await payrollOf(ctx, other, payee.person);
      const { account_id } = await ctx.arrange.linkAccount(payee.user_id, { payroll: elsewhere });
      for (const [account, expected] of [
        [payee.account_id, payee.payroll],
        [account_id, elsewhere],
      ] as const) {
        const answer = await query(ctx, { account_id: account, bearer: payee.bearer });
        expectMostRecent(expectSuccess(answer, 201).payroll_submissions, expected, answer);
      }
    },
  }),

  check({
    clause: 'payroll.query.finds-all-new',
    needs,
    given: payslips,
    effort: 0.5,
    property: async (ctx, drawn) => {
      const payee = await payeeWith(ctx, drawn);
      const answer = await query(ctx, payee);
      expectPayroll(expectSuccess(answer, 201).payroll_submissions, payee.payroll, answer);
    },
  }),

  check({
    clause: 'payroll.query.empty-when-nothing-new',
    needs,
    scenario: async (ctx) => {
      const payee = await payeeWith(ctx);
      for (const when of ['at first', 'again']) {
        const nothing = await query(ctx, payee);
        const { payroll_submissions } = expectSuccess(nothing, 201, 'where there is nothing to find');
        expectEqual(payroll_submissions, [], `what was found ${when}`, nothing);
      }
    },
  }),

  check({
    clause: 'payroll.query.not-twice',
    needs,
    given: payslips,
    effort: 0.3,
    property: async (ctx, drawn) => {
      const payee = await payeeWith(ctx, drawn);
      expectTwin(await query(ctx, payee), [201]);
      const again = await query(ctx, payee);
      expectEqual(expectSuccess(again, 201).payroll_submissions, [], 'what was found again', again);
    },
  }),

  check({
    clause: 'payroll.query.makes-entry',
    needs,
    given: payslips,
    effort: 0.3,
    property: async (ctx, drawn) => {
      const answer = await query(ctx, await payeeWith(ctx, drawn));
      const { entry_id } = expectSuccess(answer, 201);
      expectThat(
        typeof entry_id === 'string' && uuid.test(entry_id),
        'a UUID as entry_id',
        JSON.stringify(entry_id) ?? 'nothing',
        answer,
      );
      expectSuccess(await ctx.call('deleteEntry', { path: { entry_id } }), 200, 'for the entry of the query');
    },
  }),

  check({
    clause: 'payroll.query.submissions-linked',
    needs,
    given: payslips,
    effort: 0.4,
    property: async (ctx, drawn) => {
      const payee = await payeeWith(ctx, drawn);
      const answer = await query(ctx, payee);
      const { entry_id, payroll_submissions } = expectSuccess(answer, 201);
      expectThat(payroll_submissions.length > 0, 'submissions', 'none', answer);
      const expected = payroll_submissions.map(() => ({ account_id: payee.account_id, entry_id }));
      const links = payroll_submissions.map(({ account_id, entry_id }) => ({ account_id, entry_id }));
      expectEqual(links, expected, 'what the submissions are linked to', answer);
    },
  }),
];

const refusalChecks: readonly Check[] = [
  check({
    clause: 'payroll.query.missing-account-named',
    needs,
    points: ['requests.required.queryPayrollConnection'],
    scenario: async (ctx) => {
      if (!ctx.points['requests.required.queryPayrollConnection'].includes('account_id'))
        throw new NotApplicable('this deployment takes a query without an account');
      const payee = await payeeWith(ctx);
      expectTwin(await query(ctx, payee), [201]);
      const answer = await ctx.call('queryPayrollConnection', { json: {}, as: { bearer: payee.bearer } });
      expectRefusal(answer, { status: 400, names: ['account_id'] });
    },
  }),

  check({
    clause: 'payroll.query.ill-typed-account',
    needs,
    scenario: async (ctx) => {
      const payee = await payeeWith(ctx);
      expectTwin(await query(ctx, payee), [201]);
      const { account_id, bearer } = payee;
      for (const value of [42, true, false, {}, [], [account_id], { account_id }]) {
        const json = { account_id: value };
        expectRefusal(await ctx.call('queryPayrollConnection', { json, as: { bearer } }));
      }
    },
  }),

  check({
    clause: 'payroll.query.unknown-account',
    needs,
    uses: ['connections.unknown-account-status'],
    arrange: (ctx) => payeeWith(ctx),
    given: unknownIds,
    effort: 0.6,
    property: async (ctx, account_id) => {
      expectTwin(await query(ctx, ctx.arranged), [201]);
      const answer = await query(ctx, { ...ctx.arranged, account_id });
      expectRefusal(answer, { status: ctx.known['connections.unknown-account-status'] });
    },
  }),

  check({
    clause: 'payroll.query.token-of-the-user',
    needs,
    given: payslips,
    effort: 0.2,
    property: async (ctx, drawn) => {
      const [one, other] = [await payeeWith(ctx, drawn), await payeeWith(ctx, drawn)];
      const crossed = await query(ctx, { account_id: one.account_id, bearer: other.bearer });
      expectRefusal(crossed, {}, "for another user's account");
      expectTwin(await query(ctx, one), [201]);
      expectTwin(await query(ctx, other), [201]);
    },
  }),
];

/** The clauses about connection queries and about what payroll submissions hold. */
export const payrollChecks: readonly Check[] = [
  ...resultChecks,
  ...refusalChecks,
  ...payrollSubmissionChecks,
];
