import fc from 'fast-check';
import { unknownIds } from '../arbitraries/text.ts';
import { type Check, type Context, check } from '../check.ts';
import { expectRefusal, expectSuccess, expectThat, expectTwin } from '../expect.ts';

const remove = ({ call }: Pick<Context, 'call'>, entry_id: string) =>
  call('deleteEntry', { path: { entry_id } });

/** Entries of one user, each with so many payslips. */
async function entriesOf({ arrange }: Pick<Context, 'arrange'>, sizes: readonly number[]): Promise<string[]> {
  const { user_id } = await arrange.createUser();
  const ids: string[] = [];
  for (const size of sizes)
    ids.push(
      (
        await arrange.createEntry(
          user_id,
          Array.from({ length: size }, () => ({})),
        )
      ).entry_id,
    );
  return ids;
}

/** The clauses about entries, which can be deleted and nothing else. */
export const entryChecks: readonly Check[] = [
  check({
    clause: 'entries.delete.confirms',
    needs: ['users', 'entries'],
    given: fc.integer({ min: 1, max: 3 }),
    effort: 0.4,
    property: async (ctx, size) => {
      const [entry_id = ''] = await entriesOf(ctx, [size]);
      const answer = await remove(ctx, entry_id);
      const { message } = expectSuccess(answer, 200);
      expectThat(typeof message === 'string', 'a message text', JSON.stringify(message) ?? 'none', answer);
    },
  }),

  check({
    clause: 'entries.delete.gone',
    needs: ['users', 'entries'],
    given: fc.array(fc.integer({ min: 1, max: 2 }), { minLength: 2, maxLength: 3 }),
    effort: 0.4,
    property: async (ctx, sizes) => {
      const [gone = '', ...others] = await entriesOf(ctx, sizes);
      expectTwin(await remove(ctx, gone));
      expectRefusal(await remove(ctx, gone), { status: 404 }, 'for an entry deleted before');
      for (const other of others) expectSuccess(await remove(ctx, other), 200, 'for an entry that remains');
    },
  }),

  check({
    clause: 'entries.delete.unknown',
    needs: ['users', 'entries'],
    given: unknownIds,
    effort: 0.5,
    property: async (ctx, unknown) => {
      const [entry_id = ''] = await entriesOf(ctx, [1]);
      expectRefusal(await remove(ctx, unknown), { status: 404 });
      expectTwin(await remove(ctx, entry_id));
    },
  }),
];
