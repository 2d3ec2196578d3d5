import {
  atMost,
  casesOf,
  type Evidence,
  type ExamCase,
  expectEnded,
  RequestFailure,
  requestsOf,
  succeeds,
} from '../exam-case.ts';
import type { Journey } from '../journeys.ts';
import { deeply, reshaped, withKeys } from '../reactions.ts';
import type { Stage, Wish } from '../stage.ts';
import { keyOperationOf } from '../truth.ts';

const answered: Journey[] = [
  ...(['list-users', 'update-user', 'connect', 'direct-connection', 'upload-statement'] as const),
  ...(['income', 'affordability', 'subscribe', 'invite-member'] as const),
];
const payslipJourneys: Journey[] = ['connect', 'direct-connection'];

const news = { schema_version: 7, _links: { self: null }, tags: ['new', 1, { deep: true }] };
const words = ['trust_score', 'source', 'pay_frequency', 'status', 'mfa_status', 'frequency'];
const optional = [
  ...['email', 'phone', 'NI_number', 'bonus', 'base_salary', 'fixed_pay_total', 'variable_pay_total'],
  ...[
    'rolling_12m_income',
    'year_to_date',
    'leave_date',
    'document_filename',
    'tax_code',
    'iban',
    'sort_code',
  ],
  ...['trust_score', 'latest_pay_date', 'deductions', 'employment_information', 'frequency', 'income_period'],
];
const names = [
  'forename',
  'surname',
  'employer_name',
  'account_holder_name',
  'bank_name',
  'description',
  'role',
  'name',
];
const longName = 'Wolfeschlegelsteinhausenbergerdorff '.repeat(20).trim();
const anyScript = 'Zoë "Ó" 山田 مريم Łukasz\\ 💷\u2028e\u0301';

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

const reversedKeys = (body: Record<string, unknown>) =>
  deeply(body, (object) => Object.fromEntries(Object.entries(object).reverse()));

const tolerance: ExamCase[] = [
  ...casesOf('fields that do not exist yet', answered, {
    wish: {
      react: reshaped((body) =>
        Array.isArray(body) ? body : deeply(body, (object) => ({ ...object, ...news })),
      ),
    },
    judges: { 'tolerance.unknown-fields': succeeds },
  }),
  ...casesOf(
    'values that do not exist yet',
    ['connect', 'direct-connection', 'income', 'invite-member', 'upload-statement'],
    {
      wish: (journey) => ({
        mfa: journey === 'connect' ? 'k7Q-2x' : undefined,
        react: reshaped(withKeys([...words, 'type', 'payroll_provider'], () => 'NOT_KNOWN_YET')),
      }),
      judges: { 'tolerance.unknown-values': succeeds },
    },
  ),
  ...casesOf('an event that does not exist yet', ['subscribe'], {
    wish: {
      points: { 'webhooks.create.unknown-event': 'accept' },
      values: { EVENTS: 'user-payroll-submitted,user-pension-submitted' },
    },
    judges: { 'tolerance.unknown-values': succeeds },
  }),
  ...casesOf(
    'null in place of what is absent',
    ['connect', 'direct-connection', 'income', 'upload-statement'],
    {
      wish: { react: reshaped(withKeys(optional, () => null)) },
      judges: { 'tolerance.null-for-absent': succeeds },
    },
  ),
  ...casesOf('null in place of what is absent', ['list-users', 'update-user'], {
    wish: { points: { 'users.unset-form': 'null' }, person: { ext_id: undefined, ni_number: undefined } },
    judges: { 'tolerance.null-for-absent': succeeds },
  }),
  ...casesOf('fields in another order', answered, {
    wish: { react: reshaped((body) => (Array.isArray(body) ? body : reversedKeys(body))) },
    judges: { 'tolerance.order': succeeds },
  }),
  ...otherPoints.flatMap((points, at) =>
    casesOf(`a service that chose otherwise where the document is silent (${at + 1})`, answered, {
      wish: (journey) => ({ points, mfa: journey === 'connect' && at === 1 ? 'k7Q-2x' : undefined }),
      judges: { 'tolerance.open-points': succeeds },
    }),
  ),
  ...[
    ['very long names', longName, 'tolerance.long-names'] as const,
    ['names in any script', anyScript, 'tolerance.any-script'] as const,
  ].flatMap(([name, text, clause]) => [
    ...casesOf(name, ['list-users', 'connect', 'direct-connection', 'income', 'upload-statement'], {
      wish: { react: reshaped(withKeys(names, () => text)) },
      judges: { [clause]: succeeds },
    }),
    ...casesOf(name, ['update-user'], {
      wish: { fields: { forename: text.slice(0, 100) } },
      judges: { [clause]: succeeds },
    }),
  ]),
  ...casesOf('no users at all', ['list-users'], {
    wish: {
      react: reshaped((body) => ({
        pagination: { ...(body['pagination'] as object), count: 0, total_count: 0 },
        users: [],
      })),
    },
    judges: { 'tolerance.empty-list': succeeds },
  }),
  ...casesOf('no income at all', ['income'], {
    wish: { incomes: [] },
    judges: { 'tolerance.empty-list': succeeds },
  }),
  ...casesOf('amounts of zero', [...payslipJourneys, 'income'], {
    wish: { payslips: ['0.00', '0.00'], incomes: ['0.00', '100.50'] },
    judges: { 'tolerance.zero': succeeds },
  }),
  ...casesOf('a balance of zero', ['upload-statement'], {
    wish: { balance: '0.00' },
    judges: { 'tolerance.zero': succeeds },
  }),
];

/** Leaves a user between two pages with one more, or one fewer. */
const changedBetween = (change: (stage: Stage, first: string) => Promise<unknown>): Wish => ({
  users: 137,
  react: (stage) => async (seen, pass) => {
    const answer = await pass();
    if (seen.operation === 'listUsers' && seen.nth === 0) {
      const { users } = JSON.parse(answer.body.toString()) as { users?: { user_id: string }[] };
      await change(stage, users?.[0]?.user_id ?? '');
    }
    return answer;
  },
});

/** The service gives fewer than were asked for, as it may. */
const shortPages = (most: number, wish: Wish): Wish => ({
  ...wish,
  react: () => (seen, pass) => {
    const [path, query] = seen.url.split('?');
    const asked = new URLSearchParams(query);
    const limit = Number(asked.get('limit') ?? 100);
    asked.set('limit', String(Math.min(limit, most)));
    const isList = seen.operation === 'listUsers' || seen.operation === 'getTaxauthIncome';
    return isList && limit > 0 && limit <= 100 ? pass(`${path}?${asked}`) : pass();
  },
});

/** No page is asked for again and again. */
function noPageForEver(evidence: Evidence): void {
  expectEnded(evidence);
  const pages = requestsOf(evidence, keyOperationOf(evidence.stage.journey));
  for (const { url } of pages)
    atMost(
      5,
      pages.filter((one) => one.url === url),
      `the same page (${url}) to be asked for`,
    );
}

const paging: ExamCase[] = [
  ...casesOf('more users than a page holds', ['list-users'], {
    wish: { users: 137 },
    judges: { 'paging.to-the-end': succeeds },
  }),
  ...casesOf('pages smaller than asked for', ['list-users'], {
    wish: shortPages(30, { users: 137 }),
    judges: { 'paging.short-page': succeeds },
  }),
  ...casesOf('pages smaller than asked for', ['income'], {
    wish: shortPages(2, { incomes: ['1.25', '2.25', '3.25', '4.25', '5.25'] }),
    judges: { 'paging.short-page': succeeds },
  }),
  ...casesOf('a user added between two pages', ['list-users'], {
    wish: changedBetween((stage) => stage.sandbox.arrange('createUser', { body: { forename: 'Late' } })),
    judges: { 'paging.user-added': succeeds },
  }),
  ...casesOf('a user deleted between two pages', ['list-users'], {
    wish: changedBetween((stage, user_id) =>
      stage.sandbox.client.DELETE('/users/{user_id}', { params: { path: { user_id } } }),
    ),
    judges: { 'paging.user-deleted': succeeds },
  }),
  ...casesOf('a total that is higher than the items that come', ['list-users', 'income'], {
    wish: {
      react: reshaped(withKeys(['total_count'], (total) => (typeof total === 'number' ? total + 3 : total))),
    },
    judges: { 'paging.no-endless': noPageForEver },
  }),
];

/** Twelve amounts whose sum no float has to the penny, while whole pence stay exact in one. */
export const hugeAmounts = Array.from(
  { length: 12 },
  (_, at) => `${5123456789012 + at * 1234567}.${37 + at * 5}`,
);
/** Amounts whose sum is no float in any order. */
export const tailedAmounts = ['1409.22', '1609.89', '0.88', '1208.72', '1228.89', '2.08', '2284.30'];

const bareSlip = (body: Record<string, unknown>) => ({
  ...body,
  payroll_submissions: ((body['payroll_submissions'] ?? []) as Slip[]).map(({ id, income_information }) => ({
    id,
    income_information: { earnings: { net_pay: income_information?.earnings?.net_pay } },
  })),
});
type Slip = { id: string; income_information?: { earnings?: { net_pay?: unknown } } };

const zoned: Journey[] = ['update-user', 'connect', 'income', 'affordability'];
const dated = {
  date_of_birth: '2000-02-29T00:00:00.000Z',
  recurring_check_end_date: '2028-02-29T23:30:00.000Z',
};

const moneyAndTime: ExamCase[] = [
  ...casesOf('amounts that floats do not add up exactly', [...payslipJourneys, 'income'], {
    wish: { payslips: tailedAmounts, incomes: tailedAmounts },
    judges: { 'money.exact': succeeds },
  }),
  ...casesOf('huge amounts', payslipJourneys, {
    wish: {
      react: reshaped((body, { operation }) => {
        if (operation === 'submitMfa') return body;
        let at = 0;
        return withKeys(['net_pay'], (old) =>
          typeof old === 'string' ? hugeAmounts[at++ % hugeAmounts.length] : old,
        )(deeplyWithout(body, ['year_to_date', 'rolling_12m_income']));
      }),
    },
    judges: { 'money.huge': succeeds },
  }),
  ...casesOf('a balance with thousands separators', ['upload-statement'], {
    wish: { balance: '1,234,567.89' },
    judges: { 'money.thousands': succeeds },
  }),
  ...casesOf('an overdrawn balance', ['upload-statement'], {
    wish: { balance: '-1,045.10' },
    judges: { 'money.negative': succeeds },
  }),
  ...casesOf('a payslip that takes pay back', payslipJourneys, {
    wish: { payslips: ['-120.50', '2000.25'] },
    judges: { 'money.negative': succeeds },
  }),
  ...casesOf('payslips with nothing but their net pay', payslipJourneys, {
    wish: { react: reshaped((body, { operation }) => (operation === 'submitMfa' ? body : bareSlip(body))) },
    judges: { 'money.sparse-payslip': succeeds },
  }),
  ...casesOf('months that are left out, and fewer than a year', ['affordability'], {
    wish: { payslips: ['2000.25', '0.00', '2000.50', '1999.75', '0.00'] },
    judges: { 'time.months': succeeds },
  }),
  ...casesOf('far west of Greenwich, on the day of the change of clocks', zoned, {
    wish: { env: { TZ: 'America/Los_Angeles' }, now: '2026-03-08T10:30:00.000Z', fields: dated },
    judges: { 'time.zones': succeeds },
  }),
  ...casesOf('in London, in the hour that the clocks skip', ['affordability', 'connect'], {
    wish: { env: { TZ: 'Europe/London' }, now: '2026-03-29T01:30:00.000Z' },
    judges: { 'time.dst': succeeds },
  }),
  ...casesOf('on a leap day, far east of Greenwich', zoned, {
    wish: { env: { TZ: 'Pacific/Auckland' }, now: '2028-02-29T12:30:00.000Z', fields: dated },
    judges: { 'time.leap-day': succeeds },
  }),
];

const deeplyWithout = (body: unknown, keys: readonly string[]) =>
  deeply(body, (object) =>
    Object.fromEntries(Object.entries(object).filter(([key]) => !keys.includes(key))),
  ) as Record<string, unknown>;

/** Ids that would lead elsewhere if they were put into a path as they are. */
const oddId = '../configuration?user=1#x';

const idJourneys: Partial<Record<Journey, string>> = {
  'update-user': 'USER_ID',
  income: 'USER_ID',
  affordability: 'USER_ID',
  'delete-user': 'USER_ID',
  'delete-account': 'ACCOUNT_ID',
  'delete-entry': 'ENTRY_ID',
};

function idEncoded({ requests }: Evidence): void {
  for (const seen of requests) {
    const { operation } = seen;
    const path = seen.url.split('?')[0] ?? '';
    if (operation === undefined || !/%2fconfiguration%3f/i.test(path))
      throw new RequestFailure(
        `an id such as ${oddId} to be encoded in the path (or refused by the client itself)`,
        `${seen.method} ${seen.url}`,
        seen,
      );
  }
}

/** What the caller gives arrives at the service as it was given. */
const verbatim: ExamCase[] = [
  ...casesOf('an MFA answer with leading zeros', ['connect'], {
    wish: { mfa: '0042' },
    judges: { 'requests.values-verbatim': succeeds },
  }),
  ...casesOf('texts with quotes, backslashes and digits', ['update-user'], {
    wish: { fields: { surname: 'O"Brien \\ & Söhne', ext_id: '007', forename: "D'Arcy $HOME" } },
    judges: { 'requests.values-verbatim': succeeds },
  }),
  ...casesOf('an external id with spaces and quotes', ['upload-statement'], {
    wish: { values: { EXTERNAL_ID: 'file "7" of 0042 & more' } },
    judges: { 'requests.values-verbatim': succeeds },
  }),
  ...casesOf('fields to remove', ['update-user'], {
    wish: { fields: { ext_id: null, ni_number: null, post_codes: null } },
    judges: { 'requests.null-sent': succeeds },
  }),
  ...casesOf('one field to change', ['update-user'], {
    wish: { fields: { forename: 'Augusta' } },
    judges: {
      'requests.only-what-changes': (evidence) => {
        for (const seen of requestsOf(evidence, 'updateUser')) {
          const sent = Object.keys(JSON.parse(seen.body.toString() || '{}'));
          if (sent.join() !== 'forename')
            throw new RequestFailure('a PATCH with nothing but [forename]', `[${sent.join('], [')}]`, seen);
        }
      },
    },
  }),
  ...casesOf('an id that is none', Object.keys(idJourneys) as Journey[], {
    wish: (journey) => ({ values: { [idJourneys[journey] ?? '']: oddId } }),
    judges: { 'requests.ids-encoded': idEncoded },
  }),
];

export const lawfulCases: readonly ExamCase[] = [...tolerance, ...paging, ...moneyAndTime, ...verbatim];
