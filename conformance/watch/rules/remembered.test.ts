import { expect, test } from 'vitest';
import { fieldsOf } from '../../target/read-json.ts';
import {
  errors,
  evening,
  id,
  listed,
  made,
  noon,
  other,
  page,
  statements,
  term,
} from '../testing/exchanged.ts';
import { type Exchanged, exchanges } from '../testing/watched.ts';
import { Watch } from '../watch.ts';

test('a request without credentials gets 401 whatever else is wrong with it, and one with others may be known by now', () => {
  const said = (key: string, status: number, text: string, watch: Watch, from: number) =>
    exchanges(watch, [['DELETE', `/users/${id}`, undefined, status, errors(text)]], from, key);
  for (const [key, isBroken] of [
    ['', true],
    ['wrong', false],
    ['a-key', false],
    ['never refused', false],
  ] as const) {
    const watch = new Watch();
    exchanges(watch, [listed(1, 3, 0, [])]);
    said('wrong', 401, 'wrong value of X-API-KEY', watch, 10);
    const ledger = said(key, 404, `User [${id}] not found`, watch, 20);
    expect(ledger.entries.get('auth.comes-first')?.broken ?? 0, `${key}`).toBe(isBroken ? 1 : 0);
  }
});

test('what an offset counts is learnt from pages beside the whole list, or from the number of items on a page', () => {
  const ids = Array.from({ length: 12 }, (_, at) => id.replace(/^..../, String(1000 + at)));
  const learnt = (...list: Exchanged[]): unknown =>
    exchanges(new Watch(), list).profile.points?.['users.list.offset-meaning'];
  const whole = listed(1, 100, 12, ids);
  const pages = { 'first-item': ids.slice(3, 6), skip: ids.slice(4, 7), page: ids.slice(9, 12) };
  for (const [meaning, shown] of Object.entries(pages)) {
    // What skips the first of a list from one hides it, so that a replica of what was shown could not follow.
    const expected = meaning === 'skip' ? undefined : meaning;
    expect(learnt(whole, listed(4, 3, 12, shown))).toBe(expected);
    expect(learnt(listed(4, 3, 12, shown), whole)).toBe(expected);
    expect(learnt(listed(4, 3, 12, shown))).toBeUndefined();
  }
  expect(learnt(listed(4, 5, 12, []))).toBe('page');
  // The list has changed between the two.
  expect(learnt(whole, listed(4, 3, 13, pages.page))).toBeUndefined();
});

test('whether an id in capitals is the same is open, and a deletion by one is remembered', () => {
  const capitals = id.toUpperCase();
  const deletion: Exchanged = ['DELETE', `/webhooks/${capitals}`, undefined, 200, { message: 'deleted' }];
  const [method, , sent, status, body] = term(id, 1, 1);
  const read: Exchanged = [method, `/authorisations/terms/${capitals}`, sent, status, body];
  const watch = new Watch({ soleWriter: true });
  const ledger = exchanges(watch, [read, made(id), deletion, made(other)]);
  for (const clause of ['terms.get.answer', 'webhooks.create.name-unique'])
    expect(ledger.entries.get(clause)?.broken ?? 0, clause).toBe(0);
});

test('what one client was shown is shown to no other, whose settings are others; two keys of one client see the same', () => {
  const key = (name: string, list: Exchanged[], watch: Watch, from: number) =>
    exchanges(watch, list, from, name);
  const settings = (name: string): Exchanged => [
    'GET',
    '/configuration',
    undefined,
    200,
    { client_display_name: name },
  ];
  const user = listed(1, 5, 1, [id]);
  for (const [isApart, name] of [
    [true, 'Other Lender'],
    [false, 'Lender'],
  ] as const) {
    const watch = new Watch({ soleWriter: true });
    key('one', [settings('Lender'), user], watch, 1);
    key('two', [settings(name), listed(1, 5, 0, [])], watch, 10);
    expect(watch.ledger.entries.get('isolation.users.list')).toBeUndefined();
    const ledger = key('two', [user], watch, 20);
    expect(ledger.entries.get('isolation.users.list')?.broken ?? 0, name).toBe(isApart ? 1 : 0);
  }
  // Between the two a change of the settings may explain that they differ, and the service's own terms are for all.
  const watch = new Watch({ soleWriter: true });
  key('one', [settings('Lender'), user], watch, 1);
  key(
    'two',
    [['PATCH', '/configuration', { client_display_name: 'New' }, 200, {}], settings('New'), user],
    watch,
    10,
  );
  expect(watch.ledger.entries.get('isolation.users.list')).toBeUndefined();
});

test('a filtered list leaves out nothing that passes the filter, and no filter is refused that was not sent', () => {
  const profile = { points: { 'bank-statements.list.exclude-before-name': 'since' } };
  const outcome = (...list: Exchanged[]): readonly string[] => {
    const { entries } = exchanges(new Watch({ soleWriter: true, profile }), list);
    const broken = [...entries].filter(([, { broken }]) => broken > 0).map(([clause]) => clause);
    return broken.filter((clause) => clause.startsWith('bank-statements.filter.'));
  };
  const whole = statements(page(0, 10), [noon, evening]);
  const since = (time: string, limit = 10): string => `${page(0, limit)}&since=${time}`;
  const before = 'bank-statements.filter.before';
  expect(outcome(whole, statements(since(noon), [noon, evening]))).toEqual([]);
  expect(outcome(whole, statements(since(noon), [noon]))).toEqual([before]);
  expect(outcome(whole, statements(since(noon), [evening]))).toEqual([
    'bank-statements.filter.keeps-the-instant',
  ]);
  // The page has no room for both, another filter may leave one out, and one may have been deleted meanwhile.
  expect(outcome(whole, statements(since(noon, 1), [noon]))).toEqual([]);
  expect(outcome(whole, statements(`${since(noon)}&bank=any`, [noon]))).toEqual([]);
  const deletion: Exchanged = ['DELETE', `/accounts/${other}`, undefined, 200, { message: 'deleted' }];
  expect(outcome(whole, deletion, statements(since(noon), [noon]))).toEqual([]);
  // Uploads are extracted by and by: another statement may have taken the place of the last on this page.
  const late = '2027-11-02T00:00:00.000Z';
  expect(outcome(whole, statements(since(noon, 2), [noon, late], 3))).toEqual([]);
  // A first page with room for all that the filter leaves shows as many as the total says.
  expect(outcome(statements(since(noon), [noon], 3))).toEqual(['bank-statements.filter.total']);
  expect(outcome(statements(`${since(noon)}&bank=any`, [noon], 3))).toEqual([]);
  const refused = (query: string): Exchanged => [
    ...(['GET', `/bankstatements/${id}?${query}`, undefined, 400] as const),
    errors('since is no date'),
  ];
  expect(outcome(refused(page(0, 10)))).toEqual([before]);
  expect(outcome(refused(since(noon)))).toEqual([before]);
  expect(outcome(refused(since('noon')))).toEqual([]);
});

test("what a sandbox's own API says of a term, a statement or an account is what the service shows", () => {
  const arranged = (path: string, body: unknown): Exchanged => ['POST', `/_sandbox/${path}`, {}, 201, body];
  const broken = (...list: Exchanged[]): string[] => {
    const { entries } = exchanges(new Watch({ soleWriter: true }), list);
    return [...entries].filter(([, entry]) => entry.broken > 0).map(([clause]) => clause);
  };
  const [, , , , made] = term(id, 1, 1);
  const shown = (more: object): Exchanged => [
    ...(['GET', `/authorisations/terms/${id}`, undefined, 200] as const),
    { ...fieldsOf(made), ...more },
  ];
  expect(broken(arranged('terms', made), shown({}))).toEqual([]);
  expect(broken(arranged('terms', made), shown({ name: 'U' }))).toEqual(['terms.shape.content']);
  expect(broken(arranged('terms', made), shown({ is_system_term: true }))).toEqual([
    'terms.shape.client-term',
  ]);
  const bank = 'First Bank';
  const statement = (bank_name: string) => ({
    id: other,
    created_at: noon,
    account_information: { bank_name },
  });
  const listed = (user: string, bank_name: string): Exchanged => [
    'GET',
    `/bankstatements/${user}?${page(0, 10)}`,
    undefined,
    200,
    {
      bank_statement_submissions: [statement(bank_name)],
      pagination: { offset: 0, limit: 10, count: 1, total_count: 1 },
    },
  ];
  const created = arranged(`users/${id}/bank-statements`, statement(bank));
  expect(broken(created, listed(id, bank))).toEqual([]);
  expect(broken(created, listed(id, 'Second Bank'))).toEqual(['bank-statements.shape.extracted-data']);
  expect(broken(created, listed(other, bank))).toEqual(['bank-statements.list.own-only']);
  // An answer that refuses, and one that was reset since, say nothing.
  const [method, url, sent, , body] = created;
  expect(broken([method, url, sent, 409, body], listed(other, bank))).toEqual([]);
  expect(broken(created, arranged('reset', { message: 'done' }), listed(other, bank))).toEqual([]);
});

test('of two overlapping deletions that are both confirmed, or two webhooks of one name, one is wrong', () => {
  const watch = new Watch({ soleWriter: true });
  const end = (begun: number, ended: number, [method, url, sent, status, body]: Exchanged): void =>
    watch.end({
      ...{ kind: 'exchange', begun, ended, at: 1_800_000_000_000, durationMs: 1, method, url, status },
      requestHeaders: { 'x-api-key': 'a-key', 'content-type': 'application/json' },
      requestText: sent === undefined ? '' : JSON.stringify(sent),
      responseHeaders: { 'content-type': 'application/json' },
      responseText: JSON.stringify(body),
    });
  const deletion: Exchanged = ['DELETE', `/users/${id}`, undefined, 200, { user_id: id }];
  for (const begun of [1, 2]) watch.begin(begun, 'DELETE', `/users/${id}`);
  end(1, 3, deletion);
  end(2, 4, deletion);
  for (const begun of [5, 6]) watch.begin(begun, 'POST', '/webhooks');
  end(5, 7, made(id));
  end(6, 8, made(other));
  expect(watch.ledger.entries.get('races.users.one-order')?.broken).toBe(1);
  expect(watch.ledger.entries.get('races.webhooks.name-taken-once')?.broken).toBe(1);
});

test('a payload that differs from the answer is noticed, whether the delivery or the answer comes first', () => {
  const income = {
    pay_date: '2026-10-28T00:00:00.000Z',
    tax_code: '1257L',
    earnings: { net_pay: '1900.50' },
  };
  const submissions = [id, other].map((one) => ({
    ...{ id: one, entry_id: id, account_id: other, income_information: income },
  }));
  const answer: Exchanged = [
    'POST',
    '/payroll/entries/connections',
    { account_id: other },
    201,
    { entry_id: id, account_id: other, payroll_submissions: submissions },
  ];
  const bodyWith = (payroll_submissions: readonly object[]) => ({
    event: 'user-payroll-submitted',
    ...{ user_id: id, entry_id: id, account_id: other, timestamp: '2026-11-18T10:00:00.000Z' },
    payload: { entry_id: id, account_id: other, payroll_submissions },
  });
  const deliver = (watch: Watch, begun: number, sent: readonly object[]): void =>
    watch.end({
      ...{ kind: 'delivery', begun, ended: begun + 1, at: 1_800_000_000_000, durationMs: 1, status: 200 },
      ...{ method: 'POST', url: '/hooks', requestHeaders: {}, requestText: JSON.stringify(bodyWith(sent)) },
      ...{ responseHeaders: {}, responseText: '' },
      seal: { signature: 'unjudged', encryption: 'plain', hasKey: false, isBase64: false, bytes: 'x' },
    });
  const brokenWith = (submissions: readonly object[], isFirst: boolean): number => {
    const watch = new Watch();
    // While the request was under way, or after its answer.
    if (isFirst) deliver(watch, 11, submissions);
    exchanges(watch, [answer], 10);
    if (!isFirst) deliver(watch, 20, submissions);
    return watch.ledger.entries.get('events.payload.all-submissions')?.broken ?? 0;
  };
  for (const isFirst of [true, false]) {
    expect(brokenWith(submissions.slice(0, 1), isFirst)).toBe(1);
    expect(brokenWith(submissions, isFirst)).toBe(0);
    const [one, two] = submissions;
    expect(brokenWith([{ ...one, income_information: { ...income, tax_code: 'BR' } }, two!], isFirst)).toBe(
      1,
    );
    // The form of an amount and of a time is another one in an event, and a phone has two stand-ins.
    // A field that the contract does not have may stand in an answer alone.
    const inEvent = { pay_date: '2026-10-28', tax_code: '1257L', earnings: { net_pay: 1900.5 } };
    expect(brokenWith([{ ...one, income_information: inEvent }, two!], isFirst)).toBe(0);
  }
});
