import fc from 'fast-check';
import type { EventKind } from '../../spec/types.ts';
import { configurationUpdates, userUpdates, wholeUsers } from '../arbitraries/user-updates.ts';
import { type Arranging, type Calling, type Check, check } from '../judgement/check.ts';
import { expectEqual, expectRefusal, expectSuccess, expectThat, expectTwin } from '../judgement/expect.ts';
import { subscribe as createWebhook } from '../steps/lawful-requests.ts';
import { findListed, listPoints } from '../steps/user-list.ts';
import { isAbout, subscribe } from './events/subscribe.ts';

const total = async ({ call }: Calling): Promise<number> =>
  expectSuccess(await call('listUsers', { query: { offset: 1, limit: 1 } }), 200).pagination.total_count;

async function userOfEvents({ arrange }: Arranging): Promise<string> {
  const { user_id } = await arrange.createUser();
  await arrange.createEntry(user_id, [{}]);
  await arrange.createBankStatement(user_id);
  return user_id;
}

export const isolationChecks: readonly Check[] = [
  check('isolation.users.list', {
    needs: ['other-client', 'users'],
    points: listPoints,
    exclusive: 'users',
    given: fc.integer({ min: 1, max: 2 }),
    effort: 0.25,
  }).by(async (ctx, made) => {
    let seen: readonly number[] = [];
    // Another caller may add or delete a user meanwhile, so an odd count is read again.
    for (let attempt = 0; attempt < 3; attempt++) {
      const before = await total(ctx);
      const ids: string[] = [];
      for (let n = 0; n < made; n++) ids.push((await ctx.other.arrange.createUser()).user_id);
      const after = await total(ctx);
      expectEqual((await findListed(ctx, ids)).size, 0, "the other client's users in the list");
      seen = [before, after];
      if (after === before) return;
    }
    expectEqual(seen[1], seen[0], "the number of users after the other client's grew");
  }),

  check('isolation.users.change', {
    needs: ['other-client', 'users'],
    points: listPoints,
    given: fc.record({ fields: wholeUsers, update: userUpdates }),
    effort: 0.25,
  }).by(async (ctx, { fields, update }) => {
    const { other, points } = ctx;
    // Between two others, since the first of a list may be out of reach where the offset skips it.
    await other.arrange.createUser();
    const { user_id } = await other.arrange.createUser(fields);
    await other.arrange.createUser();
    const path = { user_id };
    const shown = async () => (await findListed({ ...other, points }, [user_id])).get(user_id);
    const before = await shown();
    expectRefusal(await ctx.call('updateUser', { path, body: update }));
    expectRefusal(await ctx.call('deleteUser', { path }));
    expectEqual(await shown(), before, "the other client's user");
    expectTwin(await other.call('updateUser', { path, body: update }));
  }),

  check('isolation.terms', { needs: ['other-client', 'terms'] }).by(async ({ call, other }) => {
    const path = { term_id: (await other.arrange.createTerm()).id };
    expectTwin(await other.call('getAuthorisationTerm', { path }));
    expectRefusal(await call('getAuthorisationTerm', { path }));
  }),

  check('isolation.configuration', {
    needs: ['other-client'],
    exclusive: 'configuration',
    given: configurationUpdates,
    effort: 0.35,
  }).by(async ({ call, other }, body) => {
    const before = await other.call('getConfiguration');
    expectSuccess(await call('updateConfiguration', { body }), 200);
    const after = await other.call('getConfiguration');
    expectEqual(after.body, before.body, "the other client's configuration", after);
  }),

  check('isolation.webhooks', { needs: ['other-client'] }).by(async ({ call, other, mark }) => {
    const name = mark('webhook');
    const { webhook_id } = expectSuccess(await createWebhook({ call: other.call, mark }, { name }), 201);
    const listed = await call('listWebhooks');
    expectSuccess(listed, 200);
    const isShown = listed.text.includes(webhook_id) || listed.text.includes(name);
    expectThat(!isShown, "no webhook of the other client's", `webhook ${webhook_id}`, listed);
    // Whatever an unknown webhook is answered, this one stays.
    await call('deleteWebhook', { path: { webhook_id } });
    const still = await other.call('listWebhooks');
    expectThat(still.text.includes(webhook_id), 'the webhook to stay', 'it is gone', still);
  }),

  check('isolation.events', {
    needs: ['other-client', 'users', 'entries', 'bank-statements', 'receiver'],
  }).by(async (ctx) => {
    const { other, mark, receiver, naming } = ctx;
    const events: EventKind[] = ['user-payroll-submitted', 'user-bank-statement-submitted'];
    const { inbox: own } = await subscribe(ctx, { events });
    const { inbox: others } = await subscribe({ call: other.call, mark, receiver, naming }, { events });
    const user_id = await userOfEvents(ctx);
    await own.untilCount(2, 'two events of the own user', isAbout(user_id));
    // The events of the other client's user come later, and show that its subscription works.
    const marker = await userOfEvents(other);
    await others.untilCount(2, "two events of the other client's user", isAbout(marker));
    expectEqual(others.received.filter(isAbout(user_id)).length, 0, 'the events that crossed over');
    expectEqual(own.received.filter(isAbout(marker)).length, 0, 'the events that crossed over');
  }),
];
