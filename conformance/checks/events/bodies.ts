import fc from 'fast-check';
import { identifiers } from '../../arbitraries/text.ts';
import { type Check, check } from '../../check.ts';
import { expectEqual, expectThat } from '../../expect.ts';
import { found, linkedWithPayslips, queryNeeds } from '../../steps/retrieved.ts';
import { cause, statedKinds } from './cause.ts';
import { excerpt, kindsOf, nextBody, subscribe } from './subscribe.ts';

const kinds = fc.constantFrom(...statedKinds);
const bothNeeds = ['users', 'entries', 'bank-statements', 'receiver'] as const;

/** ISO 8601, with or without a fraction, in UTC or with an offset. */
const iso8601 = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}([.,]\d+)?)?(Z|[+-]\d{2}(:?\d{2})?)?$/;

/** What a delivery is, and what it tells without its payload. */
export const bodyChecks: readonly Check[] = [
  check({
    clause: 'events.delivery.json-post',
    needs: bothNeeds,
    given: fc.record({ kind: kinds, query: fc.option(identifiers, { nil: undefined }) }),
    effort: 0.4,
    property: async (ctx, { kind, query }) => {
      const search = query === undefined ? '' : `?for=${encodeURIComponent(query)}`;
      const subscription = await subscribe(ctx, { events: [kind], query: search });
      const { user_id } = await ctx.arrange.createUser();
      await cause(ctx, kind, user_id);
      const delivery = await subscription.next(user_id);
      expectEqual(delivery.method, 'POST', 'the method of a delivery');
      expectEqual(delivery.search, search, "the query of a delivery's address");
      expectThat(subscription.read(delivery) !== undefined, 'one JSON object', excerpt(delivery));
    },
  }),

  check({
    clause: 'events.body.kind-user-and-time',
    needs: bothNeeds,
    given: kinds,
    effort: 0.4,
    property: async (ctx, kind) => {
      const subscription = await subscribe(ctx, { events: [kind] });
      const { user_id } = await ctx.arrange.createUser();
      await cause(ctx, kind, user_id);
      const body = await nextBody(subscription, user_id);
      expectEqual({ event: body['event'], user_id: body['user_id'] }, { event: kind, user_id }, 'the event');
      const timestamp = body['timestamp'];
      expectThat(
        typeof timestamp === 'string' && iso8601.test(timestamp) && !Number.isNaN(Date.parse(timestamp)),
        'an ISO 8601 timestamp',
        JSON.stringify(timestamp) ?? 'none',
      );
    },
  }),

  check({
    clause: 'events.body.entry-and-account',
    needs: queryNeeds,
    given: fc.nat({ max: 1 }),
    effort: 0.25,
    property: async (ctx, at) => {
      const subscription = await subscribe(ctx);
      const user = await linkedWithPayslips(ctx, 2);
      const account_id = user.accounts[at];
      const { entry_id } = await found(ctx, user, account_id);
      const body = await nextBody(subscription, user.user_id, kindsOf(ctx).payroll);
      expectEqual(
        { entry_id: body['entry_id'], account_id: body['account_id'] },
        { entry_id, account_id },
        'the entry and the account of the delivery',
      );
    },
  }),

  check({
    clause: 'events.body.payslip-has-no-account',
    needs: ['users', 'entries', 'receiver'],
    scenario: async (ctx) => {
      const subscription = await subscribe(ctx);
      const { user_id } = await ctx.arrange.createUser();
      const { entry_id } = await ctx.arrange.createEntry(user_id, [{}], null);
      const body = await nextBody(subscription, user_id, kindsOf(ctx).payroll);
      expectEqual(body['entry_id'], entry_id, 'entry_id');
      expectThat(
        body['account_id'] === null,
        'an account_id that is null',
        'account_id' in body ? JSON.stringify(body['account_id']) : 'none',
      );
    },
  }),
];
