import type { PartialProfile } from '../../spec/profile.ts';
import { rename } from '../../spec/render.ts';
import { configurationFields, userFields } from '../predicates/settings.ts';
import {
  fieldsOf,
  isObject,
  isUuid,
  type JsonFields,
  objectsIn,
  readJson,
  uuids,
} from '../target/read-json.ts';
import { isSuccess, type Passed } from './passed.ts';
import type { Routed } from './routes.ts';

/** A sandbox that obeys the learnt profile, and is empty. */
export type FreshSandbox = { readonly url: string; readonly apiKey: string; readonly otherApiKey?: string };

/** A recorded exchange; `routed` is undefined for a call that arranged something. */
export type Recorded = Passed & {
  readonly routed: Routed | undefined;
  readonly sent: JsonFields;
  readonly body: unknown;
};
export type Replayed = Recorded & { readonly routed: Routed };

const accountIn = ({ routed: { path }, sent }: Replayed): unknown => path['account_id'] ?? sent['account_id'];
const userIn = ({ routed: { path }, sent }: Replayed): unknown => path['user_id'] ?? sent['user_id'];
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
  readonly #list: readonly Replayed[];
  readonly #kept: readonly Replayed[];
  /** What the recorded deployment's own arrangement API made: those calls are sent again, and nothing is guessed. */
  readonly #made: ReadonlySet<string>;
  readonly #keys = new Map<string, string>();
  readonly #authorised = new Map<string, string>();
  /** Users whose payslips are arranged. */
  readonly #paid = new Set<string>();
  /** Users of a list whom no request names: one of them may be the holder of a token. */
  readonly #spare: string[] = [];
  readonly #userFields: readonly string[];
  readonly #incomeField: string;
  #at: number;

  constructor(sandbox: FreshSandbox, list: readonly Recorded[], { naming = {} }: PartialProfile) {
    this.#sandbox = sandbox;
    const { apiKey, otherApiKey = apiKey } = sandbox;
    for (const { 'x-api-key': key } of list.filter(isSuccess).map(({ requestHeaders }) => requestHeaders))
      if (key !== undefined && !this.#keys.has(key))
        this.#keys.set(key, this.#keys.size === 0 ? apiKey : otherApiKey);
    const arranging = list.filter(({ routed }) => !routed);
    this.#made = new Set(arranging.flatMap(({ responseText }) => responseText.match(uuids) ?? []));
    const names = { vendor: 'svc', authority: 'taxauth', ...naming };
    this.#incomeField = String(rename('taxauth_enabled', names));
    this.#userFields = userFields.map((name) => String(rename(name, names)));
    this.#list = list.filter((one): one is Replayed => one.routed !== undefined);
    this.#kept = this.#list.filter(isSuccess);
    this.#at = list[0]?.at ?? 0;
  }

  async #call(method: string, path: string, body?: unknown): Promise<JsonFields> {
    const headers = { 'X-API-KEY': this.#sandbox.apiKey, 'Content-Type': 'application/json' };
    // The arrangement API takes two decimals; some deployments write more.
    const text = JSON.stringify(body)?.replaceAll(/"(-?\d+\.\d\d)0+"/g, '"$1"');
    const init = { method, headers, body: text ?? null };
    const response = await fetch(`${this.#sandbox.url}${path}`, init);
    return response.ok ? fieldsOf(readJson(await response.text())) : {};
  }

  #arrange(path: string, body: unknown): Promise<JsonFields> {
    return this.#call('POST', `/_sandbox${path}`, body);
  }

  /** Removes the people that every sandbox starts with, and makes those of the recording, oldest first. */
  async begin(): Promise<void> {
    for (let most = 20; most > 0; most--) {
      const users = objectsIn((await this.#call('GET', '/users?offset=1&limit=100'))['users']);
      for (const { user_id } of users) await this.#call('DELETE', `/users/${user_id}`);
      if (users.length === 0) break;
    }
    // Some lists answer for users who do not exist, too.
    const changes = this.#list.filter(({ routed }) => /^(update|delete)User$/.test(routed.operation));
    const unknown = new Set(changes.filter(({ status }) => status === 404).map(userIn));
    for (const one of changes.filter(isSuccess)) unknown.delete(userIn(one));
    const users = new Map<unknown, JsonFields>();
    for (const one of this.#kept) {
      for (const user of objectsIn(fieldsOf(one.body)['users']))
        if (!users.has(user['user_id'])) users.set(user['user_id'], user);
      const id = userIn(one);
      const shown = one.routed.operation === 'updateUser' ? fieldsOf(one.body) : personIn(one.body);
      if (isUuid(id) && !unknown.has(id))
        users.set(id, { ...picked(shown, this.#userFields), ...users.get(id) });
    }
    for (const id of this.#made) users.delete(id);
    const named = new Set(this.#list.map(userIn));
    const created = ([, { created_at }]: [unknown, JsonFields]): string => String(created_at ?? '~');
    for (const [id, fields] of [...users].sort((a, b) => created(a).localeCompare(created(b)))) {
      const { user_id } = await this.#arrange('/users', picked(fields, this.#userFields));
      this.ids.set(String(id), String(user_id));
      if (!named.has(id)) this.#spare.push(String(user_id));
    }
    const first = this.#kept.find(({ routed }) => routed.operation === 'getConfiguration');
    if (first) await this.#call('PATCH', '/configuration', picked(fieldsOf(first.body), configurationFields));
  }

  /** The sandbox's user in the place of the one who holds this token, or owns this account. */
  async #holder(key: string): Promise<string> {
    const known = this.ids.get(key) ?? this.#spare.shift();
    const user = known ?? String((await this.#arrange('/users', {}))['user_id']);
    this.ids.set(key, user);
    return user;
  }

  async #authorise(user: string | undefined): Promise<void> {
    if (user === undefined || this.#authorised.has(user)) return;
    const { authorisation_id } = await this.#arrange(`/users/${user}/authorisations`, {});
    this.#authorised.set(user, String(authorisation_id));
  }

  /** Makes what the recorded answer shows and the sandbox does not have yet. */
  async #prepare(one: Replayed): Promise<void> {
    const { routed, body, requestHeaders, status } = one;
    const { operation, path } = routed;
    const shown = fieldsOf(body);
    const user = this.ids.get(String(userIn(one)));
    if (this.#made.has(String(userIn(one)))) return;
    if (status !== 403) await this.#authorise(user);
    const { authorization: bearer } = requestHeaders;
    if (bearer !== undefined && !this.ids.has(`token ${bearer}`) && this.#isGood(bearer)) {
      const holder = await this.#holder(bearer);
      if (status !== 403) await this.#authorise(holder);
      const { token } = await this.#arrange(`/users/${holder}/tokens`, {});
      this.ids.set(`token ${bearer}`, `Bearer ${token}`);
    }
    const account = accountIn(one);
    if (isUuid(account) && !this.ids.has(account)) await this.#link(account);
    const lists = { bank_statement_submissions: 'bank-statements', income_submissions: 'taxauth' };
    for (const [field, call] of Object.entries(lists))
      for (const item of objectsIn(shown[field]).filter(({ id }) => !this.ids.has(String(id)))) {
        const { id: _id, document_id: _document, account_id: _account, entry_id: _entry, ...fields } = item;
        const { id } = await this.#arrange(`/users/${user}/${call}`, fields);
        if (id !== undefined) this.ids.set(String(item['id']), String(id));
      }
    if (operation === 'getTaxauthIncome' && (isSuccess(one) || status === 400 || status === 403))
      await this.#call('PATCH', `/users/${user}`, { [this.#incomeField]: isSuccess(one) });
    if (operation === 'getOnsExpenditure' && user !== undefined) await this.#pay(user, shown);
    if (!isSuccess(one)) return;
    if (operation === 'createDirectConnection' && !this.ids.has(`payroll of ${user}`)) {
      this.ids.set(`payroll of ${user}`, '');
      await this.#arrange(`/users/${user}/direct-payroll`, { payroll_submissions: payrollIn(body) });
    }
    const [missing] = Object.values(path).filter((id) => !this.ids.has(id));
    if (operation === 'getAuthorisationTerm' && missing !== undefined) {
      const names = ['name', 'authorisation_text', 'authorisation_category', 'is_active'];
      this.ids.set(missing, String((await this.#arrange('/terms', picked(shown, names)))['id']));
    }
    if (operation === 'deleteEntry' && missing !== undefined) {
      const owner = await this.#holder(missing);
      const entry = await this.#arrange(`/users/${owner}/entries`, { payroll_submissions: [{}] });
      this.ids.set(missing, String(entry['entry_id']));
    }
    if (operation === 'deleteWebhook' && missing !== undefined)
      await this.#subscribe({ webhook_id: missing });
    if (operation === 'listWebhooks')
      for (const hook of objectsIn(Array.isArray(body) ? body : shown['webhooks']))
        if (!this.ids.has(String(hook['webhook_id']))) await this.#subscribe(hook);
  }

  /** Whether the deployment took this token for some request, whatever else it found wrong. */
  #isGood(bearer: string): boolean {
    return this.#list.some(
      ({ requestHeaders, status }) => requestHeaders['authorization'] === bearer && status !== 401,
    );
  }

  /** An account that some answer shows to exist, with the payroll that the first query found. */
  async #link(account: string): Promise<void> {
    const about = this.#list.filter((one) => accountIn(one) === account);
    const isThere = (one: Replayed): boolean =>
      isSuccess(one) || (one.routed.operation === 'submitMfa' && one.status !== 404);
    if (!about.some(isThere)) return;
    const asked = about.filter(({ routed }) => routed.operation === 'submitMfa');
    const right = asked.find(isSuccess);
    const bearer = about.find(({ requestHeaders }) => requestHeaders['authorization'])?.requestHeaders;
    const user = await this.#holder(bearer?.['authorization'] ?? account);
    await this.#authorise(user);
    const wanted = {
      ...(asked.length > 0 && { mfa_enabled: true, mfa: right?.sent['mfa'] ?? 'never sent' }),
      payroll: about
        .filter(isSuccess)
        .flatMap(({ body }) => payrollIn(body))
        .slice(0, 40),
    };
    const named = picked(fieldsOf(right?.body), ['user_name', 'payroll_provider']);
    // The catalogue of the sandbox may not have the provider.
    let made = await this.#arrange(`/users/${user}/accounts`, { ...wanted, ...named });
    if (made['account_id'] === undefined) made = await this.#arrange(`/users/${user}/accounts`, wanted);
    this.ids.set(account, String(made['account_id']));
  }

  async #subscribe({ webhook_id, name, events, url }: JsonFields): Promise<void> {
    const made = await this.#call('POST', '/webhooks', {
      name: name ?? `earlier ${webhook_id}`,
      events: events ?? ['user-payroll-submitted'],
      url: url ?? 'https://receiver.example/hooks',
    });
    this.ids.set(String(webhook_id), String(made['webhook_id']));
  }

  /** The details and payslips that an estimate, or its refusal, shows: what a message names as missing is left out. */
  async #pay(user: string, { expenditures, errors }: JsonFields): Promise<void> {
    const said = Array.isArray(errors) ? errors.join('\n') : '';
    if (this.#paid.has(user) || /not found/i.test(said)) return;
    const shown = await this.#call('GET', `/_sandbox/users/${user}`);
    const { date_of_birth, post_codes } = fieldsOf(shown['user']);
    const [, born = '1985-05-17'] = /\[date_of_birth\] param (\d{4}-\d\d-\d\d)/.exec(said) ?? [];
    const [, code = 'LS1 4AP'] = /^Postcode (.+) has no ONS region/m.exec(said) ?? [];
    const details = {
      // Some deployments take no date without a time.
      ...(date_of_birth == null &&
        !/date_of_birth.*missing/.test(said) && { date_of_birth: `${born}T00:00:00.000Z` }),
      ...(post_codes == null && !/post_codes.*missing/.test(said) && { post_codes: [code] }),
    };
    if (Object.keys(details).length > 0) await this.#call('PATCH', `/users/${user}`, details);
    if (/periods.*missing/i.test(said)) return;
    this.#paid.add(user);
    const months = objectsIn(expenditures).map(({ date }) => String(date).slice(0, 7));
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
    const latest = new Date(this.#at).toISOString().slice(0, 7);
    await this.#arrange(`/users/${user}/entries`, {
      payroll_submissions: (months.length > 0 ? months : [latest]).map(payslip),
    });
  }

  /** Moves the clock as in the recording, and sends a recorded request with the sandbox's ids and credentials. */
  async send(one: Recorded): Promise<{ status: number; body: unknown }> {
    const { method, url, requestText, requestHeaders, body: recorded, routed, at } = one;
    const seconds = Math.floor((at - this.#at) / 1000);
    if (seconds > 0) {
      await this.#arrange('/clock', { by: `PT${seconds}S` });
      this.#at += seconds * 1000;
    }
    if (routed) await this.#prepare({ ...one, routed });
    const mapped = (text: string): string => text.replace(uuids, (id) => this.ids.get(id) ?? id);
    const headers: Record<string, string> = {};
    for (const [name, value] of Object.entries(requestHeaders)) {
      if (name === 'content-type') headers[name] = value;
      if (name === 'x-api-key') headers[name] = this.#keys.get(value) ?? value;
      if (name === 'authorization') headers[name] = this.ids.get(`token ${value}`) ?? value;
      const holder = this.ids.get(requestHeaders['authorization'] ?? '') ?? '';
      if (name.endsWith('-authorisation-id'))
        headers[name] =
          this.ids.get(value) ?? (isSuccess(one) ? this.#authorised.get(holder) : undefined) ?? value;
    }
    const isSignIn = routed?.operation === 'signInMember' && isSuccess(one);
    const member = '{"username":"member@sandbox.test","password":"sandbox-password"}';
    const sent = isSignIn ? member : mapped(requestText);
    const response = await fetch(`${this.#sandbox.url}${mapped(url)}`, {
      method,
      headers,
      body: sent === '' ? null : sent,
    });
    const body = readJson(await response.text());
    if (response.ok) this.#pair(recorded, body);
    return { status: response.status, body };
  }

  /** What the sandbox has made takes the place of what the deployment made. */
  #pair(theirs: unknown, ours: unknown, name = ''): void {
    if (isUuid(theirs) && isUuid(ours) && !this.ids.has(theirs)) this.ids.set(theirs, ours);
    if (name === 'jwt' || name === 'token') this.ids.set(`token Bearer ${theirs}`, `Bearer ${ours}`);
    if (isObject(theirs) && isObject(ours))
      for (const [key, value] of Object.entries(theirs)) this.#pair(value, ours[key], key);
  }
}
