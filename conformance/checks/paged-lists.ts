import fc from 'fast-check';
import type { ClauseId } from '../../spec/clauses.ts';
import { unlessRefused } from '../arrange/offers.ts';
import type { Arrangement } from '../judgement/arrangement.ts';
import { type Calling, type Check, type Context, check, checkWith } from '../judgement/check.ts';
import { expectEqual, expectRefusal, expectShape, expectSuccess, expectThat } from '../judgement/expect.ts';
import { expectAtMost, expectCount, expectPage, expectPageEcho, pagedLists } from '../predicates/pages.ts';
import { placesOf } from '../predicates/places.ts';
import { missing } from '../steps/kept-by-meaning.ts';
import type { ServiceResponse } from '../target/exchange.ts';

type PageRequest = { offset: number; limit: number };

/** Pages that a list must take: from its lowest offset to somewhat past its end, of any size. */
export const pages = (lowest: number, highestOffset: number, highestLimit: number) =>
  fc.record({
    offset: fc.oneof(
      fc.integer({ min: lowest, max: lowest + 5 }),
      fc.integer({ min: lowest, max: Math.max(lowest, highestOffset) }),
    ),
    limit: fc.oneof(
      fc.integer({ min: 1, max: 5 }),
      fc.integer({ min: 1, max: highestLimit }),
      fc.integer({ min: highestLimit - 1, max: highestLimit }),
    ),
  });

export type ListResponse = ServiceResponse<'listUsers' | 'listBankStatements' | 'getTaxauthIncome'>;

type PagedList<Area> = {
  readonly area: Area;
  /** How far beyond the start pages are drawn. */
  readonly highestOffset: number;
  readonly needs: Check['needs'];
  /** A user whose list is read; the list of users belongs to no user. */
  readonly arrange: (ctx: Pick<Context, 'shared'>) => Promise<{ user_id: string }>;
  readonly read: (ctx: Calling, user_id: string, query: Partial<PageRequest>) => Promise<ListResponse>;
};

/** The items and the pagination of a page; fails the clause when there is none. */
function pageOf(answer: ListResponse, why = '') {
  const body = expectSuccess(answer, 200, why);
  const page = (items: readonly { id: string }[]) => ({ items, pagination: body.pagination });
  if ('users' in body) return page(body.users.map(({ user_id }) => ({ id: user_id })));
  return page('income_submissions' in body ? body.income_submissions : body.bank_statement_submissions);
}

export const idsOf = (answer: ListResponse): string[] => pageOf(answer).items.map(({ id }) => id);

/** Limits above the most: its neighbour, the most of the other lists, and very large ones. */
const tooMany = (most: number): fc.Arbitrary<number> =>
  fc.oneof(
    fc.constantFrom(...[most + 1, most * 2, most * 10, 1001, 2_147_483_647].filter((limit) => limit > most)),
    fc.integer({ min: most + 1, max: most * 20 }),
  );

export function pagedListChecks(list: PagedList<'users' | 'bank-statements' | 'income'>): readonly Check[] {
  const { area, highestOffset, needs = [], arrange, read } = list;
  const { lowestOffset, mostItems } = pagedLists[area];
  const anyPage = pages(lowestOffset, highestOffset, mostItems);
  /** Pages so small that there is more to come. */
  const smallPages = pages(lowestOffset, lowestOffset + 1, 3);
  const limits = fc.integer({ min: 1, max: mostItems });
  const listCheck = checkWith({ needs });
  /** What holds for every page, by the end of its clause. */
  const rules = {
    answer: (answer: ListResponse) => expectPage(area, answer),
    count: (answer: ListResponse) => expectCount(area, answer),
    echo: (answer: ListResponse, query: PageRequest) => expectPageEcho(query, answer),
    'at-most-limit': (answer: ListResponse, { limit }: PageRequest) => expectAtMost(area, limit, answer),
  };
  const ruleChecks = (Object.keys(rules) as (keyof typeof rules)[]).map((rule) =>
    listCheck(`${area}.list.${rule}`, {
      arrange,
      given: rule === 'at-most-limit' ? fc.oneof(smallPages, anyPage) : anyPage,
    }).by(async (ctx, query) => {
      const answer = await readPage(ctx, query);
      if (rule !== 'answer') expectSuccess(answer, 200);
      rules[rule](answer, query);
    }),
  );
  const readPage = (ctx: Context<never, { user_id: string }>, query: Partial<PageRequest>) =>
    read(ctx, ctx.arranged.user_id, query);
  const fromOne = `${area as 'users' | 'income'}.list.offset-from-one` as const;
  const fromOneCheck = listCheck(fromOne, { arrange, given: limits, effort: 0.5 }).by(async (ctx, limit) => {
    expectSuccess(await readPage(ctx, { offset: 1, limit }), 200, 'for an offset of 1');
  });
  return [
    ...ruleChecks,
    ...(lowestOffset === 1 ? [fromOneCheck] : []),

    // The pages by which the meaning of an offset is learnt; the last of them is not full.
    listCheck(`${area}.list.answer`, { arrange }).by(async (ctx) => {
      const readAt = (offset: number) => readPage(ctx, { offset, limit: 2 });
      const first = await readAt(lowestOffset);
      const last = Math.max(pageOf(first).pagination.total_count, lowestOffset);
      for (const answer of [first, await readAt(lowestOffset + 1), await readAt(last)])
        expectPage(area, answer);
    }),

    listCheck(`${area}.list.limit-lowest`, {
      arrange,
      given: fc.integer({ min: lowestOffset, max: highestOffset }),
      effort: 0.5,
    }).by(async (ctx, offset) => {
      const answer = await readPage(ctx, { offset, limit: 1 });
      const { length } = pageOf(answer, 'for a limit of 1').items;
      expectThat(length <= 1, 'one item at most', `${length}`, answer);
    }),

    listCheck(`${area}.list.most`, {
      readsOnly: true,
      uses: [`${area}.list.out-of-range`],
      arrange,
      given: tooMany(mostItems),
      effort: 0.5,
    }).by(async (ctx, limit) => {
      const readUpTo = (limit: number) => readPage(ctx, { offset: lowestOffset, limit });
      expectSuccess(await readUpTo(mostItems), 200);
      const answer = await readUpTo(limit);
      const learnt = ctx.known[`${area}.list.out-of-range`];
      const outside = [
        { offset: lowestOffset, limit: 0 },
        { offset: lowestOffset, limit: -1 },
        { offset: lowestOffset - 1, limit: 1 },
      ];
      for (const page of learnt === 'reject' ? outside : []) {
        const why = `for an offset of ${page.offset} and a limit of ${page.limit}`;
        expectRefusal(await readPage(ctx, page), {}, why);
      }
      if (learnt === undefined) {
        // A list that shows one more than the most as its limit, and refuses far more, has another most.
        const next = await readUpTo(mostItems + 1);
        const far = await readUpTo(mostItems * 10);
        const isTaken = next.status === 200 && pageOf(next).pagination.limit === mostItems + 1;
        const what = `a limit of ${mostItems + 1} to be refused as one of ${mostItems * 10} is`;
        expectThat(!isTaken || far.status < 400, what, 'a page with that limit', next);
      }
      if (learnt === 'reject' || (learnt === undefined && answer.status !== 200))
        return void expectRefusal(answer, {}, `for a limit of ${limit}`);
      const why = `for a limit of ${limit}, since limits out of range are accepted`;
      const { length } = pageOf(answer, why).items;
      expectThat(length <= mostItems, `at most ${mostItems} items for any limit`, `${length}`, answer);
    }),
  ];
}

/** One of the two lists that every user has of their own. */
export type UserList<T> = PagedList<'bank-statements' | 'income'> & {
  /** A new user whose list may be read. */
  readonly newUser: (arrange: Arrangement) => Promise<{ user_id: string }>;
  readonly create: (arrange: Arrangement, user_id: string, item?: T) => Promise<{ id: string }>;
  /** Items with every special value. */
  readonly items: readonly T[];
  /** Enough equal items to fill two pages of half the length and begin a third. */
  readonly long: { readonly length: number; readonly item?: T };
  readonly createNeeds: Check['needs'];
};

export function userListChecks<T>(list: UserList<T>): readonly Check[] {
  const { area, highestOffset, needs = [], createNeeds = [] } = list;
  const { lowestOffset, mostItems } = pagedLists[area];
  const { arrange, read, newUser, create } = list;
  const meaning = `${area}.list.offset-meaning` as const;
  return [
    ...pagedListChecks(list),

    check(`${area}.list.total-count`, {
      needs: createNeeds,
      arrange: async (ctx) => ({ user_id: (await newUser(ctx.arrange)).user_id, created: 0 }),
      given: fc.record({ more: fc.nat({ max: 2 }), page: pages(lowestOffset, highestOffset, mostItems) }),
      effort: 0.6,
    }).by(async (ctx, { more, page }) => {
      const { arranged } = ctx;
      for (let n = 0; n < more; n++) await create(ctx.arrange, arranged.user_id);
      arranged.created += more;
      const answer = await read(ctx, arranged.user_id, page);
      expectEqual(pageOf(answer).pagination.total_count, arranged.created, 'the total', answer);
    }),

    check(`${area}.list.limit-highest`, { needs, arrange }).by(async (ctx) => {
      const answer = await read(ctx, ctx.arranged.user_id, { offset: lowestOffset, limit: mostItems });
      expectSuccess(answer, 200, `for a limit of ${mostItems}`);
    }),

    check(`${area}.list.pages-tile`, {
      needs,
      points: [meaning],
      arrange,
      given: fc.record({
        start: fc.integer({ min: lowestOffset, max: lowestOffset + 2 }),
        limit: fc.integer({ min: 1, max: 4 }),
      }),
      always: [0, 1, 2].flatMap((on) => [1, 2].map((limit) => ({ start: lowestOffset + on, limit }))),
      effort: 0.3,
    }).by(async (ctx, { start, limit }) => {
      const readPage = (offset: number, size: number) =>
        read(ctx, ctx.arranged.user_id, { offset, limit: size });
      const isByPage = ctx.points[meaning] === 'page';
      const left = isByPage ? 2 * start - lowestOffset : start;
      const whole = idsOf(await readPage(start, 2 * limit));
      const first = idsOf(await readPage(left, limit));
      const answer = await readPage(isByPage ? left + 1 : start + limit, limit);
      expectEqual([...first, ...idsOf(answer)].sort(), whole.sort(), 'two pages together', answer);
    }),

    check(`${area}.list.own-only`, { needs: createNeeds }).by(async (ctx) => {
      const users: { user_id: string; ids: string[] }[] = [];
      for (const count of [2, 1, 0]) {
        const { user_id } = await newUser(ctx.arrange);
        const ids: string[] = [];
        for (let n = 0; n < count; n++) ids.push((await create(ctx.arrange, user_id)).id);
        users.push({ user_id, ids });
      }
      for (const { user_id, ids } of users) {
        const answer = await read(ctx, user_id, wholeList(list));
        expectEqual(idsOf(answer).sort(), ids.sort(), "the user's own items", answer);
      }
    }),
    ...longListChecks(list),
  ];
}

/** The law of long lists: their total, their longest page, and each item once on three pages. */
function longListChecks<T>(list: UserList<T>): readonly Check[] {
  const { area, createNeeds = [], read, newUser, create, long } = list;
  const { lowestOffset, mostItems } = pagedLists[area];
  const meaning = `${area}.list.offset-meaning` as const;
  const lawCheck = checkWith({ law: true, needs: createNeeds });
  const longUser = (ctx: Pick<Context, 'shared'>): Promise<{ user_id: string }> =>
    ctx.shared(`a long list of ${area}`, async (side) => {
      const { user_id } = await newUser(side.arrange);
      await Promise.all(Array.from({ length: long.length }, () => create(side.arrange, user_id, long.item)));
      return { user_id };
    });
  return [
    lawCheck(`${area}.list.limit-highest`, { arrange: longUser }).by(async (ctx) => {
      const answer = await read(ctx, ctx.arranged.user_id, { offset: lowestOffset, limit: mostItems });
      const what = `the length of a page of ${mostItems} out of ${long.length}`;
      expectEqual(idsOf(answer).length, Math.min(long.length, mostItems), what, answer);
    }),

    lawCheck(`${area}.list.total-count`, { arrange: longUser }).by(async (ctx) => {
      for (const offset of [lowestOffset, lowestOffset + 1]) {
        const answer = await read(ctx, ctx.arranged.user_id, { offset, limit: 1 });
        expectEqual(pageOf(answer).pagination.total_count, long.length, 'the total of a long list', answer);
      }
    }),

    // Three pages, the last of which has one item: however the list is sorted, its items tie.
    lawCheck(`${area}.list.pages-tile`, { points: [meaning], arrange: longUser }).by(async (ctx) => {
      const limit = Math.floor(long.length / 2);
      const step = ctx.points[meaning] === 'page' ? 1 : limit;
      const ids: string[] = [];
      for (const offset of [0, 1, 2].map((number) => lowestOffset + number * step))
        ids.push(...idsOf(await read(ctx, ctx.arranged.user_id, { offset, limit })));
      const left = long.length - (ctx.points[meaning] === 'skip' ? lowestOffset : 0);
      const what = 'the items on three pages, and the different ones';
      expectEqual([ids.length, new Set(ids).size], [left, left], what);
    }),
  ];
}

/** A page that holds the whole list. An offset of 1 may skip the first item, so such a list is read without any. */
const wholeList = ({ area }: Pick<UserList<unknown>, 'area'>): Partial<PageRequest> =>
  pagedLists[area].lowestOffset === 0 ? { offset: 0, limit: 100 } : { limit: 100 };

/** Two checks of one clause about the form of items: those that are there already, and any that can come. */
export function itemShapeChecks<T>(list: UserList<T>, clause: keyof typeof placesOf): readonly Check[] {
  const expectForm = async (ctx: Calling, user_id: string): Promise<void> => {
    const answer = await list.read(ctx, user_id, wholeList(list));
    expectSuccess(answer, 200);
    expectShape(answer, placesOf[clause]);
  };
  return [
    check(clause, { needs: list.needs, readsOnly: true, arrange: list.arrange }).by((ctx) =>
      expectForm(ctx, ctx.arranged.user_id),
    ),
    check(clause, { needs: list.createNeeds }).by(async (ctx) => {
      const { user_id } = await list.newUser(ctx.arrange);
      for (const item of list.items) await unlessRefused(list.create(ctx.arrange, user_id, item));
      await expectForm(ctx, user_id);
    }),
  ];
}

/** Each item is shown with what was given, whatever came before it and after it. */
export const keptItemsCheck = <T>(list: UserList<T>, clause: ClauseId): Check =>
  check(clause, { needs: list.createNeeds }).by(async (ctx) => {
    const { user_id } = await list.newUser(ctx.arrange);
    const given = new Map<string, T>();
    for (const item of list.items) {
      const made = await unlessRefused(list.create(ctx.arrange, user_id, item));
      if (made) given.set(made.id, item);
    }
    const answer = await list.read(ctx, user_id, wholeList(list));
    const listed = new Map(pageOf(answer).items.map((one) => [one.id, one]));
    for (const [id, values] of given) {
      const lost = missing(values, listed.get(id));
      expectThat(lost === undefined, 'what was given', lost ?? '', answer);
    }
  });
