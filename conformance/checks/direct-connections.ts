import fc from 'fast-check';
import type { ClauseId } from '../../spec/clauses.ts';
import { payslips } from '../arbitraries/payslips.ts';
import { type Check, type Context, check, checkWith } from '../judgement/check.ts';
import { expectEqual, expectRefusal, expectSuccess, expectThat, expectTwin } from '../judgement/expect.ts';
import { expectLaw } from '../predicates/laws.ts';
import {
  connect,
  expectAmong,
  expectPayroll,
  findable,
  newPayee,
  type Payee,
  payable,
} from '../steps/provided-payroll.ts';
import { unknownIds } from '../values/text.ts';
import { notText, wrongBodyChecks } from './wrong-bodies.ts';

const needs = ['users', 'authorisations', 'direct-payroll'] as const;
const directCheck = checkWith({ needs });

const connected = async (ctx: Context, user: Payee, onPayslip?: Payee) =>
  connect(ctx, await payable(ctx, user, onPayslip));

/** Payroll that contradicts a detail of the user is not the user's; the same with the detail in agreement is found. */
const matching = (clause: ClauseId, others: readonly ((person: Payee) => Partial<Payee>)[]): Check =>
  directCheck(clause).by(async (ctx) => {
    const person = newPayee(ctx);
    const own = await connected(ctx, person);
    expectEqual(expectSuccess(own).payroll_submissions.length, 1, 'the payslips that agree', own);
    for (const change of others) {
      const payee = newPayee(ctx);
      const other = { ...payee, ...change(payee) };
      const answer = await connected(ctx, payee, other);
      // Nothing found may be told by an empty list or by a refusal.
      if (answer.status >= 400) expectRefusal(answer);
      else
        expectEqual(
          expectSuccess(answer).payroll_submissions.length,
          0,
          'the payslips that contradict',
          answer,
        );
    }
  });

/** The clauses about direct connections. */
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

  directCheck('direct-connections.finds-payroll', { given: payslips, effort: 0.6 }).by(async (ctx, drawn) => {
    const person = await findable(ctx, drawn);
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
  }),

  directCheck('direct-connections.count', { given: payslips, effort: 0.5 }).by(async (ctx, drawn) => {
    const answer = await connect(ctx, await findable(ctx, drawn));
    expectLaw('direct-connections.count', answer);
  }),
  matching('direct-connections.match.ni-number', [
    ({ ni_number }) => ({ ni_number: `SX${ni_number.slice(2)}` }),
    ({ ni_number }) => ({ ni_number: `${ni_number.slice(0, -1)}${ni_number.endsWith('D') ? 'A' : 'D'}` }),
  ]),
  matching('direct-connections.match.birthday', [
    () => ({ date_of_birth: '1990-05-18T00:00:00.000Z' }),
    () => ({ date_of_birth: '1990-05-16T00:00:00.000Z' }),
    () => ({ date_of_birth: '1991-05-17T00:00:00.000Z' }),
  ]),
  matching('direct-connections.match.post-codes', [
    () => ({ post_codes: ['LS1 4AQ'] }),
    () => ({ post_codes: ['EH1 1YZ'] }),
  ]),

  check('direct-connections.match.past-post-codes').by(async (ctx) => {
    const codes = ['LS1 4AP', 'M1 1AE', 'CF10 1EP'];
    for (const code of codes) {
      const person = { ...newPayee(ctx), post_codes: codes };
      const answer = await connected(ctx, person, { ...person, post_codes: [code] });
      const { length } = expectSuccess(answer).payroll_submissions;
      expectThat(length === 1, `the payslip with ${code}, which is among the user's`, `${length}`, answer);
    }
  }),
  ...wrongBodyChecks('createDirectConnection', {
    needs,
    missing: 'direct-connections.missing-user-named',
    illTyped: 'direct-connections.ill-typed-user',
    // What is answered when nothing is to be found is not stated, so that there is something to find.
    request: async (ctx) => ({ body: await payable(ctx, newPayee(ctx)) }),
    wrong: ({ user_id }) => ({ user_id: notText(user_id) }),
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
