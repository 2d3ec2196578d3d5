import { configurationUpdates } from '../arbitraries/configuration-updates.ts';
import { type Check, check } from '../check.ts';
import { expectEqual, expectRefusal, expectSuccess, expectThat, expectTwin } from '../expect.ts';
import type { Received } from '../receiver/receiver.ts';
import { newWebhook } from '../steps/lawful-requests.ts';
import { userIsolationChecks } from './isolation-users.ts';

const isOf = (user_id: string) => (one: Received) => one.raw.includes(user_id);

/** The clauses about two clients of one deployment. */
export const isolationChecks: readonly Check[] = [
  ...userIsolationChecks,

  check({
    clause: 'isolation.accounts-and-entries',
    needs: ['other-client', 'users', 'accounts', 'authorisations', 'entries'],
    scenario: async (ctx) => {
      const { other } = ctx;
      const { user_id } = await other.arrange.createUser();
      await other.arrange.accept(user_id);
      const waiting = await other.arrange.linkAccount(user_id, { mfa_enabled: true, mfa: '1234' });
      const { entry_id } = await other.arrange.createEntry(user_id, [{}]);
      const path = { account_id: waiting.account_id };
      const body = { mfa: '1234' };
      expectRefusal(await ctx.call('submitMfa', { path, body }));
      expectTwin(await other.call('submitMfa', { path, body }));
      expectRefusal(await ctx.call('deleteAccount', { path }));
      expectTwin(await other.call('deleteAccount', { path }));
      expectRefusal(await ctx.call('deleteEntry', { path: { entry_id } }));
      expectTwin(await other.call('deleteEntry', { path: { entry_id } }));
    },
  }),

  check({
    clause: 'isolation.terms',
    needs: ['other-client', 'terms'],
    scenario: async ({ call, other }) => {
      const path = { term_id: (await other.arrange.createTerm()).id };
      expectTwin(await other.call('getAuthorisationTerm', { path }));
      expectRefusal(await call('getAuthorisationTerm', { path }));
    },
  }),

  check({
    clause: 'isolation.configuration',
    needs: ['other-client'],
    exclusive: 'configuration',
    given: configurationUpdates,
    effort: 0.35,
    property: async ({ call, other }, body) => {
      const before = await other.call('getConfiguration');
      expectSuccess(await call('updateConfiguration', { body }), 200);
      const after = await other.call('getConfiguration');
      expectEqual(after.body, before.body, "the other client's configuration", after);
    },
  }),

  check({
    clause: 'isolation.webhooks',
    needs: ['other-client'],
    scenario: async ({ call, other, mark }) => {
      const name = mark('webhook');
      const events = ['user-taxauth-data-submitted' as const];
      const url = 'https://receiver.invalid/hooks';
      const made = await other.call('createWebhook', { body: { name, events, url, config: {} } });
      const { webhook_id } = expectSuccess(made, 201);
      const listed = await call('listWebhooks');
      expectSuccess(listed, 200);
      const shown = listed.text.includes(webhook_id) || listed.text.includes(name);
      expectThat(!shown, "no webhook of the other client's", `webhook ${webhook_id}`, listed);
      // Whatever an unknown webhook is answered, this one stays.
      await call('deleteWebhook', { path: { webhook_id } });
      const still = await other.call('listWebhooks');
      expectThat(still.text.includes(webhook_id), 'the webhook to stay', 'it is gone', still);
    },
  }),

  check({
    clause: 'isolation.events',
    needs: ['other-client', 'users', 'entries', 'bank-statements', 'receiver'],
    scenario: async (ctx) => {
      const { other, receiver, mark } = ctx;
      const events = ['user-payroll-submitted', 'user-bank-statement-submitted'] as const;
      const subscribe = async ({ call }: Pick<typeof ctx, 'call'>) => {
        const inbox = receiver.inbox();
        const body = newWebhook(mark('isolation'), events, inbox.url);
        expectSuccess(await call('createWebhook', { body }), 201);
        return inbox;
      };
      const [own, others] = [await subscribe(ctx), await subscribe(other)];
      const { user_id } = await ctx.arrange.createUser();
      await ctx.arrange.createEntry(user_id, [{}]);
      await ctx.arrange.createBankStatement(user_id);
      await own.untilCount(2, 'two events of the own user', isOf(user_id));
      // The events of the other client's user come later, and show that its subscription works.
      const marker = (await other.arrange.createUser()).user_id;
      await other.arrange.createEntry(marker, [{}]);
      await other.arrange.createBankStatement(marker);
      await others.untilCount(2, "two events of the other client's user", isOf(marker));
      expectEqual(others.received.filter(isOf(user_id)).length, 0, 'the events that crossed over');
      expectEqual(own.received.filter(isOf(marker)).length, 0, 'the events that crossed over');
    },
  }),
];
