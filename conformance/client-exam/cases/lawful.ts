import { changeObjects } from '../../../spec/json.ts';
import {
  atMost,
  casesOf,
  type Evidence,
  type ExamCase,
  expectEnded,
  keyRequestsOf,
  lawful,
  RequestFailure,
  requestsOf,
} from '../stage/exam-case.ts';
import { type Body, payslipsIn, type Reaction } from '../stage/front.ts';
import { type Journey, retrieving } from '../stage/journeys.ts';
import { withKeys } from '../stage/reactions.ts';
import type { Reshape, Stage, Wish } from '../stage/stage.ts';

const dataJourneys: Journey[] = [...retrieving, 'income', 'upload-statement'];
const answered: Journey[] = [
  ...[...dataJourneys, 'list-users' as const, 'update-user' as const],
  ...(['affordability', 'subscribe', 'invite-member'] as const),
];

const news = { schema_version: 7, _links: { self: null }, tags: ['new', 1, { deep: true }] };
const words = [
  ...['trust_score', 'source', 'pay_frequency', 'status', 'mfa_status', 'frequency'],
  ...['type', 'payroll_provider'],
];
const optional = [
  ...['email', 'phone', 'NI_number', 'bonus', 'base_salary', 'fixed_pay_total', 'variable_pay_total'],
  ...['rolling_12m_income', 'year_to_date', 'leave_date', 'document_filename', 'tax_code', 'iban'],
  ...['sort_code', 'trust_score', 'latest_pay_date', 'deductions', 'employment_information'],
  ...['frequency', 'income_period'],
];
const names = [
  ...['forename', 'surname', 'employer_name', 'account_holder_name', 'bank_name'],
  ...['description', 'role', 'name'],
];
const longName = 'Wolfeschlegelsteinhausenbergerdorff '.repeat(20).trim();
const anyScript = 'Zoë "Ó" 山田 مريم Łukasz\\ 💷\u2028e\u0301';
const waiting = { mfa: 'k7Q-2x' };

/** Other choices where the document is silent, two at a time. */
const otherPoints: Wish['points'][] = [
  {
    'users.list.order': 'newest-first',
    'users.list.default-limit': 7,
    'users.unset-form': 'null',
    'income.list.order': 'oldest-first',
    'income.list.default-limit': 2,
    'bank-statements.list.order': 'oldest-first',
    'connections.order': 'oldest-first',
    'direct-connections.success-status': 200,
    'direct-connections.pagination-offset': 0,
    'members.invite.initial-status': 'force_change_password',
    'members.invite.initial-mfa-status': 'sms',
    'members.invite.name': 'empty',
    'webhooks.list.shape': 'array',
    'webhooks.list.config': 'hidden',
    'auth.user-token.format': 'opaque',
    'authorisations.presign': 'not-required',
  },
  {
    'users.list.order': 'unspecified',
    'connections.order': 'unspecified',
    'connections.empty-entry-id': 'absent',
    'presign.upload-method': 'put-or-post',
    'documents.unlikely': 'rejected',
    'webhooks.list.shape': 'paginated',
    'webhooks.delete.response': 'empty',
    'accounts.status-values': { linked: 'CONNECTED', locked: 'BLOCKED', failed: 'BROKEN' },
    'members.invite.initial-status': 'unknown',
    'members.invite.name': 'email',
    'expenditure.day-count': 'end-exclusive',
    'payroll.source-values': { connection: 'PAYROLL_API', direct: 'RTI', upload: 'OCR' },
    'payroll.trust-score-values': ['A', 'B', 'C'],
  },
];

const reversed = (object: Body): Body => Object.fromEntries(Object.entries(object).reverse());
const noUsers = { users: [], pagination: { offset: 1, limit: 100, count: 0, total_count: 0 } };
const named = ['list-users', ...dataJourneys] as const;

/** A world that changes once the first page is read. */
const changedBetween =
  (change: (stage: Stage) => Promise<unknown>) =>
  (stage: Stage): Reaction =>
  async (seen, pass) => {
    const answer = await pass();
    if (seen.operation === 'listUsers' && seen.nth === 0) await change(stage);
    return answer;
  };

/** The service gives fewer than were asked for, as it may. */
const shortPages = (): Reaction => (seen, pass) => {
  const most = { listUsers: 30, getTaxauthIncome: 2 }[String(seen.operation)];
  const [path, query] = seen.url.split('?');
  const asked = new URLSearchParams(query);
  const limit = Number(asked.get('limit') ?? 100);
  if (most === undefined || limit < 1 || limit > 100) return pass();
  asked.set('limit', String(Math.min(limit, most)));
  return pass(`${path}?${asked}`);
};

/** No page is asked for again and again. */
function noPageForEver(evidence: Evidence): void {
  expectEnded(evidence);
  const pages = keyRequestsOf(evidence);
  const same = (url: string) => pages.filter((one) => one.url === url);
  for (const { url } of pages) atMost(5, same(url), `the same page (${url}) to be asked for`);
}

/** Twelve amounts whose sum no float has to the penny, while whole pence stay exact in one. */
export const hugeAmounts = Array.from(
  { length: 12 },
  (_, at) => `${5123456789012 + at * 1234567}.${37 + at * 5}`,
);
/** Amounts whose sum is no float in any order. */
export const tailedAmounts = ['1409.22', '1609.89', '0.88', '1208.72', '1228.89', '2.08', '2284.30'];

/** Payslips with an id and a net pay alone. */
const barePayslips = (net: (old: unknown, at: number) => unknown): Reshape[] => [
  {
    part: 'all',
    change: (body, { operation }) => {
      if (operation === 'submitMfa') return body;
      const bare = payslipsIn(body).map(({ id, income_information: income }, at) => ({
        id,
        income_information: { earnings: { net_pay: net(income?.earnings?.net_pay, at) } },
      }));
      return { ...body, payroll_submissions: bare };
    },
  },
];

const zoned: Journey[] = ['update-user', 'connect', 'income', 'affordability'];
const fields = {
  date_of_birth: '2000-02-29T00:00:00.000Z',
  recurring_check_end_date: '2028-02-29T23:30:00.000Z',
};

/** An id that would lead elsewhere if it were put into a path as it is. */
const oddId = '../configuration?user=1#x';

function idEncoded({ requests }: Evidence): void {
  for (const seen of requests)
    if (seen.operation === undefined || !/%2fconfiguration%3f/i.test(seen.url.split('?')[0] ?? ''))
      throw new RequestFailure(
        `an id such as ${oddId} to be encoded in the path (or refused by the client itself)`,
        `${seen.method} ${seen.url}`,
        seen,
      );
}

function onlyForename(evidence: Evidence): void {
  for (const seen of requestsOf(evidence, 'updateUser')) {
    const sent = Object.keys(JSON.parse(seen.body.toString() || '{}'));
    if (sent.join() !== 'forename')
      throw new RequestFailure('a PATCH with nothing but [forename]', `[${sent.join('], [')}]`, seen);
  }
}

export const lawfulCases: readonly ExamCase[] = [
  ...lawful('tolerance.unknown-fields', 'fields that do not exist yet', answered, {
    reshapes: [
      { part: 'fields', change: (body) => changeObjects(body, (object) => ({ ...object, ...news })) },
    ],
  }),
  ...lawful('tolerance.unknown-values', 'values that do not exist yet', [...dataJourneys, 'invite-member'], {
    ...{ start: waiting, reshapes: [{ part: 'values', change: withKeys(words, () => 'NOT_KNOWN_YET') }] },
  }),
  ...lawful('tolerance.unknown-values', 'an event that does not exist yet', ['subscribe'], {
    points: { 'webhooks.create.unknown-event': 'accept' },
    values: { EVENTS: 'user-payroll-submitted,user-pension-submitted' },
  }),
  ...lawful('tolerance.null-for-absent', 'null in place of what is absent', dataJourneys, {
    reshapes: [{ part: 'values', change: withKeys(optional, () => null) }],
  }),
  ...lawful('tolerance.null-for-absent', 'null in place of what is absent', ['list-users', 'update-user'], {
    points: { 'users.unset-form': 'null' },
    start: { person: { ext_id: undefined, ni_number: undefined } },
  }),
  ...lawful('tolerance.order', 'fields in another order', answered, {
    reshapes: [{ part: 'order', change: (body) => changeObjects(body, reversed) }],
  }),
  ...otherPoints.flatMap((points, at) =>
    lawful('tolerance.open-points', `other choices where the document is silent (${at + 1})`, answered, {
      ...{ points, start: at === 1 ? waiting : undefined },
    }),
  ),
  ...lawful('tolerance.long-names', 'very long names', named, {
    reshapes: [{ part: 'names', change: withKeys(names, () => longName) }],
  }),
  ...lawful('tolerance.long-names', 'a very long name', ['update-user'], {
    start: { fields: { forename: longName.slice(0, 100) } },
  }),
  ...lawful('tolerance.any-script', 'names in any script', named, {
    reshapes: [{ part: 'names', change: withKeys(names, () => anyScript) }],
  }),
  ...lawful('tolerance.any-script', 'a name in any script', ['update-user'], {
    start: { fields: { forename: anyScript } },
  }),
  ...lawful('tolerance.empty-list', 'no users at all', ['list-users'], {
    reshapes: [{ part: 'all', change: () => noUsers }],
  }),
  ...lawful('tolerance.empty-list', 'no income at all', ['income'], { start: { incomes: [] } }),
  ...lawful('tolerance.zero', 'amounts of zero', [...retrieving, 'income'], {
    start: { payslips: ['0.00', '0.00'], incomes: ['0.00', '100.50'] },
  }),
  ...lawful('tolerance.zero', 'a balance of zero', ['upload-statement'], { start: { balance: '0.00' } }),
  ...lawful('paging.to-the-end', 'more users than a page holds', ['list-users'], { start: { users: 137 } }),
  ...lawful('paging.short-page', 'pages smaller than asked for', ['list-users', 'income'], {
    ...{ start: { users: 137, incomes: ['1.25', '2.25', '3.25', '4.25', '5.25'] }, react: shortPages },
  }),
  ...lawful('paging.user-added', 'a user added between two pages', ['list-users'], {
    start: { users: 137 },
    react: changedBetween(({ sandbox }) => sandbox.arrange('createUser', { body: { forename: 'Late' } })),
  }),
  ...lawful('paging.user-deleted', 'a user deleted between two pages', ['list-users'], {
    start: { users: 137 },
    react: changedBetween(async ({ sandbox: { client } }) => {
      const { data } = await client.GET('/users', { params: { query: { limit: 1 } } });
      const user_id = data?.users[0]?.user_id ?? '';
      await client.DELETE('/users/{user_id}', { params: { path: { user_id } } });
    }),
  }),
  ...casesOf('a total that is higher than the items that come', ['list-users', 'income'], {
    judges: { 'paging.no-endless': noPageForEver },
    reshapes: [{ part: 'all', change: withKeys(['total_count'], (total) => Number(total) + 3) }],
  }),
  ...lawful('money.exact', 'amounts that floats do not add up exactly', [...retrieving, 'income'], {
    start: { payslips: tailedAmounts, incomes: tailedAmounts },
  }),
  ...lawful('money.huge', 'huge amounts', retrieving, {
    reshapes: barePayslips((_, at) => hugeAmounts[at % hugeAmounts.length]),
  }),
  ...lawful('money.thousands', 'a balance with thousands separators', ['upload-statement'], {
    start: { balance: '1,234,567.89' },
  }),
  ...lawful('money.negative', 'an overdrawn balance', ['upload-statement'], {
    start: { balance: '-1,045.10' },
  }),
  ...lawful('money.negative', 'a payslip that takes pay back', retrieving, {
    start: { payslips: ['-120.50', '2000.25'] },
  }),
  ...lawful('money.sparse-payslip', 'payslips with nothing but their net pay', retrieving, {
    reshapes: barePayslips((net) => net),
  }),
  ...lawful('time.months', 'months that are left out, and fewer than a year', ['affordability'], {
    start: { payslips: ['2000.25', '0.00', '2000.50', '1999.75', '0.00'] },
  }),
  ...lawful('time.zones', 'far west of Greenwich, on the day of the change of clocks', zoned, {
    ...{ env: { TZ: 'America/Los_Angeles' }, now: '2026-03-08T10:30:00.000Z', start: { fields } },
  }),
  ...lawful('time.dst', 'in London, in the hour that the clocks skip', ['affordability', 'connect'], {
    ...{ env: { TZ: 'Europe/London' }, now: '2026-03-29T01:30:00.000Z' },
  }),
  ...lawful('time.leap-day', 'on a leap day, far east of Greenwich', zoned, {
    ...{ env: { TZ: 'Pacific/Auckland' }, now: '2028-02-29T12:30:00.000Z', start: { fields } },
  }),
  ...lawful('requests.values-verbatim', 'an MFA answer with leading zeros', ['connect'], {
    start: { mfa: '0042' },
  }),
  ...lawful('requests.values-verbatim', 'texts with quotes, backslashes and digits', ['update-user'], {
    start: { fields: { surname: 'O"Brien \\ & Söhne', ext_id: '007', forename: "D'Arcy $HOME" } },
  }),
  ...lawful('requests.values-verbatim', 'an external id with spaces and quotes', ['upload-statement'], {
    values: { EXTERNAL_ID: 'file "7" of 0042 & more' },
  }),
  ...lawful('requests.null-sent', 'fields to remove', ['update-user'], {
    start: { fields: { ext_id: null, ni_number: null, post_codes: null } },
  }),
  ...casesOf('one field to change', ['update-user'], {
    judges: { 'requests.only-what-changes': onlyForename },
    start: { fields: { forename: 'Augusta' } },
  }),
  ...(
    [
      ['USER_ID', ['update-user', 'income', 'affordability', 'delete-user']],
      ['ACCOUNT_ID', ['delete-account']],
      ['ENTRY_ID', ['delete-entry']],
    ] as const
  ).flatMap(([name, journeys]) =>
    casesOf('an id with characters that URLs reserve', journeys, {
      judges: { 'requests.ids-encoded': idEncoded },
      values: { [name]: oddId },
    }),
  ),
];
