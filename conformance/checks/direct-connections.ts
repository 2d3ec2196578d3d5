import fc from 'fast-check';
import { payslips, specialPayslips } from '../arbitraries/payslips.ts';
import { unlessRefused } from '../arrange/offers.ts';
import { type Check, check, checkWith } from '../judgement/check.ts';
import { expectRefusal, expectSuccess, expectThat, expectTwin } from '../judgement/expect.ts';
import { answerCheck, expectLaw } from '../predicates/laws.ts';
import {
  connect,
  expectAmong,
  expectPayroll,
  findable,
  newPayee,
  payable,
} from '../steps/provided-payroll.ts';
import { unknownIds } from '../values/text.ts';
import { wrongBodyChecks } from './wrong-bodies.ts';

const needs = ['users', 'authorisations', 'direct-payroll'] as const;
const directCheck = checkWith({ needs });

export const directConnectionChecks: readonly Check[] = [
  directCheck('direct-connections.answer', {
    uses: ['direct-connections.success-status'],
    given: payslips,
    effort: 0.4,
  }).by(async (ctx, drawn) => {
    const answer = await connect(ctx, await findable(ctx, drawn));
    expectSuccess(answer, ctx.known['direct-connections.success-status']);
    expectLaw('direct-connections.answer', answer);
  }),

  directCheck('direct-connections.finds-payroll', {
    given: payslips,
    always: specialPayslips,
    effort: 0.4,
  }).by(async (ctx, drawn) => {
    const person = await unlessRefused(findable(ctx, drawn));
    if (!person) return;
    const answer = await connect(ctx, person);
    const { pagination, payroll_submissions: found } = expectSuccess(answer);
    // Where the pagination says that there is more than it shows, a part is all that can be looked at.
    if (pagination.total_count > found.length && found.length > 0) expectAmong(found, person.payroll, answer);
    else expectPayroll(found, person.payroll, answer);
  }),

  directCheck('direct-connections.own-only', {
    given: fc.record({ one: payslips, other: payslips }),
    effort: 0.4,
  }).by(async (ctx, { one, other }) => {
    const employedBy = async (employer_name: string, drawn: typeof one) => {
      const contents = { employment_information: { employer_name } };
      const paid = drawn.map((one) => ({ ...one, contents }));
      return { user_id: (await findable(ctx, paid)).user_id, employer_name };
    };
    const users = [await employedBy('Own Mill', one), await employedBy('Other Mill', other)];
    for (const { user_id, employer_name } of users) {
      const answer = await connect(ctx, { user_id });
      const { payroll_submissions } = expectSuccess(answer);
      const employers = payroll_submissions.map((found) => found.employment_information?.employer_name);
      const foreign = employers.filter((name) => name !== employer_name);
      expectThat(foreign.length === 0, "the user's own payroll alone", `that of ${foreign.join()}`, answer);
    }
  }),

  answerCheck('direct-connections.count', { needs, given: payslips, effort: 0.5 }, async (ctx, drawn) =>
    connect(ctx, await findable(ctx, drawn)),
  ),
  check('direct-connections.match.past-post-codes').by(async (ctx) => {
    const codes = ['LS1 4AP', 'M1 1AE', 'CF10 1EP'];
    for (const code of codes) {
      const person = { ...newPayee(ctx), post_codes: codes };
      const answer = await connect(ctx, await payable(ctx, person, { ...person, post_codes: [code] }));
      const { length } = expectSuccess(answer).payroll_submissions;
      expectThat(length === 1, `the payslip with ${code}, which is among the user's`, `${length}`, answer);
    }
  }),
  ...wrongBodyChecks('createDirectConnection', {
    needs,
    missing: 'direct-connections.missing-user-named',
    illTyped: 'direct-connections.ill-typed-user',
    // The document does not say what an empty search answers, so there is something to find.
    request: async (ctx) => ({ body: await payable(ctx, newPayee(ctx)) }),
  }),

  directCheck('direct-connections.unknown-user', {
    uses: ['direct-connections.unknown-user-status'],
    given: fc.record({ nobodies: fc.array(unknownIds, { minLength: 1, maxLength: 3 }), drawn: payslips }),
    effort: 0.3,
  }).by(async (ctx, { nobodies, drawn }) => {
    const status = ctx.known['direct-connections.unknown-user-status'];
    for (const user_id of nobodies) expectRefusal(await connect(ctx, { user_id }), { status });
    expectTwin(await connect(ctx, await findable(ctx, drawn)));
  }),
];
