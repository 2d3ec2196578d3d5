import type { OperationId } from '../../spec/operations.ts';
import { payslips } from '../arbitraries/payslips.ts';
import { type Check, type Context, check } from '../judgement/check.ts';
import { expectNoIncident, expectSuccess, expectThat } from '../judgement/expect.ts';
import { amountsIn, expectJson, expectTwoDecimals } from '../predicates/answers.ts';
import {
  bearerOperations,
  bearerRequests,
  keyedReads,
  lawful,
  refusable,
  refusableCheck,
} from '../steps/lawful-requests.ts';
import { linkedUser } from '../steps/linked-user.ts';
import { payeeWith, query } from '../steps/provided-payroll.ts';
import type { CallOptions } from '../target/caller.ts';
import type { ServiceResponse } from '../target/exchange.ts';
import { monthsFrom } from '../values/calendar.ts';
import { estimateFor, payslipIn } from './expenditure/person.ts';
import { userWithIncome } from './held-users.ts';

/** The success and the refusal of an operation. */
async function bothAnswers<Id extends OperationId>(
  { call }: Pick<Context, 'call'>,
  operation: Id,
  options: CallOptions<Id>,
): Promise<void> {
  expectJson(await call(operation, { ...options, as: 'none' }));
  expectJson(await call(operation, options));
}

/** Requests at which careless services stumble; whatever they are answered, it is an answer. */
const odd: readonly ((ctx: Context) => Promise<ServiceResponse>)[] = [
  ({ call }) => call('signInMember', { text: '{"username":', as: 'none' }),
  ({ call }) => call('signInMember', { text: 'null', as: 'none' }),
  ({ call }) => call('signInMember', { json: [], as: 'none' }),
  ({ call }) => call('signInMember', { json: { username: { $gt: '' }, password: [] }, as: 'none' }),
  ({ call }) => call('listUsers', { query: { offset: 1e21, limit: 1 } }),
  ({ call }) => call('listUsers', { query: { offset: Number.NaN, limit: -1 } }),
  ({ call }) => call('getAuthorisationTerm', { path: { term_id: '%00' } }),
  ({ call }) => call('getAuthorisationTerm', { path: { term_id: "' OR 1=1" } }),
  ({ call }) => call('getAuthorisationTerm', { path: { term_id: 'x'.repeat(2000) } }),
  ({ call }) => call('listUsers', { as: { apiKey: 'x'.repeat(4000) } }),
];

/** The clauses about the form of every answer. */
export const httpChecks: readonly Check[] = [
  check('http.two-decimal-money', {
    needs: ['users', 'tokens', 'authorisations', 'accounts'],
    given: payslips,
    effort: 0.4,
  }).by(async (ctx, drawn) => {
    const answer = await query(ctx, await payeeWith(ctx, drawn));
    expectTwoDecimals(amountsIn(expectSuccess(answer)), answer);
  }),
  check('http.two-decimal-money', { needs: ['held-income'], readsOnly: true, arrange: userWithIncome }).by(
    async ({ call, arranged: { user_id } }) => {
      const answer = await call('getTaxauthIncome', { path: { user_id }, query: { offset: 1, limit: 100 } });
      expectSuccess(answer);
      expectTwoDecimals(amountsIn(answer.body), answer);
    },
  ),
  check('http.two-decimal-money', { needs: ['users', 'entries'], uses: ['authorisations.reads'] }).by(
    async (ctx) => {
      const months = monthsFrom('2023-01', 12);
      const payslips = months.map((month, at) => payslipIn(month, { net: 150_000 + at * 1111 }));
      const answer = await estimateFor(ctx, { payslips });
      expectTwoDecimals(amountsIn(expectSuccess(answer)), answer);
    },
  ),
  check('http.no-server-errors', { readsOnly: true, exclusive: 'end' }).by(async (ctx) => {
    for (const ask of odd) {
      const answer = await ask(ctx);
      expectThat(answer.status < 500, 'an answer below 500', `${answer.status}`, answer);
    }
    // What any check or probe of the run met counts as well.
    expectNoIncident(ctx, 'http.no-server-errors', 'no answer of 500 or above in the whole run');
  }),
  refusableCheck('http.answers-are-json', { arrange: refusable }).by(async (ctx) => {
    const { requests, operations, expectWhole } = ctx.arranged;
    // A request that deletes needs a resource of its own; the others may share one.
    for (const operation of operations) {
      const own = /^(delete|submit|invite)/.test(operation);
      const options = own ? await lawful[operation](ctx) : requests[operation];
      await bothAnswers(ctx, operation, options as CallOptions<typeof operation>);
    }
    const user = await linkedUser(ctx);
    for (const operation of bearerOperations) {
      const options = bearerRequests(user)[operation] as CallOptions<typeof operation>;
      await bothAnswers(ctx, operation, { ...options, as: { bearer: user.bearer } });
      expectJson(await ctx.call(operation, { ...options, as: 'none' }));
    }
    expectJson(await ctx.call('signInMember', { json: {}, as: 'none' }));
    expectWhole();
  }),
  check('http.answers-are-json', { needs: ['member'], readsOnly: true }).by(async ({ call, member }) =>
    expectJson(await call('signInMember', { body: member, as: 'none' })),
  ),
  check('http.answers-are-json', { readsOnly: true }).by(async (ctx) => {
    for (const operation of keyedReads) await bothAnswers(ctx, operation, {});
  }),
];
