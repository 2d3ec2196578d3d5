import { around, type Mutant, mutant, onAnswer, onStatus } from './mutant.ts';

const remove = 'deleteEntry';

/** Broken sandboxes for the clauses about entries. */
export const entryMutants: readonly Mutant[] = [
  mutant(
    'confirms-a-deleted-entry-without-a-word',
    'entries.delete.confirms',
    onAnswer(remove, (answer) => (answer.status === 200 ? { ...answer, body: {} } : answer)),
  ),
  mutant(
    'deletes-every-entry-of-the-user',
    'entries.delete.gone',
    around(remove, async (context, handler) => {
      const owner = await context.client.users.ownerOf(context.path.entry_id);
      const answer = await handler(context);
      for (const entry_id of Object.keys(owner?.entries ?? {}))
        if (entry_id !== context.path.entry_id) await handler({ ...context, path: { entry_id } });
      return answer;
    }),
  ),
  mutant('answers-unknown-entries-with-400', 'entries.delete.unknown', onStatus(remove, 404, 400)),
];
