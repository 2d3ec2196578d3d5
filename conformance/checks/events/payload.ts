import fc from 'fast-check';
import type { WebhookRequest } from '../../../spec/types.ts';
import { identifiers } from '../../arbitraries/text.ts';
import { type Check, type Context, check } from '../../check.ts';
import { expectEqual, expectThat } from '../../expect.ts';
import { Failure } from '../../failure.ts';
import { found, linked, queryNeeds, recentPayslip } from '../../steps/retrieved.ts';
import { type Body, cause, kindsOf, nextBody, statedKinds, subscribe } from './subscribe.ts';

export const withPayload = { config: { include_payload: true } };

const isObject = (value: unknown): value is Body =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

/** The payload of a delivery; fails when there is none. */
function payloadOf(body: Body): Body {
  const payload = body['payload'];
  expectThat(isObject(payload), 'a payload object', JSON.stringify(payload) ?? 'none');
  return payload;
}

/** The submissions in the payload of a payroll delivery. */
export function submissionsIn(body: Body): readonly Body[] {
  const list = payloadOf(body)['payroll_submissions'];
  expectThat(
    Array.isArray(list) && list.every(isObject),
    'payroll_submissions in the payload',
    JSON.stringify(list)?.slice(0, 200) ?? 'none',
  );
  return list;
}

/** The two ways of never asking for a payload, and of asking for none. */
const withoutPayload = fc.constantFrom<Pick<WebhookRequest, 'config'>>(
  { config: { include_payload: false } },
  { config: {} },
  { config: undefined },
);

/** Whether payloads come, and what they hold. */
export const payloadChecks: readonly Check[] = [
  check('events.payload.when-included', {
    needs: ['users', 'entries', 'receiver'],
    given: fc.constantFrom(null, 'secret', 'key'),
    effort: 0.3,
    property: async (ctx, protection) => {
      const subscription = await subscribe(ctx, {
        ...withPayload,
        signing_secret: protection === 'secret' ? 'a secret of the conformance suite' : undefined,
        encryption_key: protection === 'key' ? Buffer.alloc(32, 9).toString('base64') : undefined,
      });
      const { user_id } = await ctx.arrange.createUser();
      for (let n = 0; n < 2; n++) {
        const { entry_id } = await ctx.arrange.createEntry(user_id, [{}], null);
        const delivery = await subscription.inbox.until('the event of the entry', (one) => {
          const body = subscription.read(one);
          return !body || body['entry_id'] === entry_id;
        });
        payloadOf(subscription.read(delivery) ?? {});
      }
    },
  }),

  check('events.payload.not-when-unset', {
    needs: ['users', 'entries', 'bank-statements', 'receiver'],
    uses: ['requests.required.createWebhook'],
    given: fc.record({ kind: fc.constantFrom(...statedKinds), unset: withoutPayload }),
    effort: 0.5,
    property: async (ctx, { kind, unset }) => {
      const mustHave = ctx.known['requests.required.createWebhook'] ?? [];
      if (unset.config === undefined && mustHave.includes('config')) return;
      const subscription = await subscribe(ctx, { events: [kind], ...unset });
      const { user_id } = await ctx.arrange.createUser();
      await cause(ctx, kind, user_id);
      const { payload } = await nextBody(subscription, user_id, kind);
      expectThat(payload == null, 'no payload', JSON.stringify(payload)?.slice(0, 200) ?? 'none');
    },
  }),

  check('events.payload.all-submissions', {
    needs: queryNeeds,
    given: fc.integer({ min: 1, max: 4 }),
    effort: 0.25,
    property: async (ctx, count) => {
      const subscription = await subscribe(ctx, withPayload);
      const { from } = await ctx.moment();
      const payslips = Array.from({ length: count }, (_, n) => recentPayslip(from, n + 1));
      const user = await linked(ctx, payslips, [recentPayslip(from, 1)]);
      const [account_id, other] = user.accounts;
      // Of the same user there is more, under another account and in another entry.
      await found(ctx, user, other);
      const { entry_id, payroll_submissions } = await found(ctx, user, account_id);
      const delivery = await subscription.inbox.until(
        'the event of the connection query',
        (one) => subscription.read(one)?.['entry_id'] === entry_id,
      );
      const body = subscription.read(delivery) ?? {};
      const payload = payloadOf(body);
      expectEqual(
        { entry_id: payload['entry_id'], account_id: payload['account_id'] },
        { entry_id: body['entry_id'], account_id: body['account_id'] },
        'the entry and the account in the payload',
      );
      expectEqual(
        submissionsIn(body)
          .map(({ id }) => String(id))
          .sort(),
        payroll_submissions.map(({ id }) => id).sort(),
        'the ids of the submissions in the payload',
      );
    },
  }),

  check('events.payload.payslip-documents', {
    needs: ['users', 'entries', 'receiver'],
    given: fc.record({
      document_id: fc.uuid({ version: 4 }),
      document_external_id: identifiers,
      document_filename: identifiers.map((name) => `${name.replaceAll('/', '-')}.pdf`),
    }),
    effort: 0.25,
    property: async (ctx, documents) => {
      const subscription = await subscribe(ctx, withPayload);
      const { user_id } = await ctx.arrange.createUser();
      await ctx.arrange.createEntry(user_id, [documents], null);
      const [submission = {}] = submissionsIn(
        await nextBody(subscription, user_id, kindsOf(ctx).payroll),
      ) as Body[];
      const { account_id, document_id, document_external_id, document_filename } = submission;
      expectEqual(
        { account_id, document_id, document_external_id, document_filename },
        { account_id: null, ...documents },
        'the account and the document of the submission',
      );
    },
  }),

  check('events.payload.bank-statements', {
    needs: ['users', 'bank-statements', 'receiver'],
    uses: ['events.bank-statement.payload-key'],
    scenario: async (ctx) => {
      const subscription = await subscribe(ctx, {
        ...withPayload,
        events: ['user-bank-statement-submitted'],
      });
      const { user_id } = await ctx.arrange.createUser();
      const { id } = await ctx.arrange.createBankStatement(user_id);
      const payload = payloadOf(await nextBody(subscription, user_id, kindsOf(ctx)['bank-statement']));
      expectEqual(statementIds(ctx, payload), [id], 'the ids of the statements in the payload');
    },
  }),
];

/** Under the name that was learnt, or under any where none could be. */
function statementIds({ known }: Context, payload: Body): unknown[] {
  const key = known['events.bank-statement.payload-key'];
  const list = key === undefined ? Object.values(payload).find(Array.isArray) : payload[key];
  if (!Array.isArray(list))
    throw new Failure(`an array ${key ?? 'of statements'} in the payload`, Object.keys(payload).join(', '));
  return list.map((one: unknown) => (isObject(one) ? one['id'] : one));
}
