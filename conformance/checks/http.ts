import type { OperationId } from '../../spec/operations.ts';
import type { Capability } from '../capability.ts';
import { type Check, type Context, check } from '../check.ts';
import { expectThat } from '../expect.ts';
import { linkedUser } from '../learn/probes/linked-user.ts';
import type { CallOptions } from '../target/caller.ts';
import type { Answer } from '../target/exchange.ts';
import {
  bearerOperations,
  bearerRequests,
  keyedOperations,
  keyedReads,
  lawful,
  refusable,
} from './lawful-requests.ts';

const needs = [
  'users',
  'tokens',
  'terms',
  'authorisations',
  'accounts',
  'entries',
] as const satisfies readonly Capability[];

/** An answer without a body says nothing; one with a body is JSON by its header and in fact. */
function expectJson(answer: Answer): void {
  if (answer.text === '') return;
  const type = answer.headers['content-type'] ?? 'no content type';
  expectThat(/^application\/json\s*(;|$)/i.test(type), 'content type application/json', type, answer);
  expectThat(answer.body !== undefined, 'a JSON body', answer.text.slice(0, 80), answer);
}

/** The success and the refusal of an operation. */
async function bothAnswers<Id extends OperationId>(
  { call }: Pick<Context, 'call'>,
  operation: Id,
  options: CallOptions<Id>,
): Promise<void> {
  expectJson(await call(operation, { ...options, as: 'none' }));
  expectJson(await call(operation, options));
}

/** The clause about the form of every answer. */
export const httpChecks: readonly Check[] = [
  check({
    clause: 'http.answers-are-json',
    needs,
    uses: ['members.roles', 'authorisations.reads'],
    arrange: refusable,
    scenario: async (ctx) => {
      const { requests } = ctx.arranged;
      // What is deleted must be somebody's own; the rest may be shared.
      for (const operation of keyedOperations) {
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
    },
  }),
  check({
    clause: 'http.answers-are-json',
    needs: ['member'],
    readsOnly: true,
    scenario: async ({ call, member }) =>
      expectJson(await call('signInMember', { body: member, as: 'none' })),
  }),
  check({
    clause: 'http.answers-are-json',
    readsOnly: true,
    scenario: async (ctx) => {
      for (const operation of keyedReads) await bothAnswers(ctx, operation, {});
    },
  }),
];
