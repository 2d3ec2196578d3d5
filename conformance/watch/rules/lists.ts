import { expectEqual, expectShape, expectThat } from '../../expect.ts';
import {
  expectAtMost,
  expectCount,
  expectPage,
  expectPageEcho,
  itemsOf,
  type PagedArea,
  pagedLists,
  paginationOf,
} from '../../predicates/pages.ts';
import { placesOf } from '../../predicates/places.ts';
import type { Seen } from '../passed.ts';
import { type ExchangeRule, on, type Rule } from '../rule.ts';
import { isSuccess } from '../statuses.ts';

/** Offset and limit as they were asked for, if both were and are within the stated bounds. */
function asked(area: PagedArea, { query }: Seen): { offset: number; limit: number } | undefined {
  const { lowestOffset, mostItems } = pagedLists[area];
  if (!/^\d{1,9}$/.test(query['offset'] ?? '') || !/^\d{1,9}$/.test(query['limit'] ?? '')) return undefined;
  const offset = Number(query['offset']);
  const limit = Number(query['limit']);
  return offset >= lowestOffset && limit >= 1 && limit <= mostItems ? { offset, limit } : undefined;
}

const isPage = (seen: Seen): boolean => seen.status === 200;

/** The rules that all three lists have in common. */
function pageRules(area: PagedArea): ExchangeRule[] {
  const { operation, lowestOffset, mostItems, id } = pagedLists[area];
  const takes = (
    clause: Rule['clause'],
    isMeant: (page: { offset: number; limit: number }) => boolean,
  ): Rule => ({
    clause,
    // A refusal may be for the user, the key or the authorisation.
    when: (seen) => {
      const page = asked(area, seen);
      return isPage(seen) && page !== undefined && isMeant(page);
    },
    expect: (seen) => expectAtMost(area, asked(area, seen)!.limit, seen),
  });
  return on(
    operation,
    { clause: `${area}.list.answer`, when: isSuccess, expect: (seen) => expectPage(area, seen) },
    { clause: `${area}.list.count`, when: isPage, expect: (seen) => expectCount(area, seen) },
    {
      clause: `${area}.list.echo`,
      when: (seen) => isPage(seen) && asked(area, seen) !== undefined,
      expect: (seen) => expectPageEcho(asked(area, seen)!, seen),
    },
    takes(`${area}.list.at-most-limit`, () => true),
    { clause: `${area}.list.most`, when: isPage, expect: (seen) => expectAtMost(area, mostItems, seen) },
    takes(`${area}.list.limit-lowest`, ({ limit }) => limit === 1),
    takes(`${area}.list.limit-highest`, ({ limit }) => limit === mostItems),
    {
      clause: `${area}.list.total-count`,
      alone: true,
      when: (seen, picture) => isPage(seen) && picture.pages(area, seen).length > 0,
      expect: (seen, picture) => {
        const { count, total_count } = paginationOf(seen);
        for (const { total } of picture.pages(area, seen))
          expectEqual(total_count, total, 'the total, on another page of the same list,', seen);
        expectThat(Number(total_count) >= Number(count), `at least ${count} in all`, `${total_count}`, seen);
      },
    },
    {
      clause: `${area}.list.pages-tile`,
      alone: true,
      when: (seen, picture) => isPage(seen) && apart(area, seen, picture.pages(area, seen)).length > 0,
      expect: (seen, picture) => {
        const here = itemsOf(area, seen).map((item) => item[id]);
        for (const { ids } of apart(area, seen, picture.pages(area, seen)))
          expectEqual(
            here.filter((one) => ids.includes(one)),
            [],
            'what stands on another page too',
            seen,
          );
      },
    },
    ...(area === 'bank-statements'
      ? [
          {
            ...takes('bank-statements.list.offset-from-zero', ({ offset }) => offset === 0),
            expect: fromZero,
          },
        ]
      : [takes(`${area}.list.offset-from-one`, ({ offset }) => offset === lowestOffset)]),
  );
}

/** Pages so far apart that they hold different items, whatever an offset means here. */
const apart = (area: PagedArea, seen: Seen, pages: ReturnType<import('../picture.ts').Picture['pages']>) => {
  const page = asked(area, seen);
  const total = paginationOf(seen)['total_count'];
  return page === undefined
    ? []
    : pages.filter((one) => one.total === total && Math.abs(one.offset - page.offset) >= page.limit);
};

/** From offset 0 on, nothing is left out. */
function fromZero(seen: Seen): void {
  const all = Math.min(asked('bank-statements', seen)!.limit, Number(paginationOf(seen)['total_count']));
  expectEqual(itemsOf('bank-statements', seen).length, all, 'the number of statements from offset 0', seen);
}

const ownOnly = (area: 'bank-statements' | 'income'): Rule => ({
  clause: `${area}.list.own-only`,
  when: (seen) => isPage(seen) && itemsOf(area, seen).length > 0,
  expect: (seen, { owners }) => {
    for (const { id } of itemsOf(area, seen)) {
      const owner = owners.get(`${area} ${id}`) ?? seen.path['user_id'];
      expectEqual(seen.path['user_id'], owner, `the user of ${id}`, seen);
    }
  },
});

const shaped = (clause: keyof typeof placesOf, area: PagedArea): Rule => ({
  clause,
  when: (seen) => isPage(seen) && itemsOf(area, seen).length > 0,
  expect: (seen) => expectShape(seen, placesOf[clause]),
});

/** One of the two filters by time: what it leaves out, by the name that the profile gives it. */
function filtered(edge: 'before' | 'after'): Rule[] {
  const point = `bank-statements.list.exclude-${edge}-name` as const;
  const bound = (seen: Seen, name: string | undefined): number =>
    Date.parse(name === undefined ? '' : (seen.query[name] ?? ''));
  const times = (seen: Seen): number[] =>
    itemsOf('bank-statements', seen).map(({ created_at }) => Date.parse(String(created_at)));
  return [
    {
      clause: `bank-statements.filter.${edge}`,
      when: (seen, { known }) => isPage(seen) && bound(seen, known[point]) > 0 && times(seen).length > 0,
      expect: (seen, { known }) => {
        const limit = bound(seen, known[point]);
        const wrong = times(seen).filter((at) => (edge === 'before' ? at < limit : at > limit));
        expectEqual(wrong, [], `the times that the filter ${known[point]} leaves out`, seen);
      },
    },
    {
      clause: 'bank-statements.filter.keeps-the-instant',
      when: (seen, { known }) => isPage(seen) && times(seen).includes(bound(seen, known[point])),
    },
  ];
}

const incomeFilter = (
  clause: 'income.filter.account' | 'income.filter.entry',
  field: 'account_id' | 'entry_id',
): Rule => ({
  clause,
  when: (seen) => isPage(seen) && seen.query[field] !== undefined && itemsOf('income', seen).length > 0,
  expect: (seen) => {
    const others = itemsOf('income', seen).filter((one) => one[field] !== seen.query[field]);
    expectEqual(
      others.map((one) => one[field]),
      [],
      `the income of another ${field}`,
      seen,
    );
  },
});

/** The clauses about the three lists that come in pages. */
export const listRules = [
  ...pageRules('users'),
  ...pageRules('bank-statements'),
  ...pageRules('income'),
  ...on(
    'listBankStatements',
    ownOnly('bank-statements'),
    shaped('bank-statements.shape.types', 'bank-statements'),
    shaped('bank-statements.shape.plain-dates', 'bank-statements'),
    shaped('bank-statements.shape.balances', 'bank-statements'),
    shaped('bank-statements.shape.probability', 'bank-statements'),
    ...filtered('before'),
    ...filtered('after'),
  ),
  ...on(
    'getTaxauthIncome',
    ownOnly('income'),
    shaped('income.shape.types', 'income'),
    shaped('income.shape.money', 'income'),
    incomeFilter('income.filter.account', 'account_id'),
    incomeFilter('income.filter.entry', 'entry_id'),
  ),
];
