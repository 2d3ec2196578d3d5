import type { ClauseId } from '../../../spec/clauses.ts';
import { type Check, check } from '../../judgement/check.ts';
import { expectSuccess, expectThat } from '../../judgement/expect.ts';
import { newWebhook, subscribe } from '../../steps/lawful-requests.ts';
import { recentPayslip } from '../../steps/retrieved.ts';
import { listPoints } from '../../steps/user-list.ts';
import {
  expectUnchanged,
  type Listing,
  stateOf,
  type WholeUser,
  wholeNeeds,
  wholeUser,
} from './whole-user.ts';

/** Something that can be made and deleted. */
type Row = {
  readonly clause: ClauseId;
  readonly make: (ctx: Listing, user: WholeUser) => Promise<string>;
  readonly remove: (ctx: Listing, id: string) => Promise<unknown>;
};

const deleted =
  (operation: 'deleteEntry' | 'deleteAccount', name: 'entry_id' | 'account_id'): Row['remove'] =>
  async ({ call }, id) =>
    expectSuccess(await call(operation, { path: { [name]: id } as never }), 200);

const rows: readonly Row[] = [
  {
    clause: 'entries.delete.no-trace',
    make: async (ctx, { user_id }) => {
      const { from } = await ctx.moment();
      return (await ctx.arrange.createEntry(user_id, [recentPayslip(from, 1), recentPayslip(from, 3)]))
        .entry_id;
    },
    remove: deleted('deleteEntry', 'entry_id'),
  },
  {
    clause: 'accounts.delete.gone',
    make: async ({ arrange }, { user_id }) =>
      (await arrange.linkAccount(user_id, { payroll: [] })).account_id,
    remove: deleted('deleteAccount', 'account_id'),
  },
];

/** The laws that what is deleted has no effect anywhere, and that it can be made again as if it had never been. */
export const [entryTraceLaw, accountTraceLaw] = rows.map(({ clause, make, remove }) =>
  check(clause, { law: true, needs: wholeNeeds, points: listPoints }).by(async (ctx) => {
    const user = await wholeUser(ctx);
    // A file may outlive the entry that it made: the document says so of users alone.
    const read = async () => {
      const { documents: _, ...state } = await stateOf(ctx, user.user_id);
      return state;
    };
    const before = await read();
    for (const time of ['once', 'twice']) {
      await remove(ctx, await make(ctx, user));
      const after = await read();
      expectUnchanged(after, before, `a user of whom something was made and deleted ${time}`);
    }
  }),
) as [Check, Check];

export const webhookTraceLaw = check('webhooks.delete.no-trace', { law: true }).by(async (ctx) => {
  const body = newWebhook(ctx);
  for (let time = 0; time < 2; time++) {
    const answer = await subscribe(ctx, body);
    const { webhook_id } = expectSuccess(answer, 201, time > 0 ? 'for the name of a deleted webhook' : '');
    expectSuccess(await ctx.call('deleteWebhook', { path: { webhook_id } }));
  }
  const { text } = await ctx.call('listWebhooks');
  expectThat(!text.includes(body.name), 'no webhook of that name in the list', text.slice(0, 200));
});
