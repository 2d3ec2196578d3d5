import fc from 'fast-check';
import type { Arrangement } from '../judgement/arrangement.ts';
import { type Check, type Context, checkWith } from '../judgement/check.ts';
import { expectRefusal, expectSuccess, expectTwin } from '../judgement/expect.ts';
import { expectLaw } from '../predicates/laws.ts';
import type { ServiceResponse } from '../target/exchange.ts';
import { entryTraceLaw } from './laws/traces.ts';

/** Something of a user that can be deleted by its id. */
type Deletable<T> = {
  readonly area: 'accounts' | 'entries';
  readonly kinds: fc.Arbitrary<T>;
  readonly create: (arrange: Arrangement, user_id: string, kind: T) => Promise<string>;
  readonly remove: (
    ctx: Pick<Context, 'call'>,
    id: string,
  ) => Promise<ServiceResponse<'deleteAccount' | 'deleteEntry'>>;
};

/** The rules that the deletion of accounts and that of entries have in common. */
function deletionChecks<T>({ area, kinds, create, remove }: Deletable<T>): readonly Check[] {
  const deletionCheck = checkWith({ needs: ['users', area] });
  const createAll = async (
    { arrange }: Pick<Context, 'arrange'>,
    wanted: readonly T[],
  ): Promise<{ user_id: string; ids: string[] }> => {
    const { user_id } = await arrange.createUser();
    const ids: string[] = [];
    for (const kind of wanted) ids.push(await create(arrange, user_id, kind));
    return { user_id, ids };
  };
  return [
    deletionCheck(`${area}.delete.confirms`, { given: kinds, effort: 0.4 }).by(async (ctx, kind) => {
      const { ids } = await createAll(ctx, [kind]);
      expectLaw(`${area}.delete.confirms`, await remove(ctx, ids[0]!));
    }),
    deletionCheck(`${area}.delete.gone`, {
      given: fc.record({
        wanted: fc.array(kinds, { minLength: 3, maxLength: 3 }),
        place: fc.integer({ min: 0, max: 2 }),
      }),
      effort: 0.4,
    }).by(async (ctx, { wanted, place }) => {
      const { user_id, ids } = await createAll(ctx, wanted);
      const [deleted = ''] = ids.splice(place, 1);
      expectTwin(await remove(ctx, deleted));
      expectRefusal(await remove(ctx, deleted), { status: 404 }, 'for what is deleted');
      const made = await create(ctx.arrange, user_id, wanted[place]!);
      // The id of an account may come of its login, so that the same one has it again.
      if (made !== deleted)
        expectRefusal(await remove(ctx, deleted), { status: 404 }, 'for what is deleted, after a new one');
      ids.push(made);
      for (const other of ids) expectSuccess(await remove(ctx, other), 200, 'for what remains');
    }),
  ];
}

/** The clauses about the deletion of accounts, with and without MFA. */
export const accountDeletionChecks = deletionChecks({
  area: 'accounts',
  kinds: fc.boolean(),
  create: async (arrange, user_id, mfa_enabled) =>
    (await arrange.linkAccount(user_id, { mfa_enabled, payroll: [] })).account_id,
  remove: ({ call }, account_id) => call('deleteAccount', { path: { account_id } }),
});

/** The clauses about entries, which can be deleted and nothing else. */
export const entryChecks: readonly Check[] = [
  entryTraceLaw,
  ...deletionChecks({
    area: 'entries',
    // How many payslips it has.
    kinds: fc.integer({ min: 1, max: 3 }),
    create: async (arrange, user_id, size) =>
      (await arrange.createEntry(user_id, new Array(size).fill({}))).entry_id,
    remove: ({ call }, entry_id) => call('deleteEntry', { path: { entry_id } }),
  }),
];
