import type { ClauseId } from '../../../spec/clauses.ts';
import { expectEqual, expectNone, expectSuccess, expectThat } from '../../judgement/expect.ts';
import {
  expectAtMost,
  expectCount,
  expectPage,
  expectPageEcho,
  expectTotal,
  itemsOf,
  type PagedArea,
  pagedLists,
  paginationOf,
} from '../../predicates/pages.ts';
import { isUuid } from '../../target/read-json.ts';
import { type Filterable, fateOfLimit } from '../memory/lists.ts';
import { isInvalid, type Seen } from '../memory/passed.ts';
import type { Picture } from '../memory/picture.ts';
import { aloneOnSuccess, onSuccess, type Rule, rule, saidIn, says } from '../memory/rule.ts';

/** The lists of one user. */
type OwnArea = 'bank-statements' | 'income';
type Window = { readonly offset: number; readonly limit: number };

/** Offset and limit as they were asked for, if both were and are within the stated bounds. */
function asked(area: PagedArea, { query }: Seen): Window | undefined {
  const { lowestOffset, mostItems } = pagedLists[area];
  if (!/^\d{1,9}$/.test(query['offset'] ?? '') || !/^\d{1,9}$/.test(query['limit'] ?? '')) return undefined;
  const offset = Number(query['offset']);
  const limit = Number(query['limit']);
  return offset >= lowestOffset && limit >= 1 && limit <= mostItems ? { offset, limit } : undefined;
}

const always = (): boolean => true;
const isPage = (seen: Seen): boolean => seen.status === 200;

function pageRules(area: PagedArea): Rule[] {
  const { operation, lowestOffset, mostItems, id } = pagedLists[area];
  const fromLowest = `${area}.list.offset-from-${lowestOffset === 0 ? 'zero' : 'one'}` as ClauseId;
  /** A refusal may be for the user, the key or the authorisation, and says nothing; one that names the parameter does. */
  const takes = (
    clause: ClauseId,
    isMeant: (page: Window) => boolean,
    expect = (page: Window, seen: Seen): unknown => expectAtMost(area, page.limit, seen),
    named?: 'limit' | 'offset',
  ): Rule =>
    rule(clause, (seen) => {
      const page = asked(area, seen);
      if (page === undefined || !isMeant(page)) return false;
      if (isPage(seen)) return expect(page, seen);
      // A deployment may refuse what lies behind the end of a list.
      const isInside = page.offset === lowestOffset || !says(seen, 'offset');
      const isRefused = isInside && isInvalid(seen) && named !== undefined && says(seen, named);
      return isRefused && expectSuccess(seen, 200, `for offset ${page.offset} and limit ${page.limit}`);
    });
  /** Pages so far apart that they hold different items, whatever an offset means here. */
  const apart = (seen: Seen, picture: Picture) => {
    const page = isPage(seen) ? asked(area, seen) : undefined;
    const total = paginationOf(seen)['total_count'];
    if (!page) return [];
    const isApart = (offset: number): boolean => Math.abs(offset - page.offset) >= page.limit;
    const pages = picture.lists.certain(area, seen).filter((one) => one.total === total);
    return pages.filter(({ limit, offset }) => limit === page.limit && isApart(offset));
  };
  return [
    onSuccess(`${area}.list.answer`, (seen) => expectPage(area, seen)),
    rule(`${area}.list.count`, (seen) => isPage(seen) && expectCount(area, seen)),
    takes(`${area}.list.echo`, always, expectPageEcho),
    takes(`${area}.list.at-most-limit`, always),
    rule(`${area}.list.most`, (seen, { lists }) => {
      const fate = fateOfLimit(area, seen);
      // A deployment that refuses too large a limit, and shows another one as the limit of a page, has another most.
      const isTwofold = fate !== undefined && lists.fates(area).size > 0 && !lists.fates(area).has(fate);
      expectThat(!isTwofold, 'every limit that is too large to be refused', 'one is taken', seen);
      return isPage(seen) && expectAtMost(area, mostItems, seen);
    }),
    takes(`${area}.list.limit-lowest`, ({ limit }) => limit === 1, undefined, 'limit'),
    takes(`${area}.list.limit-highest`, ({ limit }) => limit === mostItems, undefined, 'limit'),
    // Whatever an offset counts, so many stand before the page.
    takes(`${area}.list.total-count`, always, ({ offset }, seen) => {
      return itemsOf(area, seen).length > 0 && expectTotal(seen, offset - lowestOffset);
    }),
    aloneOnSuccess([`${area}.list.total-count`, operation], (seen, picture) => {
      const isWhole = isFirst(area, seen, picture) && filtersOf(seen).length === 0;
      if (isWhole) expectAll(area, seen);
      const others = isPage(seen) ? picture.lists.certain(area, seen) : [];
      const { total_count } = paginationOf(seen);
      // What a user uploaded is extracted by and by: such a list may grow without a request.
      for (const { total } of others)
        if (area === 'users' || Number(total) > Number(total_count))
          expectEqual(total_count, total, 'the total, on another page of the same list,', seen);
      return (isWhole || others.length > 0) && expectTotal(seen);
    }),
    aloneOnSuccess(`${area}.list.pages-tile`, (seen, picture) => {
      const others = apart(seen, picture);
      const elsewhere = new Set(others.flatMap(({ ids }) => ids));
      const here = itemsOf(area, seen).map((item) => item[id]);
      const twice = here.filter((one) => elsewhere.has(one));
      return others.length > 0 && expectNone(twice, 'what stands on another page too', seen);
    }),
    takes(fromLowest, ({ offset }) => offset === lowestOffset, undefined, 'offset'),
  ];
}

/** Whether this is a first page, of a list that nothing changes meanwhile. */
const isFirst = (area: PagedArea, seen: Seen, { lists }: Picture): boolean =>
  isPage(seen) && asked(area, seen)?.offset === pagedLists[area].lowestOffset && lists.isQuiet(seen);

/** A first page leaves nothing out that it has room for; one item may stand before an offset of 1. */
function expectAll(area: PagedArea, seen: Seen): void {
  const left = Number(paginationOf(seen)['total_count']) - pagedLists[area].lowestOffset;
  const least = Math.min(Number(seen.query['limit']), left);
  const { length } = itemsOf(area, seen);
  expectThat(!(length < least), `at least ${least} items of the total`, `${length}`, seen);
}

const filterTotal = (area: OwnArea): Rule =>
  aloneOnSuccess(`${area}.filter.total`, (seen, picture) => {
    const times = (['before', 'after'] as const).map((edge) => picture.known[nameOf(edge)]);
    const names = area === 'income' ? ['account_id', 'entry_id'] : times;
    return isFirst(area, seen, picture) && only(seen, names) && expectAll(area, seen);
  });

const ownOnly = (area: OwnArea): Rule =>
  rule(`${area}.list.own-only`, (seen, { lists }) => {
    const user = seen.path['user_id'];
    for (const { id } of isPage(seen) ? itemsOf(area, seen) : [])
      expectEqual(user, lists.ownerOf(area, id) ?? user, `the user of ${id}`, seen);
    return isPage(seen) && itemsOf(area, seen).length > 0;
  });

const filtersOf = ({ query }: Seen): [string, string][] =>
  Object.entries(query).filter(([name]) => name !== 'offset' && name !== 'limit');

/** Whether a request filters by these parameters alone, and by instants, which have no other reading. */
const only = (seen: Seen, names: readonly unknown[]): boolean => {
  const isInstant = (text: string): boolean => isUuid(text) || /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text);
  const given = filtersOf(seen);
  return given.length > 0 && given.every(([name, text]) => names.includes(name) && isInstant(text));
};

/** Fails where a filtered page leaves out what passes the filter; whether it could. */
function expectLeftOut(area: OwnArea, seen: Seen, { lists }: Picture, passes: (one: Filterable) => boolean) {
  const lost = isPage(seen) ? lists.leftOut(area, seen) : undefined;
  expectNone(lost?.filter(passes).map(({ id }) => id) ?? [], 'what passes the filter and is left out', seen);
  return lost !== undefined;
}

type Edge = 'before' | 'after';
/** The open point that names a filter by time. */
const nameOf = (edge: Edge) => `bank-statements.list.exclude-${edge}-name` as const;

/** One of the two filters by time: what it leaves out, by the name that the profile gives it. */
function filtered(edge: Edge): Rule[] {
  const point = nameOf(edge);
  const bound = ({ query }: Seen, { known }: Picture): number => Date.parse(query[known[point] ?? ''] ?? '');
  const times = (seen: Seen): number[] => {
    const items = isPage(seen) ? itemsOf('bank-statements', seen) : [];
    return items.map(({ created_at }) => Date.parse(String(created_at)));
  };
  const leavesIn = (clause: ClauseId, passes: (at: number, limit: number) => boolean): Rule =>
    aloneOnSuccess(clause, (seen, picture) => {
      const isKept = (one: Filterable) => passes(Date.parse(`${one.created_at}`), bound(seen, picture));
      return only(seen, [picture.known[point]]) && expectLeftOut('bank-statements', seen, picture, isKept);
    });
  return [
    rule(`bank-statements.filter.${edge}`, (seen, picture) => {
      const limit = bound(seen, picture);
      if (!(limit > 0) || times(seen).length === 0) return false;
      const wrong = times(seen).filter((at) => (edge === 'before' ? at < limit : at > limit));
      return expectNone(wrong, `the times that the filter ${picture.known[point]} leaves out`, seen);
    }),
    rule(`bank-statements.filter.${edge}`, (seen, { known }) => {
      const name = known[point] ?? '';
      const isSound = name !== '' && (seen.query[name] === undefined || only(seen, [name]));
      const isRefused = isSound && isInvalid(seen) && saidIn(seen).some((text) => text.includes(name));
      return isRefused && expectSuccess(seen, 200, `with or without ${name}`);
    }),
    leavesIn(`bank-statements.filter.${edge}`, (at, limit) => (edge === 'before' ? at > limit : at < limit)),
    rule('bank-statements.filter.keeps-the-instant', (seen, picture) => {
      const limit = bound(seen, picture);
      return limit > 0 && times(seen).includes(limit);
    }),
    leavesIn('bank-statements.filter.keeps-the-instant', (at, limit) => at === limit),
  ];
}

const incomeFilter = (clause: ClauseId, field: 'account_id' | 'entry_id'): Rule[] => [
  rule(clause, (seen) => {
    const wanted = seen.query[field];
    const shown = isPage(seen) ? itemsOf('income', seen).map((one) => one[field]) : [];
    if (wanted === undefined || shown.length === 0) return false;
    const others = shown.filter((one) => one !== wanted);
    return expectNone(others, `the income of another ${field}`, seen);
  }),
  aloneOnSuccess(clause, (seen, picture) => {
    const isKept = (one: Filterable) => one[field] === seen.query[field];
    return only(seen, [field]) && expectLeftOut('income', seen, picture, isKept);
  }),
];

export const listRules: readonly Rule[] = [
  ...(['users', 'bank-statements', 'income'] as const).flatMap(pageRules),
  ...(['bank-statements', 'income'] as const).flatMap((area) => [ownOnly(area), filterTotal(area)]),
  ...filtered('before'),
  ...filtered('after'),
  ...incomeFilter('income.filter.account', 'account_id'),
  ...incomeFilter('income.filter.entry', 'entry_id'),
];
