import type { OperationId } from '../../spec/operations.ts';
import { areaOf, pagedLists } from '../predicates/pages.ts';
import { isSuccess } from '../target/exchange.ts';
import { fieldsOf, isUuid, type JsonFields, objectsIn } from '../target/read-json.ts';
import { lacksAuthorisation } from './memory/passed.ts';
import { accountIn, ifNotArranged, payrollIn, picked, type Recorded, type Replica } from './replica.ts';

/** Makes what a recorded answer shows of one resource, and the sandbox does not have yet. */
type Arrange = (replica: Replica, one: Recorded, user: string) => Promise<void>;

const createdAt = ({ created_at }: JsonFields): string => String(created_at ?? '~');
const authorisationIn = ({ requestHeaders }: Recorded): string | undefined =>
  Object.entries(requestHeaders).find(([name]) => name.endsWith('-authorisation-id'))?.[1];

/** The users of these lists, the oldest first: all, or those who were there before a time. */
export async function arrangeUsers(replica: Replica, lists: readonly Recorded[], before?: number) {
  const users = lists.flatMap(({ body }) => objectsIn(fieldsOf(body)['users']));
  for (const user of users.sort((a, b) => createdAt(a).localeCompare(createdAt(b))))
    if (before === undefined || !(Date.parse(createdAt(user)) >= before))
      await replica.userOf(String(user['user_id']));
}

/** Gives the user an authorisation, or takes it away, as the answer shows. */
const arrangeAuthorisation: Arrange = async (replica, one, user) => {
  const named = authorisationIn(one);
  const standing = `authorisation of ${user}`;
  const known = replica.ids.get(named ?? standing);
  if (lacksAuthorisation(one.status, one.responseText)) {
    if (known !== undefined) await replica.arrange(user, `authorisations/${known}`, undefined, 'DELETE');
    replica.ids.delete(standing);
  } else if (known === undefined && one.status !== 403) {
    const id = String((await replica.arrange(user, 'authorisations'))['authorisation_id']);
    replica.ids.set(standing, id);
    if (named !== undefined && isSuccess(one)) replica.ids.set(named, id);
  }
};

const arrangeToken: Arrange = async (replica, { requestHeaders }, user) => {
  const key = `token ${requestHeaders['authorization']}`;
  if (requestHeaders['authorization'] === undefined || replica.ids.has(key)) return;
  replica.ids.set(key, `Bearer ${(await replica.arrange(user, 'tokens'))['token']}`);
};

/** An account that some answer shows to exist, with the payroll that the first query found. */
async function arrangeAccount(replica: Replica, account: string, list: readonly Recorded[]): Promise<void> {
  const user = await replica.userOf(replica.owners.ofAccount(account));
  if (user === undefined) return;
  const about = list.filter((one) => accountIn(one) === account);
  const asked = about.filter(({ routed }) => routed.operation === 'submitMfa');
  const right = asked.find(isSuccess);
  const isWaiting = asked.length > 0 || about.some(({ responseText }) => /\bMFA\b/.test(responseText));
  const found = about.filter(isSuccess).flatMap(({ body }) => payrollIn(body));
  const wanted = {
    ...(isWaiting && { mfa_enabled: true, mfa: right?.sent['mfa'] ?? 'never sent' }),
    payroll: found.slice(0, 40),
  };
  const named = picked(fieldsOf(right?.body), ['user_name', 'payroll_provider']);
  const arrange = (account: JsonFields) => replica.arrange(user, 'accounts', account);
  // The catalogue of the sandbox may not have the provider.
  const made = await arrange({ ...wanted, ...named }).catch(ifNotArranged(() => arrange(wanted)));
  replica.take(account, made['account_id']);
}

/** The submissions of a list. */
const arrangeItems: Arrange = async (replica, { body, routed }, user) => {
  const what = routed.operation === 'getTaxauthIncome' ? 'taxauth' : 'bank-statements';
  const { field } = pagedLists[areaOf(routed.operation) ?? 'users'];
  for (const item of objectsIn(fieldsOf(body)[field]).filter(({ id }) => !replica.ids.has(String(id)))) {
    const { id, document_id: _document, ...fields }: Record<string, unknown> = item;
    // Income is filtered by the account and the entry that it names.
    for (const [name, one] of Object.entries(picked(item, ['account_id', 'entry_id'])))
      fields[name] = replica.ids.get(`${one}`) ?? one;
    replica.take(id, (await replica.arrange(user, what, fields))['id']);
  }
};

/** What belongs to a user, by the operation that shows it. */
const ofUser: { readonly [Id in OperationId]?: Arrange } = {
  listBankStatements: arrangeItems,
  // Income, and the switch without which it is not shown.
  getTaxauthIncome: async (replica, one, user) => {
    await arrangeItems(replica, one, user);
    // An empty list says nothing of the switch.
    const isShown = objectsIn(fieldsOf(one.body)['income_submissions']).length > 0;
    const isOff = [400, 403, 404].includes(one.status) && !lacksAuthorisation(one.status, one.responseText);
    if (isShown || isOff) await replica.update(user, { [replica.incomeField]: isShown });
  },
  // The details and payslips that an estimate, or its refusal, shows: what a message names as missing is left out.
  getOnsExpenditure: async (replica, { status, body, at }, user) => {
    const { expenditures, errors } = fieldsOf(body);
    const said = Array.isArray(errors) ? errors.join('\n') : '';
    if (!(isSuccess({ status }) || status === 404) || /not found/i.test(said)) return;
    const { date_of_birth, post_codes } = await replica.held(user);
    const [, born] = /\[date_of_birth\] param (\d{4}-\d\d-\d\d)/.exec(said) ?? [];
    const [, code] = /^Postcode (.+) has no ONS region/m.exec(said) ?? [];
    const isBirthless = date_of_birth == null && !/date_of_birth.*missing/.test(said);
    const isHomeless = post_codes == null && !/post_codes.*missing/.test(said);
    const details = {
      // Some deployments take no date without a time.
      ...((born ?? isBirthless) && { date_of_birth: `${born ?? '1985-05-17'}T00:00:00.000Z` }),
      ...((code ?? isHomeless) && { post_codes: [code ?? 'LS1 4AP'] }),
    };
    if (Object.keys(details).length > 0) await replica.update(user, details);
    if (/periods.*missing/i.test(said)) return;
    const paid = (month = ''): string => `payslip of ${user} ${month}`;
    const months = objectsIn(expenditures).map(({ date }) => String(date).slice(0, 7));
    if (months.length === 0 && !replica.ids.has(paid())) {
      const isUnborn = born !== undefined && /after the payslip month/.test(said);
      const latest = isUnborn ? Date.parse(born) - 40 * 86_400_000 : at;
      months.push(new Date(latest).toISOString().slice(0, 7));
    }
    const unpaid = months.filter((month) => !replica.ids.has(paid(month)));
    if (unpaid.length === 0) return;
    for (const month of ['', ...unpaid]) replica.ids.set(paid(month), '');
    const net_pay = /net pay/i.test(said) ? '0.00' : '2100.00';
    const payslip = (month: string) => ({
      identity_information: { date_of_birth: null, address: null },
      income_information: {
        pay_date: `${month}-28`,
        pay_interval_start: `${month}-01`,
        pay_interval_end: `${month}-28`,
        earnings: { net_pay },
      },
    });
    await replica.arrange(user, 'entries', { payroll_submissions: unpaid.map(payslip) });
  },
  createDirectConnection: async (replica, one, user) => {
    if (!isSuccess(one) || replica.ids.has(`payroll of ${user}`)) return;
    replica.ids.set(`payroll of ${user}`, '');
    await replica.arrange(user, 'direct-payroll', { payroll_submissions: payrollIn(one.body) });
  },
  deleteEntry: async (replica, one, user) => {
    const { entry_id = '' } = one.routed.path;
    if (!isSuccess(one) || replica.ids.has(entry_id)) return;
    const made = await replica.arrange(user, 'entries', { payroll_submissions: [{}] });
    replica.take(entry_id, made['entry_id']);
  },
};

async function subscribe(replica: Replica, { webhook_id, name, events, url }: JsonFields): Promise<void> {
  if (replica.ids.has(String(webhook_id))) return;
  const made = await replica.call('POST', '/webhooks', {
    name: name ?? `earlier ${webhook_id}`,
    events: events ?? ['user-payroll-submitted'],
    url: url ?? 'https://receiver.example/hooks',
  });
  replica.take(webhook_id, made['webhook_id']);
}

/** What belongs to the client, by the operation that shows it with success. */
const ofClient: { readonly [Id in OperationId]?: (replica: Replica, one: Recorded) => Promise<void> } = {
  getAuthorisationTerm: async (replica, { body, routed, requestHeaders }) => {
    const { term_id = '' } = routed.path;
    if (replica.ids.has(term_id)) return;
    const names = ['name', 'authorisation_text', 'authorisation_category', 'is_active'];
    const key = replica.keys.get(requestHeaders['x-api-key'] ?? '');
    const made = await replica.call('POST', '/_sandbox/terms', picked(fieldsOf(body), names), key);
    replica.take(term_id, made['id']);
  },
  deleteWebhook: (replica, { routed }) => subscribe(replica, routed.path),
  listWebhooks: async (replica, { body }) => {
    for (const hook of objectsIn(Array.isArray(body) ? body : fieldsOf(body)['webhooks']))
      await subscribe(replica, hook);
  },
};

/** Arranges what a recorded answer shows; `list` has all that was recorded. */
export async function arrangeFor(replica: Replica, one: Recorded, list: readonly Recorded[]): Promise<void> {
  const { operation } = one.routed;
  await arrangeUsers(replica, [one]);
  const user = await replica.userOf(replica.owners.of(one));
  if (user !== undefined) {
    await arrangeAuthorisation(replica, one, user);
    await arrangeToken(replica, one, user);
    await ofUser[operation]?.(replica, one, user);
  }
  const account = accountIn(one);
  if (isUuid(account) && !replica.ids.has(account)) await arrangeAccount(replica, account, list);
  if (isSuccess(one)) await ofClient[operation]?.(replica, one);
}
