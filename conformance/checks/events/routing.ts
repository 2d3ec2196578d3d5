import fc from 'fast-check';
import type { ClauseId } from '../../../spec/clauses.ts';
import { picked } from '../../../spec/json.ts';
import { rename } from '../../../spec/render.ts';
import type { EventKind } from '../../../spec/types.ts';
import { eventKinds } from '../../arbitraries/webhooks.ts';
import { type Check, type Context, check, checkWith } from '../../judgement/check.ts';
import { expectEqual, expectThat } from '../../judgement/expect.ts';
import { CannotArrange, NotApplicable } from '../../judgement/failure.ts';
import { expectEventTime } from '../../predicates/deliveries.ts';
import { found, linkedWithPayslips, queryNeeds } from '../../steps/retrieved.ts';
import { identifiers } from '../../values/text.ts';
import { cause, excerpt, kindsOf, nextBody, statedKinds, subscribe } from './subscribe.ts';

const kinds = fc.constantFrom(...statedKinds);
const oneOrTwo = fc.integer({ min: 1, max: 2 });
const needs = ['users', 'entries', 'bank-statements', 'receiver'] as const;
const routingCheck = checkWith({ needs });
const entryCheck = checkWith({ needs: ['users', 'entries', 'receiver'] });

const called = ({ naming }: Pick<Context, 'naming'>, kind: EventKind): string =>
  rename(kind, naming) as string;

/** Every kind, that one behind all others. */
const lastOfAll = (kind: EventKind): EventKind[] => [...eventKinds.filter((other) => other !== kind), kind];

const namesItself = (clause: ClauseId, kind: EventKind): Check =>
  routingCheck(clause).by(async (ctx) => {
    const subscription = await subscribe(ctx, { events: [kind] });
    const user_id = await cause(ctx, kind);
    const body = await nextBody(subscription, user_id);
    expectEqual(picked(body, 'event', 'user_id'), { event: kind, user_id }, 'the event');
    expectEventTime(body['timestamp']);
  });

export const routingChecks: readonly Check[] = [
  routingCheck('events.delivery.json-post', {
    given: fc.record({ kind: kinds, query: fc.option(identifiers, { nil: undefined }) }),
    effort: 0.4,
  }).by(async (ctx, { kind, query }) => {
    const search = query === undefined ? '' : `?for=${encodeURIComponent(query)}`;
    const subscription = await subscribe(ctx, { events: [kind], query: search });
    const delivery = await subscription.next(await cause(ctx, kind));
    expectEqual(delivery.method, 'POST', 'the method of a delivery');
    expectEqual(delivery.search, search, "the query of a delivery's address");
    expectThat(subscription.read(delivery) !== undefined, 'one JSON object', excerpt(delivery));
  }),

  entryCheck('events.delivery.json-post').by(async (ctx) => {
    const inbox = ctx.receiver.inbox();
    if (inbox.named === undefined) throw new NotApplicable('the receiver has no host name');
    const subscription = await subscribe(ctx, { at: inbox, url: inbox.named }).catch((error: unknown) => {
      // Which addresses a webhook may have is open.
      throw error instanceof CannotArrange ? new NotApplicable(`${inbox.named} is refused here`) : error;
    });
    await nextBody(subscription, await cause(ctx, 'user-payroll-submitted'));
  }),

  namesItself('events.body.kind-user-and-time', 'user-payroll-submitted'),
  namesItself('events.body.bank-statement', 'user-bank-statement-submitted'),

  routingCheck('events.body.time-of-event').by(async (ctx) => {
    const subscription = await subscribe(ctx, { events: [...statedKinds] });
    for (const kind of statedKinds) {
      const { user_id } = await ctx.arrange.createUser();
      const before = await ctx.moment();
      await cause(ctx, kind, user_id);
      const { timestamp } = await nextBody(subscription, user_id, kind);
      const after = await ctx.moment();
      expectEventTime(timestamp);
      if (!/(Z|[+-]\d\d:?\d\d)$/.test(String(timestamp)))
        throw new NotApplicable('the time is of no stated zone');
      const at = Date.parse(String(timestamp));
      // It may be cut to the minute.
      const isThen = at > before.from - 60_000 && at <= after.to;
      expectThat(isThen, `the time of the event, ${new Date(before.from).toISOString()}`, String(timestamp));
    }
  }),

  check('events.body.entry-and-account', { needs: queryNeeds, given: fc.nat({ max: 1 }), effort: 0.25 }).by(
    async (ctx, at) => {
      const subscription = await subscribe(ctx);
      const user = await linkedWithPayslips(ctx, 2);
      const account_id = user.accounts[at];
      const { entry_id } = await found(ctx, user, account_id);
      const body = await nextBody(subscription, user.user_id, kindsOf(ctx).payroll);
      const named = picked(body, 'entry_id', 'account_id');
      expectEqual(named, { entry_id, account_id }, 'the entry and the account of the delivery');
    },
  ),

  entryCheck('events.body.payslip-has-no-account').by(async (ctx) => {
    const subscription = await subscribe(ctx);
    const { user_id } = await ctx.arrange.createUser();
    const { entry_id } = await ctx.arrange.createEntry(user_id, [{}], null);
    const body = await nextBody(subscription, user_id, kindsOf(ctx).payroll);
    expectEqual(body['entry_id'], entry_id, 'entry_id');
    const shown = 'account_id' in body ? JSON.stringify(body['account_id']) : 'none';
    expectThat(body['account_id'] === null, 'an account_id that is null', shown);
  }),
  routingCheck('events.routing.every-user', {
    given: fc.record({ kind: kinds, before: oneOrTwo, after: oneOrTwo }),
    effort: 0.25,
  }).by(async (ctx, { kind, before, after }) => {
    const users: string[] = [];
    const create = async (count: number): Promise<void> => {
      for (let n = 0; n < count; n++) users.push((await ctx.arrange.createUser()).user_id);
    };
    await create(before);
    const subscription = await subscribe(ctx, { events: [kind] });
    await create(after);
    for (const user_id of users) await cause(ctx, kind, user_id);
    for (const user_id of users) await nextBody(subscription, user_id, kind);
  }),

  entryCheck('events.routing.every-user', { law: true }).by(async (ctx) => {
    const subscription = await subscribe(ctx);
    const { user_id } = await ctx.arrange.createUser();
    for (let n = 1; n <= 4; n++) {
      const { entry_id } = await ctx.arrange.createEntry(user_id, [{}], null);
      await subscription.ofEntry(entry_id, `event ${n} of the same user`);
    }
  }),

  routingCheck('events.routing.every-subscription', {
    given: fc.record({
      kind: kinds,
      // A witness at either end: neither the first nor the last subscription alone is enough.
      others: fc.array(fc.boolean(), { minLength: 1, maxLength: 3 }),
    }),
    always: statedKinds.map((kind) => ({ kind, others: Array.from({ length: 9 }, (_, at) => at % 2 === 0) })),
    effort: 0.25,
  }).by(async (ctx, { kind, others }) => {
    const { user_id } = await ctx.arrange.createUser();
    const wished: EventKind[][] = [[kind], ...others.map((all) => (all ? lastOfAll(kind) : [kind])), [kind]];
    const subscriptions = [];
    for (const events of wished) subscriptions.push(await subscribe(ctx, { events }));
    await cause(ctx, kind, user_id);
    for (const subscription of subscriptions) await nextBody(subscription, user_id, kind);
  }),

  entryCheck('events.routing.every-subscription').by(async (ctx) => {
    const { user_id } = await ctx.arrange.createUser();
    const plain = await subscribe(ctx);
    await subscribe(ctx, { at: plain.inbox, config: { include_payload: true } });
    await cause(ctx, 'user-payroll-submitted', user_id);
    // The payload tells the deliveries of two subscriptions to one address apart.
    for (const has of [false, true]) {
      const what = `the delivery ${has ? 'with' : 'without'} a payload to an address with two subscriptions`;
      await plain.inbox.until(what, (one) => {
        const body = plain.read(one);
        return body?.['user_id'] === user_id && 'payload' in body === has;
      });
    }
  }),

  routingCheck('events.routing.listed-kinds-only').by(async (ctx) => {
    await onlyWhatIsListed(ctx, ['user-payroll-submitted', 'user-bank-statement-submitted']);
    await onlyWhatIsListed(ctx, ['user-bank-statement-submitted', 'user-payroll-submitted']);
  }),

  check('events.routing.listed-kinds-only', {
    needs: [...needs, 'income'],
    points: ['events.income.trigger'],
  }).by(async (ctx) => {
    if (ctx.points['events.income.trigger'] === 'never')
      throw new NotApplicable('the tax-authority event is never emitted here');
    await onlyWhatIsListed(ctx, ['user-payroll-submitted', 'user-taxauth-data-submitted']);
    await onlyWhatIsListed(ctx, ['user-taxauth-data-submitted', 'user-bank-statement-submitted']);
  }),
];

/** Causes an unlisted kind, then a listed one: once the second has arrived, the first would have too. */
async function onlyWhatIsListed(ctx: Context, [listed, unlisted]: readonly [EventKind, EventKind]) {
  const witness = await subscribe(ctx, { events: [listed, unlisted] });
  const subscription = await subscribe(ctx, { events: [listed] });
  const { user_id } = await ctx.arrange.createUser({ taxauth_enabled: true });
  await cause(ctx, unlisted, user_id);
  await cause(ctx, listed, user_id);
  await nextBody(witness, user_id, called(ctx, unlisted));
  await nextBody(subscription, user_id, called(ctx, listed));
  const heard = new Set(subscription.about(user_id).map((body) => body['event']));
  expectEqual([...heard], [called(ctx, listed)], `the kinds that a subscription to ${listed} was sent`);
}
