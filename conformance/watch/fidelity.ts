import type { PartialProfile } from '../../spec/profile.ts';
import { rename } from '../../spec/render.ts';
import { configurationFields, userFields } from '../predicates/settings.ts';
import { fieldsOf, type JsonFields, objectsIn, readJson } from '../target/read-json.ts';
import { tolerantContract } from '../tolerant-contract.ts';
import { adviser } from './advice.ts';
import { isSuccess, type Passed } from './passed.ts';
import { type Routed, Routes } from './routes.ts';

/** A sandbox that obeys the learnt profile, and is empty. */
export type FreshSandbox = { readonly url: string; readonly apiKey: string };

type Score = { requests: number; status: number; shape: number; values: number; leaves: number };
export type Fidelity = {
  readonly byOperation: ReadonlyMap<string, Score>;
  readonly overall: Score;
  /** Each kind of difference once, with what to do about it and how often it came. */
  readonly differences: ReadonlyMap<string, number>;
};

type Replayed = Passed & { readonly routed: Routed; readonly sent: JsonFields; readonly body: unknown };
const uuids = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi;
const isUuid = (value: unknown): value is string =>
  typeof value === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value);
const newScore = (): Score => ({ requests: 0, status: 0, shape: 0, values: 0, leaves: 0 });

/** Sends the requests of a recording to a sandbox in their order, and compares what comes back. */
export async function fidelityOf(
  recorded: readonly Passed[],
  sandbox: FreshSandbox,
  profile: PartialProfile = {},
): Promise<Fidelity> {
  const contract = tolerantContract(profile);
  const routes = new Routes(contract);
  const names = namesIn(contract.document);
  const unknown = new Map<string, number>();
  const list = recorded.flatMap((passed): Replayed[] => {
    const isRead = passed.kind === 'exchange' && passed.unread === undefined;
    const routed = isRead ? routes.find(passed.method, passed.url) : undefined;
    const sent = fieldsOf(readJson(passed.requestText));
    const body = stated(readJson(passed.responseText), names, unknown);
    return routed ? [{ ...passed, routed, sent, body }] : [];
  });
  const replay = new Replay(sandbox, list, profile);
  await replay.begin();
  const advise = adviser(profile);
  const byOperation = new Map<string, Score>();
  const overall = newScore();
  const differences = new Map<string, number>();
  for (const one of list) {
    const answer = await replay.send(one);
    const { operation } = one.routed;
    const found = compared(one, answer, replay.ids);
    const score = byOperation.get(operation) ?? newScore();
    byOperation.set(operation, score);
    for (const sum of [score, overall]) {
      sum.requests++;
      sum.status += Number(found.status);
      sum.shape += Number(found.shape);
      sum.values += found.same;
      sum.leaves += found.leaves;
    }
    for (const difference of new Set(found.differences)) {
      const key = `${operation}: ${difference} (${advise(operation, difference)})`;
      differences.set(key, (differences.get(key) ?? 0) + 1);
    }
  }
  for (const [name, times] of unknown)
    differences.set(`${name} is no field of the contract, and not counted`, times);
  return { byOperation, overall, differences };
}

/** Every name of a field in the contract. */
function namesIn(node: unknown, names = new Set<string>()): ReadonlySet<string> {
  for (const [key, child] of Object.entries(fieldsOf(node))) {
    if (key === 'properties') for (const name of Object.keys(fieldsOf(child))) names.add(name);
    namesIn(child, names);
  }
  return names;
}

/** A value without the fields that no sandbox can know, which are counted. */
function stated(value: unknown, names: ReadonlySet<string>, unknown: Map<string, number>): unknown {
  if (Array.isArray(value)) return value.map((item) => stated(item, names, unknown));
  if (typeof value !== 'object' || value === null) return value;
  const kept: Record<string, unknown> = {};
  for (const [name, child] of Object.entries(value)) {
    if (names.has(name)) kept[name] = stated(child, names, unknown);
    else unknown.set(name, (unknown.get(name) ?? 0) + 1);
  }
  return kept;
}

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
class Replay {
  /** Recorded ids and credentials, and those of the sandbox in their place. */
  readonly ids = new Map<string, string>();
  readonly #sandbox: FreshSandbox;
  readonly #list: readonly Replayed[];
  readonly #kept: readonly Replayed[];
  readonly #authorised = new Map<string, string>();
  /** Users whose payslips are arranged. */
  readonly #paid = new Set<string>();
  /** Users of a list whom no request names: one of them may be the holder of a token. */
  readonly #spare: string[] = [];
  readonly #userFields: readonly string[];
  readonly #incomeField: string;
  #at: number;

  constructor(sandbox: FreshSandbox, list: readonly Replayed[], { naming = {} }: PartialProfile) {
    this.#sandbox = sandbox;
    const names = { vendor: 'svc', authority: 'taxauth', ...naming };
    this.#incomeField = String(rename('taxauth_enabled', names));
    this.#userFields = userFields.map((name) => String(rename(name, names)));
    this.#list = list;
    this.#kept = list.filter(isSuccess);
    this.#at = list[0]?.at ?? 0;
  }

  async #call(method: string, path: string, body?: unknown): Promise<JsonFields> {
    const headers = { 'X-API-KEY': this.#sandbox.apiKey, 'Content-Type': 'application/json' };
    const init = { method, headers, body: body === undefined ? null : JSON.stringify(body) };
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
      if (isUuid(id) && !unknown.has(id)) users.set(id, { ...shown, ...users.get(id) });
    }
    const named = new Set(this.#list.map(userIn));
    const created = ([, { created_at }]: [unknown, JsonFields]): string => String(created_at ?? '');
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
    if (status !== 403) await this.#authorise(user);
    const { authorization: bearer } = requestHeaders;
    if (bearer !== undefined && !this.ids.has(`token ${bearer}`) && this.#isGood('authorization', bearer)) {
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
    if (operation === 'getTaxauthIncome' && (isSuccess(one) || status === 403))
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

  /** Whether some request with this credential succeeded. */
  #isGood(header: string, value: string): boolean {
    return this.#kept.some(({ requestHeaders }) => requestHeaders[header] === value);
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
      ...(date_of_birth == null && !/date_of_birth.*missing/.test(said) && { date_of_birth: born }),
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
  async send(one: Replayed): Promise<{ status: number; body: unknown }> {
    const { method, url, requestText, requestHeaders, body: recorded, routed, at } = one;
    const seconds = Math.floor((at - this.#at) / 1000);
    if (seconds > 0) {
      await this.#arrange('/clock', { by: `PT${seconds}S` });
      this.#at += seconds * 1000;
    }
    await this.#prepare(one);
    const mapped = (text: string): string => text.replace(uuids, (id) => this.ids.get(id) ?? id);
    const headers: Record<string, string> = {};
    for (const [name, value] of Object.entries(requestHeaders)) {
      if (name === 'content-type') headers[name] = value;
      if (name === 'x-api-key')
        headers[name] = this.#isGood('x-api-key', value) ? this.#sandbox.apiKey : value;
      if (name === 'authorization') headers[name] = this.ids.get(`token ${value}`) ?? value;
      const holder = this.ids.get(requestHeaders['authorization'] ?? '') ?? '';
      if (name.endsWith('-authorisation-id'))
        headers[name] = (isSuccess(one) ? this.#authorised.get(holder) : undefined) ?? value;
    }
    const isSignIn = routed.operation === 'signInMember' && isSuccess(one);
    const member = '{"username":"member@sandbox.test","password":"sandbox-password"}';
    const sent = isSignIn ? member : mapped(requestText);
    const response = await fetch(`${this.#sandbox.url}${mapped(url)}`, {
      method,
      headers,
      body: sent === '' ? null : sent,
    });
    const body = readJson(await response.text());
    // What the sandbox has made takes the place of what the deployment made.
    if (response.ok)
      for (const [name, theirs] of Object.entries(fieldsOf(recorded))) {
        const ours = fieldsOf(body)[name];
        if (isUuid(theirs) && isUuid(ours)) this.ids.set(theirs, ours);
        if (name === 'jwt') this.ids.set(`token Bearer ${theirs}`, `Bearer ${ours}`);
      }
    return { status: response.status, body };
  }
}

/** Every place of a JSON value with its type, items of lists together, and its leaves by place. */
function placesOf(
  value: unknown,
  place = '',
  found = new Map<string, string>(),
  leaves = new Map<string, unknown>(),
) {
  const type = value === null ? 'null' : Array.isArray(value) ? 'list' : typeof value;
  if (value != null) found.set(place.replaceAll(/\.\d+/g, '[]'), type);
  if (typeof value === 'object' && value !== null)
    for (const [name, child] of Object.entries(value)) placesOf(child, `${place}.${name}`, found, leaves);
  else leaves.set(place, value);
  return { found, leaves };
}

/** Times at which something was made, what was said, and short-lived addresses differ in every run. */
const differing = /(created_at|timestamp|jwt|presigned_url|\.path|message|errors\.\d+)$/;

function compared(
  recorded: Replayed,
  answer: { status: number; body: unknown },
  ids: ReadonlyMap<string, string>,
) {
  const differences: string[] = [];
  const status = recorded.status === answer.status;
  if (!status) differences.push(`status ${answer.status} where ${recorded.status} was recorded`);
  const theirs = placesOf(recorded.body);
  const ours = placesOf(answer.body);
  const missing = [...theirs.found].filter(([place, type]) => ours.found.get(place) !== type);
  // Where a whole object is absent, so is all that is in it.
  const around = (place: string): string => place.replace(/(\.[^.[]+|\[\])$/, '');
  const topmost = missing.filter(([place]) => place === '' || ours.found.has(around(place)));
  for (const [place, type] of status ? topmost : [])
    differences.push(`${place || 'the body'} is ${ours.found.get(place) ?? 'absent'} where it was ${type}`);
  let same = 0;
  let leaves = 0;
  for (const [place, value] of theirs.leaves) {
    if (differing.test(place)) continue;
    leaves++;
    const other = ours.leaves.get(place);
    if (other === value || (isUuid(value) && (ids.get(value) === other || isUuid(other)))) same++;
    else differences.push(`${place.replaceAll(/\.\d+/g, '[]')} has another value`);
  }
  return { status, shape: missing.length === 0, same, leaves, differences };
}
