import fc from 'fast-check';
import type { UserUpdate } from '../../../spec/types.ts';
import { configurationUpdates } from '../../arbitraries/configuration-updates.ts';
import { userUpdates } from '../../arbitraries/user-updates.ts';
import { eventKinds } from '../../arbitraries/webhooks.ts';
import { type Check, type Context, check } from '../../check.ts';
import { expectEqual, expectThat } from '../../expect.ts';
import { found, linked, queried, queryNeeds, recentPayslip, succeeded } from '../../steps/retrieved.ts';
import { uploadFile } from '../../steps/upload-file.ts';
import { type Subscription, subscribe } from './subscribe.ts';
import { presigned, unreadablePdf } from './uploads.ts';

/** Causes a payroll event of a user, waits for it, and expects that no other delivery about that user has come. */
async function nothingButMarker(
  { arrange }: Pick<Context, 'arrange'>,
  subscription: Subscription,
  user_id: string,
): Promise<void> {
  const { entry_id } = await arrange.createEntry(user_id, [{}], null);
  await subscription.inbox.until(
    'the event of an entry that was made later',
    (one) => subscription.read(one)?.['entry_id'] === entry_id,
  );
  const others = subscription.about(user_id).filter((body) => body['entry_id'] !== entry_id);
  expectEqual(others, [], 'the deliveries about this user before the event of its entry');
}

/** What causes none. */
export const nonEventChecks: readonly Check[] = [
  check({
    clause: 'events.payroll.not-when-empty',
    needs: queryNeeds,
    given: fc.record({ before: fc.nat({ max: 2 }), after: fc.integer({ min: 1, max: 2 }) }),
    effort: 0.25,
    property: async (ctx, { before, after }) => {
      const subscription = await subscribe(ctx);
      const { from } = await ctx.moment();
      const user = await linked(ctx, [], [recentPayslip(from, 1)], [recentPayslip(from, 2)]);
      const [empty, full, marker] = user.accounts;
      // What a query found is in its answer; an answer with nothing in it has to have no event.
      const entries: string[] = [];
      const query = async (account: string | undefined): Promise<void> => {
        const { entry_id, payroll_submissions = [] } = await queried(ctx, user, account);
        if (payroll_submissions.length > 0) entries.push(String(entry_id));
      };
      for (let n = 0; n < before; n++) await query(empty);
      for (let n = 0; n < after + 1; n++) await query(full);
      const last = await found(ctx, user, marker);
      // Deliveries may overtake each other and come twice, so each is waited for, and told apart by its entry.
      for (const entry of [...entries, last.entry_id])
        await subscription.inbox.until(
          `the event of the entry ${entry} that a query made`,
          (one) => subscription.read(one)?.['entry_id'] === entry,
        );
      const heard = new Set(subscription.about(user.user_id).map((body) => String(body['entry_id'])));
      const made = new Set([...entries, last.entry_id]);
      expectEqual([...heard].sort(), [...made].sort(), 'the entries of the events');
    },
  }),

  check({
    clause: 'events.bank-statement.not-without-extraction',
    needs: ['users', 'tokens', 'authorisations', 'entries', 'inspect', 'receiver'],
    scenario: async (ctx) => {
      const subscription = await subscribe(ctx, { events: [...eventKinds] });
      const { user_id } = await ctx.arrange.createUser();
      await ctx.arrange.accept(user_id);
      await presigned(ctx, user_id);
      await uploadFile(ctx, await presigned(ctx, user_id), unreadablePdf);
      const states = await ctx.extracted(
        async () => (await ctx.arrange.inspectUser(user_id)).documents.map(({ state }) => state),
        (all) => all.includes('rejected') || all.includes('extracted'),
      );
      // What never comes to an end is no extraction either: the event is what this is about.
      expectThat(
        !states.includes('extracted'),
        'nothing to be extracted from a file without a statement',
        'a statement',
      );
      await nothingButMarker(ctx, subscription, user_id);
    },
  }),

  check({
    clause: 'events.none-on-account-linkage',
    needs: ['users', 'authorisations', 'accounts', 'entries', 'receiver'],
    scenario: async (ctx) => {
      const subscription = await subscribe(ctx, { events: [...eventKinds] });
      const { user_id } = await ctx.arrange.createUser();
      await ctx.arrange.accept(user_id);
      await ctx.arrange.linkAccount(user_id, { payroll: [] });
      const { account_id } = await ctx.arrange.linkAccount(user_id, {
        mfa_enabled: true,
        mfa: '1234',
        payroll: [],
      });
      succeeded(
        await ctx.call('submitMfa', { path: { account_id }, body: { mfa: '1234' } }),
        'the right MFA answer',
      );
      await nothingButMarker(ctx, subscription, user_id);
    },
  }),

  check({
    clause: 'events.none-on-updates',
    needs: ['users', 'entries', 'receiver'],
    exclusive: 'configuration',
    given: fc.record({
      users: fc.array(userUpdates, { minLength: 1, maxLength: 3 }),
      client: configurationUpdates,
    }),
    effort: 0.25,
    property: async (ctx, { users, client }) => {
      const subscription = await subscribe(ctx, { events: [...eventKinds] });
      const { user_id } = await ctx.arrange.createUser();
      for (const update of users) {
        const body: UserUpdate = { ...update };
        // Allowing tax-authority data may retrieve it at once; the trigger of its event is not stated.
        delete body.taxauth_enabled;
        if (Object.keys(body).length === 0) continue;
        succeeded(await ctx.call('updateUser', { path: { user_id }, body }), 'an update');
      }
      succeeded(await ctx.call('updateConfiguration', { body: client }), 'an update of the configuration');
      // The marker is a payslip upload, which one of the updates may have switched off.
      const body = { payslip_upload_enabled: true };
      succeeded(await ctx.call('updateUser', { path: { user_id }, body }), 'an update');
      await nothingButMarker(ctx, subscription, user_id);
    },
  }),
];
