import fc from 'fast-check';
import { payslips } from '../arbitraries/payslips.ts';
import { unknownIds } from '../arbitraries/text.ts';
import { type Check, check } from '../check.ts';
import { expectEqual, expectRefusal, expectShape, expectSuccess, expectThat, expectTwin } from '../expect.ts';
import { NotApplicable } from '../failure.ts';
import { connect, expectAmong, expectPayroll, findable } from '../steps/provided-payroll.ts';
import { directMatchChecks } from './direct-matches.ts';

const needs = ['users', 'authorisations', 'direct-payroll'] as const;

const resultChecks: readonly Check[] = [
  check({
    clause: 'direct-connections.answer',
    needs,
    uses: ['direct-connections.success-status'],
    given: payslips,
    effort: 0.4,
    property: async (ctx, drawn) => {
      const answer = await connect(ctx, await findable(ctx, drawn));
      const { pagination, payroll_submissions } = expectSuccess(
        answer,
        ctx.known['direct-connections.success-status'],
      );
      expectThat(pagination !== null, 'a pagination object', 'null', answer);
      expectThat(Array.isArray(payroll_submissions), 'an array payroll_submissions', 'none', answer);
      expectShape(answer, (place) => place === '' || place.startsWith('pagination'));
    },
  }),

  check({
    clause: 'direct-connections.finds-payroll',
    needs,
    given: payslips,
    effort: 0.6,
    property: async (ctx, drawn) => {
      const person = await findable(ctx, drawn);
      const answer = await connect(ctx, person);
      const { pagination, payroll_submissions: found } = expectSuccess(answer);
      // Where the pagination says that there is more than it shows, a part is all that can be looked at.
      if (pagination.total_count > found.length && found.length > 0)
        expectAmong(found, person.payroll, answer);
      else expectPayroll(found, person.payroll, answer);
    },
  }),

  check({
    clause: 'direct-connections.own-only',
    needs,
    given: fc.record({ one: payslips, other: payslips }),
    effort: 0.4,
    property: async (ctx, { one, other }) => {
      const employedBy = (employer: string, drawn: typeof one) =>
        findable(
          ctx,
          drawn.map((payslip) => ({ ...payslip, employer })),
        );
      const users = [await employedBy('Own Mill', one), await employedBy('Other Mill', other)] as const;
      for (const [at, employer] of (['Own Mill', 'Other Mill'] as const).entries()) {
        const answer = await connect(ctx, users[at as 0 | 1]);
        const employers = expectSuccess(answer).payroll_submissions.map(
          (submission) => submission.employment_information?.employer_name,
        );
        const foreign = employers.filter((name) => name !== employer);
        expectThat(foreign.length === 0, "the user's own payroll alone", `that of ${foreign.join()}`, answer);
      }
    },
  }),

  check({
    clause: 'direct-connections.count',
    needs,
    given: payslips,
    effort: 0.5,
    property: async (ctx, drawn) => {
      const answer = await connect(ctx, await findable(ctx, drawn));
      const { pagination, payroll_submissions } = expectSuccess(answer);
      const { count, total_count } = pagination;
      expectEqual(count, payroll_submissions.length, 'the count', answer);
      expectThat(total_count >= count, `a total of at least ${count}`, `${total_count}`, answer);
    },
  }),
];

// What is answered when nothing is to be found is not stated, so that every twin has something to find.
const refusalChecks: readonly Check[] = [
  check({
    clause: 'direct-connections.missing-user-named',
    needs,
    points: ['requests.required.createDirectConnection'],
    given: payslips,
    effort: 0.1,
    property: async (ctx, drawn) => {
      if (!ctx.points['requests.required.createDirectConnection'].includes('user_id'))
        throw new NotApplicable('this deployment takes a direct connection without a user');
      expectTwin(await connect(ctx, await findable(ctx, drawn)));
      const answer = await ctx.call('createDirectConnection', { json: {} });
      expectRefusal(answer, { status: 400, names: ['user_id'] });
    },
  }),

  check({
    clause: 'direct-connections.ill-typed-user',
    needs,
    given: payslips,
    effort: 0.1,
    property: async (ctx, drawn) => {
      const { user_id } = await findable(ctx, drawn);
      for (const value of [42, true, false, {}, [], [user_id], { user_id }])
        expectRefusal(await ctx.call('createDirectConnection', { json: { user_id: value } }));
      expectTwin(await connect(ctx, { user_id }));
    },
  }),

  check({
    clause: 'direct-connections.unknown-user',
    needs,
    uses: ['direct-connections.unknown-user-status'],
    given: fc.record({ nobodies: fc.array(unknownIds, { minLength: 1, maxLength: 3 }), drawn: payslips }),
    effort: 0.3,
    property: async (ctx, { nobodies, drawn }) => {
      const status = ctx.known['direct-connections.unknown-user-status'];
      for (const user_id of nobodies) expectRefusal(await connect(ctx, { user_id }), { status });
      expectTwin(await connect(ctx, await findable(ctx, drawn)));
    },
  }),
];

/** The clauses about direct connections. */
export const directConnectionChecks: readonly Check[] = [
  ...resultChecks,
  ...directMatchChecks,
  ...refusalChecks,
];
