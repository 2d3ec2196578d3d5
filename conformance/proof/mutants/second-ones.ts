import type { EdgeAnswer } from './edge.ts';
import { onMessages } from './estimate-defects.ts';
import {
  before,
  type Defect,
  instead,
  mutantsOf,
  onAnswer,
  onBody,
  onRequest,
  refusal,
  withPort,
} from './mutant.ts';
import { handlersReading } from './override-reads.ts';
import { onQuery } from './paged-lists.ts';

function namesFirstAccount(): Defect {
  const first = new Map<unknown, string>();
  return onBody('queryPayrollConnection', (body, { headers }) => {
    const account = first.get(headers['authorization']) ?? body.account_id ?? '';
    first.set(headers['authorization'], account);
    for (const one of body.payroll_submissions) one.account_id = account;
  });
}

function ignoresEarlierValues(operation: 'updateUser' | 'updateConfiguration'): Defect {
  const history = new Map<string, string[]>();
  return onRequest(operation, ({ url, sent }) => {
    for (const [field, value] of Object.entries(sent)) {
      const key = `${url} ${field}`;
      const values = history.get(key) ?? [];
      const text = JSON.stringify(value);
      if (values.includes(text) && values.at(-1) !== text) Reflect.deleteProperty(sent, field);
      else history.set(key, [...values, text]);
    }
  });
}

function remembersByName(field: 'signing_secret' | 'encryption_key' | 'url'): Defect {
  const first = new Map<string, unknown>();
  return onRequest('createWebhook', ({ sent }) => {
    const name = String(sent['name']);
    if (first.has(name)) sent[field] = first.get(name);
    else first.set(name, sent[field]);
  });
}

function refusesAfterWrong(): readonly Defect[] {
  const wrong = new Set<string>();
  return [
    instead('submitMfa', ({ url }) => (wrong.has(url) ? refusal(400, 'The answer is wrong') : undefined)),
    onAnswer('submitMfa', ({ status }, { url }) => {
      if (status >= 400) wrong.add(url);
      return undefined;
    }),
  ];
}

function refusesSignInAfterWrong(): Defect {
  const wrong = new Set<unknown>();
  return instead('signInMember', ({ sent: { username, password } }) => {
    if (password !== 'sandbox-password') wrong.add(username);
    return wrong.has(username) ? refusal(401, 'The credentials are wrong') : undefined;
  });
}

function endsChecksOfOthers(): readonly Defect[] {
  const seen = new Set<string>();
  const ended = new Set<string>();
  return [
    withPort('nextCheck', (next) => (record, ...rest) => {
      seen.add(record.user.user_id);
      return ended.has(record.user.user_id) ? undefined : next(record, ...rest);
    }),
    onRequest('updateUser', ({ url }) => {
      for (const id of seen) if (!url.includes(id)) ended.add(id);
    }),
  ];
}

const filtersAnyones = (filter: 'account_id' | 'entry_id'): Defect =>
  before('getTaxauthIncome', async (context) => {
    const owner = await context.client.users.ownerOf(context.query[filter] ?? 'none');
    return owner ? { ...context, path: { user_id: owner.user.user_id } } : context;
  });

const oneTime = (operation: 'createDirectConnection' | 'submitMfa' | 'queryPayrollConnection') =>
  handlersReading([operation], {
    user: (record) => ({
      ...record,
      authorisations: Object.fromEntries(
        Object.entries(record.authorisations).filter(
          ([, { authorisation_category: category }]) => category !== 'one_time',
        ),
      ),
    }),
  });

/** A run asks the sandbox server before the production server, which has no catalogue here. */
function servesNoProvidersInProduction(): Defect {
  let first: unknown;
  return onAnswer('*', (_, { operation, headers }) => {
    first ??= headers['host'];
    return operation === 'listProviders' && headers['host'] !== first && refusal(404, 'No such path');
  });
}

const isBirth = (message: string): boolean => message.includes('date_of_birth');

const firstBirthAlone = onMessages((errors) =>
  errors.filter((message) => !isBirth(message) || message === errors.find(isBirth)),
);

const firstNamed = <T extends object>(items: readonly T[], field: keyof T): void => {
  for (const one of items) one[field] = items[0]![field];
};

const asOnTheFirst = (field: 'document_filename' | 'account_information'): Defect =>
  onBody('listBankStatements', (body) => firstNamed(body.bank_statement_submissions, field));

function answersForDeleted(): readonly Defect[] {
  const answers = new Map<string, EdgeAnswer>();
  const idIn = (url: string): string => /accounts\/([^/]+)/.exec(url)?.[1] ?? '';
  return [
    onAnswer('deleteAccount', (answer, { url }) => {
      if (answer.status === 200) answers.set(idIn(url), { ...answer, body: { account_id: idIn(url) } });
      return undefined;
    }),
    onAnswer('submitMfa', ({ status }, { url }) => status === 404 && answers.get(idIn(url))),
  ];
}

function writesCreationTime(): readonly Defect[] {
  const given = new Map<string, unknown>();
  return [
    onRequest('updateUser', ({ url, sent }) => {
      if (sent['created_at'] === undefined) return;
      given.set(url, sent['created_at']);
      for (const field of ['user_id', 'created_at']) Reflect.deleteProperty(sent, field);
    }),
    onBody('updateUser', (body, { url }) =>
      given.has(url) ? { ...body, created_at: given.get(url) } : body,
    ),
  ];
}

/** Hides its open points, so that a probe has to learn what the defect changes. */
const undeclared = onAnswer(/^\/_sandbox\/health/, ({ body }) => ({
  body: { ...(body as object), profile: undefined },
}));

const bounding = (name: 'created_from' | 'created_to', bound: string): Defect =>
  onQuery('listBankStatements', (query) => void (query.has(name) && query.set(name, bound)));

const firstOf =
  (field: string, count: number) =>
  ({ sent }: { sent: Record<string, unknown> }): void => {
    const items = sent[field];
    if (Array.isArray(items)) sent[field] = items.slice(0, count);
  };

function keepsFirst(operation: 'getOnsExpenditure'): Defect {
  const first = new Map<string, EdgeAnswer>();
  return onAnswer(operation, (answer, { url }) => {
    if (answer.status === 200 && !first.has(url)) first.set(url, answer);
    return first.get(url);
  });
}

/** Defects that show with the second and third of something, with a history, or with an odd value. */
export const secondOneMutants = mutantsOf('', {
  // Siblings.
  'payroll.query.submissions-linked: names-the-first-account-on-every-submission': namesFirstAccount(),
  'documents.upload.becomes-submission: files-all-uploads-under-the-first-name':
    asOnTheFirst('document_filename'),
  'documents.presign.echo: repeats-the-first-file-name-for-all': onBody(
    'presignBankStatements',
    ({ presigned_urls: items }) => firstNamed(items, 'file_name'),
  ),
  'bank-statements.shape.extracted-data: shows-the-first-account-on-every-statement':
    asOnTheFirst('account_information'),
  'income.shape.as-reported: shows-the-first-period-on-all-income': onBody(
    'getTaxauthIncome',
    ({ income_submissions: listed }) => firstNamed(listed, 'income_period'),
  ),
  'expenditure.errors.born-after-month: names-the-first-impossible-birth-alone': firstBirthAlone,
  'expenditure.errors.combined: tells-of-post-codes-only-once-births-are-right': onMessages((errors) =>
    errors.some(isBirth) ? errors.filter(isBirth) : errors,
  ),
  'expenditure.errors.combined: names-the-last-impossible-birth-alone': onMessages((errors) =>
    errors.filter((message) => !isBirth(message) || message === errors.findLast(isBirth)),
  ),
  'expenditure.errors.over-age: names-the-first-person-too-old-alone': firstBirthAlone,
  'authorisation.needed.direct-connection: refuses-a-one-time-authorisation':
    oneTime('createDirectConnection'),
  'authorisation.needed.mfa: refuses-a-one-time-authorisation-for-an-answer': oneTime('submitMfa'),
  'authorisation.needed.payroll-connection: refuses-a-one-time-authorisation-for-a-query':
    oneTime('queryPayrollConnection'),
  'events.routing.every-subscription: hears-the-first-two-kinds-alone': onRequest(
    'createWebhook',
    firstOf('events', 2),
  ),
  'documents.presign.one-item-per-file: drops-files-beyond-the-tenth': onRequest(
    'presignBankStatements',
    firstOf('files', 10),
  ),
  'income.filter.entry: ignores-the-entry-on-later-pages': onQuery('getTaxauthIncome', (query) => {
    if (Number(query.get('offset') ?? 1) > 1) query.delete('entry_id');
  }),
  'auth.bearer.presign: takes-a-token-under-any-scheme': onRequest('*', ({ headers }) => {
    const token = String(headers['authorization'] ?? '')
      .split(' ')
      .at(-1);
    if (token) headers['authorization'] = `Bearer ${token}`;
  }),
  'documents.presign.one-item-per-file: gives-files-of-one-name-one-address': onBody(
    'presignBankStatements',
    ({ presigned_urls: items }) => {
      const addresses = new Map(items.map(({ file_name, presigned_url }) => [file_name, presigned_url]));
      for (const item of items) item.presigned_url = addresses.get(item.file_name) ?? '';
    },
  ),
  'users.patch.keeps-omitted: lets-the-creation-time-be-written': writesCreationTime(),
  'http.answers-are-json: declares-messages-of-wrong-updates-as-text': onAnswer(
    'updateUser',
    ({ status, headers }) =>
      [400, 404].includes(status) && { headers: { ...headers, 'content-type': 'text/plain' } },
  ),
  // Foreign and deleted ids.
  'users.delete.unknown: confirms-ids-in-capitals-and-deletes-nothing': instead('deleteUser', ({ url }) =>
    /[A-F]/.test(url) ? { status: 200, body: { message: 'The user was deleted' } } : undefined,
  ),
  'accounts.delete.gone: answers-for-accounts-that-were-deleted': answersForDeleted(),
  'income.filter.account: filters-by-the-account-of-anyone': filtersAnyones('account_id'),
  'income.filter.entry: filters-by-the-entry-of-anyone': filtersAnyones('entry_id'),
  // A defect does not make its own clause "not judged".
  'bank-statements.filter.before: leaves-everything-out': [
    undeclared,
    bounding('created_from', '2999-01-01T00:00:00.000Z'),
  ],
  'bank-statements.filter.after: refuses-the-filter': [undeclared, bounding('created_to', 'nothing')],
  // There and back.
  'events.signature.hmac-of-raw-body: signs-with-the-first-secret-of-a-name':
    remembersByName('signing_secret'),
  'events.encryption.decrypts: encrypts-with-the-first-key-of-a-name': remembersByName('encryption_key'),
  'webhooks.create.echo: shows-the-first-address-of-a-name': remembersByName('url'),
  'accounts.mfa.answers-with-account: refuses-the-right-answer-after-a-wrong-one': refusesAfterWrong(),
  'members.sign-in.wrong-credentials: refuses-the-right-password-after-a-wrong-one':
    refusesSignInAfterWrong(),
  'users.patch.sets: ignores-a-value-that-was-there-before': ignoresEarlierValues('updateUser'),
  'configuration.patch.sets: ignores-a-setting-that-was-there-before':
    ignoresEarlierValues('updateConfiguration'),
  'http.same-paths: serves-no-providers-in-production': servesNoProvidersInProduction(),
  'expenditure.age.user-otherwise: keeps-the-first-estimate-of-a-user': keepsFirst('getOnsExpenditure'),
  // Over time.
  'settings.recurring-checks.user-enables: ends-the-checks-of-others-with-every-update': endsChecksOfOthers(),
});
