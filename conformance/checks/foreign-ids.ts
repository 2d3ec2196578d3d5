import { readFileSync } from 'node:fs';
import type { ClauseId } from '../../spec/clauses.ts';
import { objectIn } from '../../spec/json.ts';
import type { OperationId } from '../../spec/operations.ts';
import { willingUser } from '../arrange/willing-user.ts';
import type { Arrangement } from '../judgement/arrangement.ts';
import type { Capability } from '../judgement/capability.ts';
import { type Arranging, type Calling, type Check, type Context, check } from '../judgement/check.ts';
import { expectEqual, expectRefusal, expectTwin } from '../judgement/expect.ts';
import { messages } from '../predicates/expenditure-messages.ts';
import { type KeyedOperation, lawful } from '../steps/lawful-requests.ts';
import { acceptedTerm, details, payslipOf, waitingAccount } from '../steps/linked-user.ts';
import type { CallOptions } from '../target/caller.ts';
import { isSuccess } from '../target/exchange.ts';
import { unknownIds } from '../values/text.ts';
import { idsOf, type ListResponse } from './paged-lists.ts';

const settings = { ...details, payroll_connections_enabled: true, taxauth_enabled: true };

type Kind = keyof typeof makers;
type Things = Record<Kind, string>;
type Made = { user: string; account?: string; entry?: string };

/** What a user may have that has an id (nearly all are UUIDs, easily confused), and how to make it. */
const makers = {
  user: ['users', async (by) => (await willingUser(by, settings)).user_id],
  authorisation: ['authorisations', async (by, { user }) => (await by.accept(user)).authorisation_id],
  term: ['authorisations', (arrange, { user }) => acceptedTerm({ arrange }, user)],
  account: ['accounts', async (by, { user }) => (await by.linkAccount(user, { payroll: [] })).account_id],
  waiting: ['accounts', async (by, { user }) => (await by.linkAccount(user, waitingAccount)).account_id],
  entry: [
    'entries',
    async (by, made) => (await by.createEntry(made.user, [payslipOf(3)], made.account)).entry_id,
  ],
  statement: ['bank-statements', async (by, { user }) => (await by.createBankStatement(user)).id],
  income: [
    'income',
    async (by, { user, account, entry }) =>
      (await by.createIncome(user, account && entry ? { account_id: account, entry_id: entry } : {})).id,
  ],
  bearer: ['tokens', (by, { user }) => by.tokenFor(user)],
} as const satisfies Record<string, [Capability, (by: Arrangement, made: Made) => Promise<string>]>;
const kinds = Object.keys(makers) as Kind[];

async function thingsOf({ arrange }: Arranging, wanted: readonly Kind[]) {
  const made: Made & Partial<Things> = { user: await makers.user[1](arrange) };
  for (const kind of kinds)
    if (kind !== 'user' && wanted.includes(kind)) made[kind] = await makers[kind][1](arrange, made);
  return made as Things;
}

type Whose = 'another kind' | 'another user' | 'a deleted one' | 'a deleted user' | "another client's user";

/** A place of a request where an id goes: what it is the id of, and the clause that judges an id of something else there. */
type Row = {
  readonly kind: Kind;
  /** What else the user must have. */
  readonly with?: readonly Kind[];
  /** The rest of the request; `<account>` stands for the user's own. */
  readonly rest?: object;
  /** Why an id of something else is not judged there. */
  readonly why?: string;
} & { readonly [W in Whose]?: ClauseId };

/** A row for every place that the contract has; `foreign-ids.test.ts` asks for them. */
export const rows: { readonly [place: string]: Row } = JSON.parse(
  readFileSync(new URL('./foreign-ids.json', import.meta.url), 'utf8'),
);

/** The things of a stranger; the second of a kind beside the first, of a user with several. */
const strangers: {
  [W in Whose]?: (ctx: Context, wanted: readonly Kind[], own: Things) => Promise<Things[]>;
} = {
  'a deleted one': async (ctx, [kind = 'account'], own) => {
    const account_id = await makers[kind][1](ctx.arrange, own);
    expectTwin(await ctx.call('deleteAccount', { path: { account_id } }));
    return [{ ...own, [kind]: account_id }];
  },
  'another user': async (ctx, wanted) => [await thingsOf(ctx, wanted)],
  'a deleted user': async (ctx, wanted) => {
    const things = await thingsOf(ctx, wanted);
    const [kind] = wanted;
    const second = kind && kind !== 'user' ? { [kind]: await makers[kind][1](ctx.arrange, things) } : {};
    expectTwin(await ctx.call('deleteUser', { path: { user_id: things.user } }));
    return [things, { ...things, ...second }];
  },
  "another client's user": async ({ other }, wanted) => [await thingsOf(other, wanted)],
};

/** A check for each clause of a place: the wrong id finds nothing, and afterwards the right one finds everything. */
function checksOf(place: string, { kind, with: further = [], rest = {}, why: _, ...clauses }: Row): Check[] {
  const [operation, within, name] = place.split(' ') as [OperationId, 'path', string];
  const send = ({ call }: Calling, own: Things, id: string) => {
    const options = JSON.parse(JSON.stringify(rest).replaceAll(/<(\w+)>/g, (_, one: Kind) => own[one]));
    const given = { ...objectIn(options, within), [name]: id };
    return call(operation, { ...options, [within]: given } as CallOptions<OperationId>);
  };
  const isListed = operation === 'listBankStatements' || operation === 'getTaxauthIncome';
  const nothingBy = async (ctx: Context, own: Things, id: string, whose: string, status?: number) => {
    const names = operation === 'getOnsExpenditure' ? [messages.userNotFound(id)] : [];
    const why = `for the ${name} of ${whose} in the ${within === ('as' as never) ? 'token' : within} of ${operation}`;
    const answer = await send(ctx, own, id);
    if (!isListed || !isSuccess(answer)) expectRefusal(answer, { ...(status && { status }), names }, why);
    else expectEqual(idsOf(answer as ListResponse), [], `what there is ${why}`, answer);
  };
  const needsOf = (wanted: readonly Kind[]) => [
    ...new Set(['users' as const, ...wanted.map((one) => makers[one][0])]),
  ];
  const unknown = clauses['another kind'];
  const ofNothing = check(unknown ?? 'users.patch.unknown', {
    needs: kind === 'term' ? ['held-term'] : needsOf([kind, ...further]),
    given: unknownIds,
    effort: 0.5,
  }).by(async (ctx, id) => {
    const options = await lawful[operation as KeyedOperation](ctx);
    await nothingBy(ctx, {} as Things, id, 'nothing', 404);
    expectTwin(await ctx.call(operation, options as CallOptions<OperationId>));
  });
  const ofMessage = check('errors.not-found.message', { given: unknownIds, effort: 0.35 }).by(
    async (ctx, id) => void expectRefusal(await send(ctx, {} as Things, id), { status: 404, names: [id] }),
  );
  const isJudged = unknown && within === 'path' && operation !== 'getOnsExpenditure';
  const ofOthers = (Object.entries(clauses) as [Whose, ClauseId][]).map(([whose, clause]) => {
    const isAnothers = whose === "another client's user";
    const isStated = !isAnothers || operation === 'getOnsExpenditure';
    const status = within === 'path' && !isListed && isStated ? 404 : undefined;
    const isMixedUp = whose === 'another kind';
    const wanted = isMixedUp ? kinds : [kind, ...further];
    return check(clause, {
      law: true,
      needs: isAnothers ? [...needsOf(wanted), 'other-client'] : needsOf(wanted),
    }).by(async (ctx) => {
      const own = await thingsOf(ctx, wanted);
      if (isMixedUp)
        for (const [other, id] of Object.entries(own)) {
          // An account that waits is an account.
          const isSame =
            other === kind || [other, kind].every((one) => makers[one as Kind][0] === 'accounts');
          if (other !== 'bearer' && !isSame) await nothingBy(ctx, own, id, `the ${other}`, status);
        }
      for (const strange of (await strangers[whose]?.(ctx, wanted, own)) ?? []) {
        await nothingBy(ctx, own, strange[kind], whose, status);
        // Whether what is another's was left alone shows when its owner asks for it.
        if (isAnothers && within === 'path') expectTwin(await send(ctx.other, strange, strange[kind]));
      }
      expectTwin(await send(ctx, own, own[kind]));
    });
  });
  // Whether an id in capitals is the same one is open: what is done by it is done to its owner's, or refused.
  const ofCapitals = check(unknown ?? 'users.patch.unknown', {
    law: true,
    needs: needsOf([kind, ...further]),
  }).by(async (ctx) => {
    const own = await thingsOf(ctx, [kind, ...further]);
    const answer = await send(ctx, own, own[kind].toUpperCase());
    if (!isSuccess(answer)) return void expectRefusal(answer);
    const again = await send(ctx, own, own[kind]);
    if (operation.startsWith('delete'))
      return void expectRefusal(again, { status: 404 }, 'for what is deleted');
    if (isSuccess(again)) expectEqual(answer.body, again.body, 'the answer by an id in capitals', answer);
  });
  return isJudged ? [ofNothing, ofMessage, ofCapitals, ...ofOthers] : ofOthers;
}

/** The law of foreign ids: wherever one goes, what is another's, was deleted or is of another kind is not found by it. */
export const foreignIdChecks: readonly Check[] = Object.entries(rows).flatMap(([place, row]) =>
  checksOf(place, row),
);
