import type { PartialProfile } from '../../spec/profile.ts';
import { bodyText } from '../../spec/read-body.ts';
import { rename } from '../../spec/render.ts';
import { configurationFields, userFields } from '../predicates/settings.ts';
import { isSuccess } from '../target/exchange.ts';
import {
  fieldsOf,
  isObject,
  isUuid,
  type JsonFields,
  objectsIn,
  readJson,
  uuids,
} from '../target/read-json.ts';
import { lacksAuthorisation, type Passed } from './memory/passed.ts';
import { accountIn, Owners, type Recorded, userIn } from './owners.ts';

/** A sandbox that obeys the learnt profile, and is empty. */
export type FreshSandbox = { readonly url: string; readonly apiKey: string; readonly otherApiKey?: string };

const authorisationIn = ({ requestHeaders }: Recorded): string | undefined =>
  Object.entries(requestHeaders).find(([name]) => name.endsWith('-authorisation-id'))?.[1];
const createdAt = ({ created_at }: JsonFields): string => String(created_at ?? '~');
const payrollIn = (body: unknown): JsonFields[] =>
  objectsIn(fieldsOf(body)['payroll_submissions']).map(
    ({ identity_information, employment_information, income_information }) => ({
      identity_information,
      employment_information,
      income_information,
    }),
  );
/** The details by which the payroll in an answer belongs to its user. */
function personIn(body: unknown): JsonFields {
  const {
    NI_number: ni_number,
    date_of_birth,
    address,
  } = fieldsOf(payrollIn(body)[0]?.['identity_information']);
  const { post_code } = fieldsOf(address);
  return { ni_number, date_of_birth, post_codes: post_code == null ? null : [post_code] };
}
const picked = (fields: JsonFields, names: readonly string[]): JsonFields =>
  Object.fromEntries(names.filter((name) => fields[name] != null).map((name) => [name, fields[name]]));

/** The recording played again: before each request the state is arranged that its recorded answer shows. */
export class Replay {
  /** Recorded ids and credentials, and those of the sandbox in their place. */
  readonly ids = new Map<string, string>();
  readonly #sandbox: FreshSandbox;
  readonly #list: readonly Recorded[];
  readonly #owners: Owners;
  /** The API keys of the sandbox. */
  readonly #clients: ReadonlySet<string>;
  readonly #keys = new Map<string, string>();
  /** The key of the client to whom a user of the sandbox belongs. */
  readonly #homes = new Map<string, string>();
  readonly #authorised = new Map<string, string>();
  /** Users and months whose payslips are arranged. */
  readonly #paid = new Set<string>();
  /** What the recording shows of each user, the first time. */
  readonly #firstShown = new Map<unknown, JsonFields>();
  /** The details by which a user got payroll. */
  readonly #persons = new Map<unknown, JsonFields>();
  /** The place of the last exchange about each owner. */
  readonly #lastOf: ReadonlyMap<unknown, number>;
  readonly #userFields: readonly string[];
  readonly #incomeField: string;
  #at: number;

  constructor(
    sandbox: FreshSandbox,
    list: readonly Recorded[],
    recorded: readonly Passed[],
    { naming = {} }: PartialProfile,
  ) {
    this.#sandbox = sandbox;
    const { apiKey, otherApiKey = apiKey } = sandbox;
    this.#clients = new Set([apiKey, otherApiKey]);
    for (const { 'x-api-key': key } of list.filter(isSuccess).map(({ requestHeaders }) => requestHeaders))
      if (key !== undefined && !this.#keys.has(key))
        this.#keys.set(key, this.#keys.size === 0 ? apiKey : otherApiKey);
    const names = { vendor: 'svc', authority: 'taxauth', ...naming };
    this.#incomeField = String(rename('taxauth_enabled', names));
    this.#userFields = userFields.map((name) => String(rename(name, names)));
    this.#list = list;
    this.#owners = new Owners(list, recorded);
    this.#lastOf = new Map(list.map((one) => [this.#owners.of(one), one.begun]));
    for (const one of list.filter(isSuccess)) {
      const updated = one.routed.operation === 'updateUser' ? [fieldsOf(one.body)] : [];
      for (const user of [...objectsIn(fieldsOf(one.body)['users']), ...updated])
        if (!this.#firstShown.has(user['user_id'])) this.#firstShown.set(user['user_id'], user);
      if (one.routed.operation === 'createDirectConnection')
        this.#persons.set(userIn(one), personIn(one.body));
    }
    this.#at = list[0]?.at ?? 0;
  }

  async #call(method: string, path: string, body?: unknown, key = this.#sandbox.apiKey): Promise<JsonFields> {
    const headers = { 'X-API-KEY': key, 'Content-Type': 'application/json' };
    // The arrangement API takes two decimals; some deployments write more.
    const text = JSON.stringify(body)?.replaceAll(/"(-?\d+\.\d\d)0+"/g, '"$1"');
    const init = { method, headers, body: text ?? null };
    const response = await fetch(`${this.#sandbox.url}${path}`, init);
    return response.ok ? fieldsOf(readJson(await bodyText(response))) : {};
  }

  #arrange(user: string, what: string, body: unknown = {}, method = 'POST'): Promise<JsonFields> {
    return this.#call(method, `/_sandbox/users/${user}/${what}`, body, this.#homes.get(user));
  }

  #update(user: string, fields: JsonFields): Promise<JsonFields> {
    return this.#call('PATCH', `/users/${user}`, fields, this.#homes.get(user));
  }

  /** Removes the people that every sandbox starts with. */
  async begin(): Promise<void> {
    for (const key of this.#clients)
      for (let most = 20; most > 0; most--) {
        const users = objectsIn(
          (await this.#call('GET', '/users?offset=1&limit=100', undefined, key))['users'],
        );
        for (const { user_id } of users) await this.#call('DELETE', `/users/${user_id}`, undefined, key);
        if (users.length === 0) break;
      }
    const first = this.#list.find((one) => one.routed.operation === 'getConfiguration' && isSuccess(one));
    if (first) await this.#call('PATCH', '/configuration', picked(fieldsOf(first.body), configurationFields));
  }

  /** The sandbox's user in the place of a recorded one, made when it is needed first; undefined where nothing shows that there is one. */
  async #userOf(owner = ''): Promise<string | undefined> {
    if (this.ids.has(owner) || !this.#owners.there.has(owner)) return this.ids.get(owner);
    const key = this.#keys.get(this.#owners.keys.get(owner) ?? '');
    const fields = picked({ ...this.#persons.get(owner), ...this.#firstShown.get(owner) }, this.#userFields);
    const user = String((await this.#call('POST', '/_sandbox/users', fields, key))['user_id']);
    this.#homes.set(user, key ?? this.#sandbox.apiKey);
    this.ids.set(owner, user);
    return user;
  }

  /** Gives the user an authorisation, or takes it away, as the answer shows. */
  async #authorise(user: string, one: Recorded): Promise<void> {
    const named = authorisationIn(one);
    const known = named === undefined ? this.#authorised.get(user) : this.ids.get(named);
    if (lacksAuthorisation(one.status, one.responseText)) {
      if (known === undefined) return;
      await this.#arrange(user, `authorisations/${known}`, undefined, 'DELETE');
      this.#authorised.delete(user);
    } else if (known === undefined && one.status !== 403) {
      const id = String((await this.#arrange(user, 'authorisations'))['authorisation_id']);
      this.#authorised.set(user, id);
      if (named !== undefined && isSuccess(one)) this.ids.set(named, id);
    }
  }

  /** Makes what the recorded answer shows and the sandbox does not have yet. */
  async #prepare(one: Recorded): Promise<void> {
    const { routed, body, requestHeaders } = one;
    const { operation, path } = routed;
    const shown = fieldsOf(body);
    const { authorization: bearer } = requestHeaders;
    const listed = [...objectsIn(shown['users'])].sort((a, b) => createdAt(a).localeCompare(createdAt(b)));
    for (const { user_id } of listed) await this.#userOf(String(user_id));
    const account = accountIn(one);
    const owner = this.#owners.of(one);
    const user = await this.#userOf(owner);
    if (user !== undefined) {
      await this.#authorise(user, one);
      if (bearer !== undefined && !this.ids.has(`token ${bearer}`))
        this.ids.set(`token ${bearer}`, `Bearer ${(await this.#arrange(user, 'tokens'))['token']}`);
      await this.#fill(user, one);
    }
    if (isUuid(account) && !this.ids.has(account)) await this.#link(account);
    if (!isSuccess(one)) return;
    const [missing] = Object.values(path).filter((id) => !this.ids.has(id));
    if (operation === 'getAuthorisationTerm' && missing !== undefined) {
      const names = ['name', 'authorisation_text', 'authorisation_category', 'is_active'];
      const key = this.#keys.get(requestHeaders['x-api-key'] ?? '');
      this.#take(missing, (await this.#call('POST', '/_sandbox/terms', picked(shown, names), key))['id']);
    }
    if (operation === 'deleteEntry' && missing !== undefined && user !== undefined) {
      this.#take(missing, (await this.#arrange(user, 'entries', { payroll_submissions: [{}] }))['entry_id']);
    }
    if (operation === 'deleteWebhook' && missing !== undefined)
      await this.#subscribe({ webhook_id: missing });
    if (operation === 'listWebhooks')
      for (const hook of objectsIn(Array.isArray(body) ? body : shown['webhooks']))
        if (!this.ids.has(String(hook['webhook_id']))) await this.#subscribe(hook);
  }

  /** Gives a user the submissions, settings and payroll that the answer shows. */
  async #fill(user: string, one: Recorded): Promise<void> {
    const { body, status } = one;
    const { operation } = one.routed;
    const shown = fieldsOf(body);
    const lists = { bank_statement_submissions: 'bank-statements', income_submissions: 'taxauth' };
    for (const [field, call] of Object.entries(lists))
      for (const item of objectsIn(shown[field]).filter(({ id }) => !this.ids.has(String(id)))) {
        const { id: _id, document_id: _document, account_id: _account, entry_id: _entry, ...fields } = item;
        this.#take(item['id'], (await this.#arrange(user, call, fields))['id']);
      }
    const isSwitched = isSuccess(one) || status === 400 || status === 403 || status === 404;
    if (operation === 'getTaxauthIncome' && isSwitched && !lacksAuthorisation(status, one.responseText))
      await this.#update(user, { [this.#incomeField]: isSuccess(one) });
    if (operation === 'getOnsExpenditure' && (isSuccess(one) || status === 404)) await this.#pay(user, shown);
    if (operation === 'createDirectConnection' && isSuccess(one) && !this.ids.has(`payroll of ${user}`)) {
      this.ids.set(`payroll of ${user}`, '');
      await this.#arrange(user, 'direct-payroll', { payroll_submissions: payrollIn(body) });
    }
  }

  /** An account that some answer shows to exist, with the payroll that the first query found. */
  async #link(account: string): Promise<void> {
    const user = await this.#userOf(this.#owners.ofAccount(account));
    if (user === undefined) return;
    const about = this.#list.filter((one) => accountIn(one) === account);
    const asked = about.filter(({ routed }) => routed.operation === 'submitMfa');
    const right = asked.find(isSuccess);
    const isWaiting = asked.length > 0 || about.some(({ responseText }) => /\bMFA\b/.test(responseText));
    const wanted = {
      ...(isWaiting && { mfa_enabled: true, mfa: right?.sent['mfa'] ?? 'never sent' }),
      payroll: about
        .filter(isSuccess)
        .flatMap(({ body }) => payrollIn(body))
        .slice(0, 40),
    };
    const named = picked(fieldsOf(right?.body), ['user_name', 'payroll_provider']);
    // The catalogue of the sandbox may not have the provider.
    let made = await this.#arrange(user, 'accounts', { ...wanted, ...named });
    if (made['account_id'] === undefined) made = await this.#arrange(user, 'accounts', wanted);
    this.#take(account, made['account_id']);
  }

  async #subscribe({ webhook_id, name, events, url }: JsonFields): Promise<void> {
    const made = await this.#call('POST', '/webhooks', {
      name: name ?? `earlier ${webhook_id}`,
      events: events ?? ['user-payroll-submitted'],
      url: url ?? 'https://receiver.example/hooks',
    });
    this.#take(webhook_id, made['webhook_id']);
  }

  /** The details and payslips that an estimate, or its refusal, shows: what a message names as missing is left out. */
  async #pay(user: string, { expenditures, errors }: JsonFields): Promise<void> {
    const said = Array.isArray(errors) ? errors.join('\n') : '';
    if (/not found/i.test(said)) return;
    const held = await this.#call('GET', `/_sandbox/users/${user}`, undefined, this.#homes.get(user));
    const { date_of_birth, post_codes } = fieldsOf(held['user']);
    const [, born] = /\[date_of_birth\] param (\d{4}-\d\d-\d\d)/.exec(said) ?? [];
    const [, code] = /^Postcode (.+) has no ONS region/m.exec(said) ?? [];
    const isBirthless = date_of_birth == null && !/date_of_birth.*missing/.test(said);
    const isHomeless = post_codes == null && !/post_codes.*missing/.test(said);
    const details = {
      // Some deployments take no date without a time.
      ...((born ?? isBirthless) && { date_of_birth: `${born ?? '1985-05-17'}T00:00:00.000Z` }),
      ...((code ?? isHomeless) && { post_codes: [code ?? 'LS1 4AP'] }),
    };
    if (Object.keys(details).length > 0) await this.#update(user, details);
    if (/periods.*missing/i.test(said)) return;
    const months = objectsIn(expenditures).map(({ date }) => String(date).slice(0, 7));
    if (months.length === 0 && !this.#paid.has(user)) {
      const isUnborn = born !== undefined && /after the payslip month/.test(said);
      const latest = isUnborn ? Date.parse(born) - 40 * 86_400_000 : this.#at;
      months.push(new Date(latest).toISOString().slice(0, 7));
    }
    const unpaid = months.filter((month) => !this.#paid.has(`${user} ${month}`));
    if (unpaid.length === 0) return;
    for (const month of unpaid) this.#paid.add(user).add(`${user} ${month}`);
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
    await this.#arrange(user, 'entries', { payroll_submissions: unpaid.map(payslip) });
  }

  /** Moves the clock as in the recording, and sends a recorded request with the sandbox's ids and credentials. */
  async send(one: Recorded): Promise<{ status: number; body: unknown }> {
    const { method, url, requestText, requestHeaders, body: recorded, routed, at } = one;
    const seconds = Math.floor((at - this.#at) / 1000);
    if (seconds > 0) {
      for (const key of this.#clients)
        await this.#call('POST', '/_sandbox/clock', { by: `PT${seconds}S` }, key);
      this.#at += seconds * 1000;
    }
    await this.#prepare(one);
    const mapped = (text: string): string => text.replace(uuids, (id) => this.ids.get(id) ?? id);
    const headers: Record<string, string> = {};
    for (const [name, value] of Object.entries(requestHeaders)) {
      if (name === 'content-type') headers[name] = value;
      if (name === 'x-api-key') headers[name] = this.#keys.get(value) ?? value;
      if (name === 'authorization') headers[name] = this.ids.get(`token ${value}`) ?? value;
      if (name.endsWith('-authorisation-id')) headers[name] = this.ids.get(value) ?? value;
    }
    const isSignIn = routed.operation === 'signInMember' && isSuccess(one);
    const member = '{"username":"member@sandbox.test","password":"sandbox-password"}';
    const sent = isSignIn ? member : mapped(requestText);
    const response = await fetch(`${this.#sandbox.url}${mapped(url)}`, {
      method,
      headers,
      body: sent === '' ? null : sent,
    });
    const body = readJson(await bodyText(response));
    if (response.ok) this.#pair(recorded, body);
    await this.#leave(one);
    return { status: response.status, body };
  }

  /** A user whose id nothing tells stands in lists beside the one whom it stands for: it goes when it is not needed any more. */
  async #leave(one: Recorded): Promise<void> {
    const owner = this.#owners.of(one) ?? '';
    const user = this.ids.get(owner);
    if (user === undefined || isUuid(owner) || this.#lastOf.get(owner) !== one.begun) return;
    await this.#call('DELETE', `/users/${user}`, undefined, this.#homes.get(user));
  }

  #take(theirs: unknown, ours: unknown): void {
    if (isUuid(ours)) this.ids.set(String(theirs), ours);
  }

  /** What the sandbox has made takes the place of what the deployment made. */
  #pair(theirs: unknown, ours: unknown, name = ''): void {
    if (isUuid(theirs) && !this.ids.has(theirs)) this.#take(theirs, ours);
    if (name === 'jwt' || name === 'token') this.ids.set(`token Bearer ${theirs}`, `Bearer ${ours}`);
    if (isObject(theirs) && isObject(ours))
      for (const [key, value] of Object.entries(theirs)) this.#pair(value, ours[key], key);
  }
}
