import { randomUUID } from 'node:crypto';
import { loadContract } from '../../spec/contract.ts';
import type { OperationId } from '../../spec/operations.ts';
import { defaultProfile } from '../../spec/profile.ts';
import { type Check, type Context, check } from '../judgement/check.ts';
import { expectNoIncident, expectThat } from '../judgement/expect.ts';
import {
  bearerOperations,
  bearerRequests,
  type KeyedOperation,
  keyedReads,
  lawful,
  refusable,
  refusableCheck,
} from '../steps/lawful-requests.ts';
import { linkedUser } from '../steps/linked-user.ts';
import { harmlessRequest } from '../steps/wrong-requests.ts';
import type { CallOptions } from '../target/caller.ts';
import type { ServiceResponse } from '../target/exchange.ts';

/** Requests that trip careless services; whatever they answer, they must answer. */
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

const allJson = 'a JSON body, declared as application/json, in every answer of the run';
const expectAllJson = (ctx: Context): void => expectNoIncident(ctx, 'http.answers-are-json', allJson);

export const httpChecks: readonly Check[] = [
  check('http.no-server-errors', { readsOnly: true, exclusive: 'end' }).by(async (ctx) => {
    for (const ask of odd) {
      const answer = await ask(ctx);
      expectThat(answer.status < 500, 'an answer below 500', `${answer.status}`, answer);
    }
    // What any check or probe of the run met counts as well.
    expectNoIncident(ctx, 'http.no-server-errors', 'no answer of 500 or above in the whole run');
  }),
  // Without credentials and with ids of nothing: what is served says 401, and what is not says something else.
  check('http.same-paths', { needs: ['production', 'writes'] }).by(async ({ call, production }) => {
    for (const { id, path: template, body } of loadContract(defaultProfile()).operations.values()) {
      const names = [...template.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
      const path = Object.fromEntries(names.map((name) => [name, randomUUID()]));
      const options = { path, ...(body && { json: {} }), as: 'none' } as unknown as CallOptions<OperationId>;
      const { status } = await call(id, options);
      const answer = await production.call(id, options);
      const expected = `${status} of ${id} in production, as in the sandbox`;
      expectThat(answer.status === status, expected, `${answer.status}`, answer);
    }
  }),
  // Whatever any check or probe of the run met counts as well.
  refusableCheck('http.answers-are-json', { arrange: refusable, exclusive: 'end' }).by(async (ctx) => {
    const { requests, operations, expectWhole } = ctx.arranged;
    for (const operation of operations) await ctx.call(operation, harmlessRequest(operation, randomUUID()));
    const user = await linkedUser(ctx);
    const bearer = bearerRequests(user);
    for (const operation of [...operations, ...bearerOperations]) {
      // A request that deletes needs a resource of its own; the others may share one.
      const own =
        /^(delete|submit|invite)/.test(operation) && (await lawful[operation as KeyedOperation](ctx));
      const keyed = own || requests[operation];
      const options = Object.hasOwn(bearer, operation) ? { ...keyed, as: { bearer: user.bearer } } : keyed;
      for (const as of [{ as: 'none' }, {}])
        await ctx.call(operation, { ...options, ...as } as CallOptions<typeof operation>);
    }
    expectAllJson(ctx);
    expectWhole();
  }),
  check('http.answers-are-json', { needs: ['member'], readsOnly: true, exclusive: 'end' }).by(async (ctx) => {
    await ctx.call('signInMember', { body: ctx.member, as: 'none' });
    expectAllJson(ctx);
  }),
  check('http.answers-are-json', { readsOnly: true, exclusive: 'end' }).by(async (ctx) => {
    await ctx.call('signInMember', { json: {}, as: 'none' });
    await ctx.call('getAuthorisationTerm', { path: { term_id: randomUUID() } });
    for (const operation of keyedReads) await ctx.call(operation);
    expectAllJson(ctx);
  }),
];
