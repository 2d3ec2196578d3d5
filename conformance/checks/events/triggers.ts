import fc from 'fast-check';
import { type Check, type Context, check } from '../../check.ts';
import { expectEqual } from '../../expect.ts';
import { Failure } from '../../failure.ts';
import { newPayee } from '../../steps/provided-payroll.ts';
import { found, linkedWithPayslips, queryNeeds, recentPayslip, succeeded } from '../../steps/retrieved.ts';
import { kindsOf, nextBody, subscribe } from './subscribe.ts';
import { extractedUpload } from './uploads.ts';

const bankStatements = { events: ['user-bank-statement-submitted' as const] };

/** The entries that two queries made, and those that the events about them told of. */
async function eventsOfTwoQueries(ctx: Context): Promise<{ made: string[]; heard: string[] }> {
  const subscription = await subscribe(ctx);
  const user = await linkedWithPayslips(ctx, 2);
  const [first = '', second = ''] = user.accounts;
  const { entry_id } = await found(ctx, user, first);
  await nextBody(subscription, user.user_id, kindsOf(ctx).payroll);
  // By the time the event of a later entry has come, a second one of the first entry would have come too.
  const marker = await found(ctx, user, second);
  await subscription.inbox.until(
    'the event of a later connection query',
    (one) => subscription.read(one)?.['entry_id'] === marker.entry_id,
  );
  const heard = subscription.about(user.user_id).map((body) => String(body['entry_id']));
  return { made: [entry_id, marker.entry_id].sort(), heard: heard.sort() };
}

/** What causes an event. */
export const triggerChecks: readonly Check[] = [
  check({
    clause: 'events.payroll.on-connection',
    needs: queryNeeds,
    scenario: async (ctx) => {
      // A sender that missed an answer may send an event once more, and is not blamed: one that always does is.
      for (let left = 3; left > 0; left--) {
        const { made, heard } = await eventsOfTwoQueries(ctx);
        const what = 'the entries of the events after two queries';
        if (left === 1) expectEqual(heard, made, what);
        expectEqual([...new Set(heard)], made, what);
        if (heard.length === made.length) return;
      }
    },
  }),

  check({
    clause: 'events.payroll.on-direct-connection',
    needs: ['users', 'authorisations', 'direct-payroll', 'receiver'],
    scenario: async (ctx) => {
      const subscription = await subscribe(ctx);
      const { from } = await ctx.moment();
      const person = newPayee(ctx);
      const { user_id } = await ctx.arrange.createUser(person);
      await ctx.arrange.accept(user_id);
      const payslip = {
        ...recentPayslip(from),
        identity_information: {
          NI_number: person.ni_number,
          date_of_birth: person.date_of_birth,
          address: { post_code: person.post_codes[0] },
        },
      };
      await ctx.arrange.setDirectPayroll(user_id, [payslip]);
      const answer = await ctx.call('createDirectConnection', { body: { user_id } });
      const { payroll_submissions: list = [] } = succeeded(answer, 'the direct connection') as {
        payroll_submissions?: unknown[];
      };
      if (list.length === 0)
        throw new Failure('the direct connection to find what there is', 'nothing', answer);
      await nextBody(subscription, user_id, kindsOf(ctx).payroll);
    },
  }),

  check({
    clause: 'events.payroll.on-payslip-upload',
    needs: ['users', 'entries', 'receiver'],
    given: fc.integer({ min: 1, max: 3 }),
    effort: 0.2,
    property: async (ctx, count) => {
      const subscription = await subscribe(ctx);
      const { from } = await ctx.moment();
      const { user_id } = await ctx.arrange.createUser();
      const payslips = Array.from({ length: count }, (_, n) => recentPayslip(from, n + 1));
      await ctx.arrange.createEntry(user_id, payslips, null);
      await nextBody(subscription, user_id, kindsOf(ctx).payroll);
    },
  }),

  check({
    clause: 'events.bank-statement.on-extraction',
    needs: ['users', 'bank-statements', 'receiver'],
    scenario: async (ctx) => {
      const subscription = await subscribe(ctx, bankStatements);
      const { user_id } = await ctx.arrange.createUser();
      await ctx.arrange.createBankStatement(user_id);
      await nextBody(subscription, user_id, kindsOf(ctx)['bank-statement']);
    },
  }),

  check({
    clause: 'events.bank-statement.on-extraction',
    needs: ['users', 'tokens', 'authorisations', 'receiver'],
    scenario: async (ctx) => {
      const subscription = await subscribe(ctx, bankStatements);
      const { user_id } = await ctx.arrange.createUser();
      await ctx.arrange.accept(user_id);
      await extractedUpload(ctx, user_id);
      await nextBody(subscription, user_id, kindsOf(ctx)['bank-statement']);
    },
  }),
];
