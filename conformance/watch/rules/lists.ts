import type { ClauseId } from '../../../spec/clauses.ts';
import { expectEqual, expectNone, expectShape, expectThat } from '../../expect.ts';
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
import type { Picture } from '../picture.ts';
import { alone, type ExchangeRule, on, type Rule, rule } from '../rule.ts';
import { isSuccess } from '../statuses.ts';

type Window = { readonly offset: number; readonly limit: number };

/** Offset and limit as they were asked for, if both were and are within the stated bounds. */
function asked(area: PagedArea, { query }: Seen): Window | undefined {
  const { lowestOffset, mostItems } = pagedLists[area];
  if (!/^\d{1,9}$/.test(query['offset'] ?? '') || !/^\d{1,9}$/.test(query['limit'] ?? '')) return undefined;
  const offset = Number(query['offset']);
  const limit = Number(query['limit']);
  return offset >= lowestOffset && limit >= 1 && limit <= mostItems ? { offset, limit } : undefined;
}

const isPage = (seen: Seen): boolean => seen.status === 200;
const hasItems = (area: PagedArea) => (seen: Seen) => isPage(seen) && itemsOf(area, seen).length > 0;

/** The rules that all three lists have in common. */
function pageRules(area: PagedArea): ExchangeRule[] {
  const { operation, lowestOffset, mostItems, id } = pagedLists[area];
  /** A refusal may be for the user, the key or the authorisation, and says nothing. */
  const takes = (
    clause: ClauseId,
    isMeant: (page: Window) => boolean,
    expect = (page: Window, seen: Seen): void => expectAtMost(area, page.limit, seen),
  ): Rule =>
    rule(
      clause,
      (seen) => {
        const page = isPage(seen) ? asked(area, seen) : undefined;
        return page !== undefined && isMeant(page);
      },
      (seen) => expect(asked(area, seen)!, seen),
    );
  /** Pages so far apart that they hold different items, whatever an offset means here. */
  const apart = (seen: Seen, picture: Picture) => {
    const page = isPage(seen) ? asked(area, seen) : undefined;
    const total = paginationOf(seen)['total_count'];
    const isApart = (offset: number): boolean => Math.abs(offset - page!.offset) >= page!.limit;
    return page ? picture.pages(area, seen).filter((one) => one.total === total && isApart(one.offset)) : [];
  };
  return on(
    operation,
    rule(`${area}.list.answer`, isSuccess, (seen) => expectPage(area, seen)),
    rule(`${area}.list.count`, isPage, (seen) => expectCount(area, seen)),
    takes(`${area}.list.echo`, () => true, expectPageEcho),
    takes(`${area}.list.at-most-limit`, () => true),
    rule(`${area}.list.most`, isPage, (seen) => expectAtMost(area, mostItems, seen)),
    takes(`${area}.list.limit-lowest`, ({ limit }) => limit === 1),
    takes(`${area}.list.limit-highest`, ({ limit }) => limit === mostItems),
    alone(
      `${area}.list.total-count`,
      (seen, picture) => isPage(seen) && picture.pages(area, seen).length > 0,
      (seen, picture) => {
        const { count, total_count } = paginationOf(seen);
        for (const { total } of picture.pages(area, seen))
          expectEqual(total_count, total, 'the total, on another page of the same list,', seen);
        expectThat(Number(total_count) >= Number(count), `at least ${count} in all`, `${total_count}`, seen);
      },
    ),
    alone(
      `${area}.list.pages-tile`,
      (seen, picture) => apart(seen, picture).length > 0,
      (seen, picture) => {
        const here = itemsOf(area, seen).map((item) => item[id]);
        for (const { ids } of apart(seen, picture))
          expectNone(
            here.filter((one) => ids.includes(one)),
            'what stands on another page too',
            seen,
          );
      },
    ),
    area === 'bank-statements'
      ? takes('bank-statements.list.offset-from-zero', ({ offset }) => offset === 0, expectAll)
      : takes(`${area}.list.offset-from-one`, ({ offset }) => offset === lowestOffset),
  );
}

/** From offset 0 on, nothing is left out. */
function expectAll({ limit }: Window, seen: Seen): void {
  const all = Math.min(limit, Number(paginationOf(seen)['total_count']));
  expectEqual(itemsOf('bank-statements', seen).length, all, 'the number of statements from offset 0', seen);
}

const ownOnly = (area: 'bank-statements' | 'income'): Rule =>
  rule(`${area}.list.own-only`, hasItems(area), (seen, { owners }) => {
    const user = seen.path['user_id'];
    for (const { id } of itemsOf(area, seen))
      expectEqual(user, owners.get(`${area} ${id}`) ?? user, `the user of ${id}`, seen);
  });

const shaped = (area: PagedArea, clauses: readonly (keyof typeof placesOf)[]): Rule[] =>
  clauses.map((clause) => rule(clause, hasItems(area), (seen) => expectShape(seen, placesOf[clause])));

/** One of the two filters by time: what it leaves out, by the name that the profile gives it. */
function filtered(edge: 'before' | 'after'): Rule[] {
  const point = `bank-statements.list.exclude-${edge}-name` as const;
  const bound = ({ query }: Seen, { known }: Picture): number => Date.parse(query[known[point] ?? ''] ?? '');
  const times = (seen: Seen): number[] =>
    itemsOf('bank-statements', seen).map(({ created_at }) => Date.parse(String(created_at)));
  return [
    rule(
      `bank-statements.filter.${edge}`,
      (seen, picture) => bound(seen, picture) > 0 && isPage(seen) && times(seen).length > 0,
      (seen, picture) => {
        const limit = bound(seen, picture);
        const wrong = times(seen).filter((at) => (edge === 'before' ? at < limit : at > limit));
        expectNone(wrong, `the times that the filter ${picture.known[point]} leaves out`, seen);
      },
    ),
    rule(
      'bank-statements.filter.keeps-the-instant',
      (seen, picture) =>
        bound(seen, picture) > 0 && isPage(seen) && times(seen).includes(bound(seen, picture)),
    ),
  ];
}

const incomeFilter = (clause: ClauseId, field: 'account_id' | 'entry_id'): Rule =>
  rule(
    clause,
    (seen) => seen.query[field] !== undefined && hasItems('income')(seen),
    (seen) => {
      const shown = itemsOf('income', seen).map((one) => one[field]);
      expectNone(
        shown.filter((one) => one !== seen.query[field]),
        `the income of another ${field}`,
        seen,
      );
    },
  );

/** The clauses about the three lists that come in pages. */
export const listRules = [
  ...pageRules('users'),
  ...pageRules('bank-statements'),
  ...pageRules('income'),
  ...on(
    'listBankStatements',
    ownOnly('bank-statements'),
    ...shaped('bank-statements', [
      'bank-statements.shape.types',
      'bank-statements.shape.plain-dates',
      'bank-statements.shape.balances',
      'bank-statements.shape.probability',
    ]),
    ...filtered('before'),
    ...filtered('after'),
  ),
  ...on(
    'getTaxauthIncome',
    ownOnly('income'),
    ...shaped('income', ['income.shape.types', 'income.shape.money']),
    incomeFilter('income.filter.account', 'account_id'),
    incomeFilter('income.filter.entry', 'entry_id'),
  ),
];
