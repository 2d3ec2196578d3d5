import fc from 'fast-check';
import type { ClauseId } from '../../spec/clauses.ts';
import { configurationFields, wholeConfigurations } from '../arbitraries/configuration-updates.ts';
import { type UserValues, userFields, wholeUsers } from '../arbitraries/user-updates.ts';
import { type Check, check } from '../check.ts';
import { newWebhook, subscribe } from '../checks/subscribing.ts';
import { listPoints } from '../checks/user-list.ts';
import { expectEqual, expectSuccess } from '../expect.ts';
import { addAccount, addEntry, removeAccount, removeEntry, sweepAccounts, sweepEntries } from './accounts.ts';
import { listedIds, settingsOf } from './client.ts';
import { type Aspect, type Model, type ModelAccount, newModel, type Real } from './model.ts';
import { addUser, lookAtUsers } from './users.ts';

const lanes = 3;

/** A whole value in parts that have no field in common: one part for each client that writes at the same time. */
function parted<T extends object>(whole: T, names: readonly (keyof T & string)[]): Partial<T>[] {
  return Array.from({ length: lanes }, (_, lane) =>
    Object.fromEntries(names.filter((_name, at) => at % lanes === lane).map((name) => [name, whole[name]])),
  ) as Partial<T>[];
}

type Rounds = { rounds: readonly Required<UserValues>[] };
const rounds: fc.Arbitrary<Rounds> = fc.record({
  rounds: fc.array(fc.noShrink(wholeUsers), { minLength: 1, maxLength: 2 }),
});

/**
 * Several clients change one user at the same time, each something else: its fields, its accounts, its entries.
 * Whatever order the deployment gives them, they commute, so that there is but one state in which it may end.
 */
async function writeTogether({ rounds }: Rounds, model: Model, real: Real): Promise<void> {
  const user = await addUser(model, real);
  const { user_id } = user;
  const accounts: ModelAccount[] = [];
  for (let n = 0; n < 2; n++) accounts.push(await addAccount(model, real, user, false));
  for (const account of [undefined, accounts[1]]) await addEntry(model, real, user, account);
  const [uploaded] = model.entries;
  const update = (lane: number) => async (): Promise<void> => {
    for (const whole of rounds)
      expectSuccess(
        await real.ctx.call('updateUser', { path: { user_id }, body: parted(whole, userFields)[lane] }),
        200,
      );
  };
  const others = [
    async () => {
      await removeAccount(model, real, accounts[0]!);
      await addAccount(model, real, user, true);
    },
    async () => {
      await removeEntry(real, uploaded!);
      await addEntry(model, real, user, accounts[1]);
    },
  ];
  await Promise.all(
    [...Array.from({ length: lanes }, (_, lane) => update(lane)), ...others].map((act) => act()),
  );
  user.fields = { ...user.fields, ...rounds.at(-1) };
  user.updated = true;
}

const together = (
  clause: ClauseId,
  focus: Aspect,
  compare: (model: Model, real: Real) => Promise<void>,
): Check =>
  check({
    clause,
    needs: ['users', 'accounts', 'entries'],
    points: listPoints,
    given: rounds,
    effort: 0.3,
    property: async (ctx, given) => {
      const [model, real] = [newModel(), { ctx, focus }];
      await writeTogether(given, model, real);
      await compare(model, real);
    },
  });

/** Several clients at once, after whom everything has to be as if they had come one after the other. */
export const parallelChecks: readonly Check[] = [
  together('users.patch.keeps-omitted', 'updates-persist', lookAtUsers),
  together('accounts.delete.gone', 'accounts', sweepAccounts),
  together('entries.delete.gone', 'entries', sweepEntries),

  check({
    clause: 'configuration.patch.keeps-omitted',
    exclusive: 'configuration',
    given: fc.noShrink(wholeConfigurations),
    effort: 0.4,
    property: async ({ call }, whole) => {
      const parts = parted(whole, configurationFields);
      const answers = await Promise.all(parts.map((body) => call('updateConfiguration', { body })));
      for (const answer of answers) expectSuccess(answer, 200);
      const answer = await call('getConfiguration');
      expectEqual(
        settingsOf(expectSuccess(answer, 200)),
        settingsOf(whole),
        'what three updates set',
        answer,
      );
    },
  }),

  check({
    clause: 'webhooks.list.current',
    points: ['webhooks.list.shape'],
    given: fc.integer({ min: 2, max: 5 }),
    effort: 0.3,
    property: async (ctx, count) => {
      const created = async (): Promise<string> => expectSuccess(await subscribe(ctx), 201).webhook_id;
      const several = () => Promise.all(Array.from({ length: count }, created));
      const gone = await several();
      const remove = (webhook_id: string) => ctx.call('deleteWebhook', { path: { webhook_id } });
      const [current] = await Promise.all([several(), ...gone.map(remove)]);
      const answer = await ctx.call('listWebhooks');
      const own = listedIds(answer).filter((id) => current.includes(id) || gone.includes(id));
      expectEqual(own.sort(), current.sort(), 'those of its own webhooks that are listed', answer);
    },
  }),

  check({
    clause: 'webhooks.create.name-unique',
    uses: ['webhooks.create.duplicate-name-status'],
    given: fc.integer({ min: 2, max: 4 }),
    effort: 0.3,
    property: async (ctx, count) => {
      const body = newWebhook(ctx);
      const answers = await Promise.all(
        Array.from({ length: count }, () => ctx.call('createWebhook', { body })),
      );
      const refused = ctx.known['webhooks.create.duplicate-name-status'] ?? 400;
      const statuses = answers.map(({ status }) => status).sort();
      expectEqual(
        statuses,
        [201, ...Array.from({ length: count - 1 }, () => refused)],
        `the statuses of ${count} webhooks of one name at the same time`,
      );
    },
  }),
];
