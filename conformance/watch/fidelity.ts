import type { PartialProfile } from '../../spec/profile.ts';
import { itemsOf, type PagedArea, pagedLists } from '../predicates/pages.ts';
import { configurationFields, userFields } from '../predicates/settings.ts';
import type { ServiceResponse } from '../target/exchange.ts';
import { fieldsOf, type JsonFields, objectsIn, readJson } from '../target/read-json.ts';
import { tolerantContract } from '../tolerant-contract.ts';
import type { Passed } from './passed.ts';
import { type Routed, Routes } from './routes.ts';
import { isSuccess } from './statuses.ts';

/** A sandbox that obeys the learnt profile, and is empty. */
export type FreshSandbox = { readonly url: string; readonly apiKey: string };

type Score = { requests: number; status: number; shape: number; values: number; leaves: number };
export type Fidelity = {
  readonly byOperation: ReadonlyMap<string, Score>;
  readonly overall: Score;
  /** Each kind of difference once, with how often it came. */
  readonly differences: ReadonlyMap<string, number>;
};

type Replayed = Passed & { readonly routed: Routed; readonly sent: unknown; readonly body: unknown };
const uuids = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi;

/** Sends the requests of a recording to a sandbox in their order, and compares what comes back. */
export async function fidelityOf(
  recorded: readonly Passed[],
  sandbox: FreshSandbox,
  profile: PartialProfile = {},
): Promise<Fidelity> {
  const routes = new Routes(tolerantContract(profile));
  const list = recorded.flatMap((passed): Replayed[] => {
    const routed =
      passed.kind === 'exchange' && passed.unread === undefined
        ? routes.find(passed.method, passed.url)
        : undefined;
    if (!routed) return [];
    return [
      {
        ...passed,
        routed,
        sent: readJson(passed.requestText || 'null'),
        body: readJson(passed.responseText || 'null'),
      },
    ];
  });
  const replay = new Replay(sandbox);
  await replay.arrange(list);
  const byOperation = new Map<string, Score>();
  const overall = newScore();
  const differences = new Map<string, number>();
  for (const one of list) {
    const answer = await replay.send(one);
    const found = compared(one, answer, replay.ids);
    const { operation } = one.routed;
    const score = byOperation.get(operation) ?? newScore();
    byOperation.set(operation, score);
    for (const sum of [score, overall]) {
      sum.requests++;
      sum.status += Number(found.status);
      sum.shape += Number(found.shape);
      sum.values += found.same;
      sum.leaves += found.leaves;
    }
    for (const text of found.differences) {
      const key = `${operation}: ${text}`;
      differences.set(key, (differences.get(key) ?? 0) + 1);
    }
  }
  return { byOperation, overall, differences };
}

const newScore = (): Score => ({ requests: 0, status: 0, shape: 0, values: 0, leaves: 0 });

class Replay {
  /** Recorded ids, and those of the sandbox in their place. */
  readonly ids = new Map<string, string>();
  readonly #sandbox: FreshSandbox;
  readonly #tokens = new Map<string, string>();
  #keys = new Set<string>();

  constructor(sandbox: FreshSandbox) {
    this.#sandbox = sandbox;
  }

  async #call(method: string, path: string, body?: unknown): Promise<JsonFields> {
    const headers = { 'X-API-KEY': this.#sandbox.apiKey, 'Content-Type': 'application/json' };
    const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
    const response = await fetch(`${this.#sandbox.url}/_sandbox${path}`, init);
    return response.ok ? fieldsOf(await response.json()) : {};
  }

  /** Removes the people that every sandbox starts with. */
  async #empty(): Promise<void> {
    const { url, apiKey } = this.#sandbox;
    const headers = { 'X-API-KEY': apiKey };
    for (let most = 20; most > 0; most--) {
      const page = await fetch(`${url}/users?limit=100`, { headers });
      const users = objectsIn(fieldsOf(await page.json())['users']);
      for (const { user_id } of users) await fetch(`${url}/users/${user_id}`, { method: 'DELETE', headers });
      if (users.length === 0) return;
    }
  }

  /** Makes the people and the state that the recorded answers show, oldest first. */
  async arrange(list: readonly Replayed[]): Promise<void> {
    this.#keys = new Set(
      list.filter(isSuccess).map(({ requestHeaders }) => requestHeaders['x-api-key'] ?? ''),
    );
    await this.#empty();
    const users = new Map<string, JsonFields>();
    const add = (id: unknown, fields: JsonFields = {}): void => {
      if (typeof id === 'string' && !users.has(id)) users.set(id, fields);
    };
    for (const { routed, body, sent } of list.filter(isSuccess)) {
      for (const user of listed('users', routed, body)) add(user['user_id'], user);
      if (routed.operation === 'updateUser') add(routed.path['user_id'], fieldsOf(body));
      add(routed.path['user_id'] ?? fieldsOf(sent)['user_id']);
    }
    const created = ([, fields]: [string, JsonFields]): string => String(fields['created_at'] ?? '');
    for (const [id, fields] of [...users].sort((a, b) => created(a).localeCompare(created(b)))) {
      const { user_id } = await this.#call('POST', '/users', picked(fields, userFields));
      this.ids.set(id, String(user_id));
      await this.#call('POST', `/users/${user_id}/authorisations`, {});
    }
    const [configuration] = list.filter(
      (one) => isSuccess(one) && one.routed.operation === 'getConfiguration',
    );
    if (configuration)
      await this.#call('PATCH', '/configuration', picked(fieldsOf(configuration.body), configurationFields));
    for (const one of list.filter(isSuccess)) await this.#arrangeFor(one);
  }

  async #arrangeFor({ routed: { operation, path }, body, sent, requestHeaders }: Replayed): Promise<void> {
    const shown = fieldsOf(body);
    const owner = this.ids.get(path['user_id'] ?? '');
    for (const [area, call] of [
      ['bank-statements', 'bank-statements'],
      ['income', 'taxauth'],
    ] as const)
      for (const item of listed(area, { operation, path }, body)) {
        if (this.ids.has(String(item['id']))) continue;
        const { id: _id, document_id: _document, account_id: _account, entry_id: _entry, ...fields } = item;
        const { id } = await this.#call('POST', `/users/${owner}/${call}`, fields);
        if (id !== undefined) this.ids.set(String(item['id']), String(id));
      }
    const account =
      path['account_id'] ??
      (operation === 'queryPayrollConnection' ? fieldsOf(sent)['account_id'] : undefined);
    const payroll = objectsIn(shown['payroll_submissions']).map(
      ({ identity_information, employment_information, income_information }) => ({
        identity_information,
        employment_information,
        income_information,
      }),
    );
    if (typeof account === 'string' && !this.ids.has(account)) {
      const bearer = requestHeaders['authorization'] ?? account;
      const { user_id = (await this.#call('POST', '/users', {}))['user_id'] } = {
        user_id: this.ids.get(bearer),
      };
      this.ids.set(bearer, String(user_id));
      await this.#call('POST', `/users/${user_id}/authorisations`, {});
      const { token } = await this.#call('POST', `/users/${user_id}/tokens`, {});
      this.#tokens.set(bearer, `Bearer ${token}`);
      const isMfa = operation === 'submitMfa';
      const mfa = isMfa
        ? {
            mfa_enabled: true,
            mfa: fieldsOf(sent)['mfa'],
            user_name: shown['user_name'],
            payroll_provider: shown['payroll_provider'],
          }
        : {};
      const made = await this.#call('POST', `/users/${user_id}/accounts`, { ...mfa, payroll });
      this.ids.set(account, String(made['account_id']));
    }
    if (operation === 'createDirectConnection')
      await this.#call('POST', `/users/${this.ids.get(String(fieldsOf(sent)['user_id']))}/direct-payroll`, {
        payroll_submissions: payroll,
      });
    if (operation === 'getAuthorisationTerm' && !this.ids.has(path['term_id'] ?? '')) {
      const { name, authorisation_text, authorisation_category, is_active } = shown;
      const { id } = await this.#call('POST', '/terms', {
        name,
        authorisation_text,
        authorisation_category,
        is_active,
      });
      this.ids.set(path['term_id'] ?? '', String(id));
    }
  }

  /** Sends a recorded request with the sandbox's ids and credentials. */
  async send({
    method,
    url,
    requestText,
    requestHeaders,
    status,
    body: recorded,
    routed,
  }: Replayed): Promise<{ status: number; body: unknown }> {
    const mapped = (text: string): string => text.replace(uuids, (id) => this.ids.get(id) ?? id);
    const { 'x-api-key': key, authorization: bearer, ...rest } = requestHeaders;
    const headers: Record<string, string> = {
      ...('content-type' in rest && { 'content-type': rest['content-type'] }),
    };
    if (key !== undefined) headers['x-api-key'] = this.#keys.has(key) ? this.#sandbox.apiKey : key;
    if (bearer !== undefined) headers['authorization'] = this.#tokens.get(bearer) ?? bearer;
    const isSignIn = routed.operation === 'signInMember' && isSuccess({ status });
    const member = '{"username":"member@sandbox.test","password":"sandbox-password"}';
    const sent = isSignIn ? member : mapped(requestText);
    const response = await fetch(`${this.#sandbox.url}${mapped(url)}`, {
      method,
      headers,
      ...(sent !== '' && { body: sent }),
    });
    const body = readJson((await response.text()) || 'null');
    // What the sandbox has made takes the place of what the deployment made.
    if (response.ok) pair(recorded, body, (theirs, ours) => this.ids.set(theirs, ours));
    return { status: response.status, body };
  }
}

const isUuid = (value: unknown): value is string =>
  typeof value === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value);

/** Ids that stand in the same place on both sides, in what is no list. */
function pair(theirs: unknown, ours: unknown, tell: (theirs: string, ours: string) => void): void {
  for (const [name, value] of Object.entries(fieldsOf(theirs))) {
    const other = fieldsOf(ours)[name];
    if (isUuid(value) && isUuid(other)) tell(value, other);
  }
}

const picked = (fields: JsonFields, names: readonly string[]): JsonFields =>
  Object.fromEntries(
    Object.entries(fields).filter(([name, value]) => names.includes(name) && value !== null),
  );

function listed(
  area: PagedArea,
  { operation }: Pick<Routed, 'operation' | 'path'>,
  body: unknown,
): readonly JsonFields[] {
  return operation === pagedLists[area].operation ? itemsOf(area, { body } as ServiceResponse) : [];
}

/** Every place of a JSON value with its type, items of lists together, and its leaves by place. */
function placesOf(
  value: unknown,
  place = '',
  found = new Map<string, string>(),
  leaves = new Map<string, unknown>(),
) {
  const type = value === null ? 'null' : Array.isArray(value) ? 'list' : typeof value;
  if (type !== 'null') found.set(place.replaceAll(/\.\d+/g, '[]'), type);
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
  for (const [place, type] of missing)
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
  return { status, shape: missing.length === 0, same, leaves, differences: [...new Set(differences)] };
}
