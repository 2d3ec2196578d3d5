import { picked as fieldsAt } from '../../spec/json.ts';
import type { PartialProfile } from '../../spec/profile.ts';
import { bodyText } from '../../spec/read-body.ts';
import { rename } from '../../spec/render.ts';
import { areaOf } from '../predicates/pages.ts';
import { userFields } from '../predicates/settings.ts';
import { isSuccess } from '../target/exchange.ts';
import { fieldsOf, isUuid, type JsonFields, objectsIn, readJson } from '../target/read-json.ts';
import { lacksAuthorisation, type Passed } from './memory/passed.ts';
import type { Routed } from './routes.ts';

type Recording = readonly Recorded[];
export type Recorded = Passed & {
  readonly routed: Routed;
  readonly sent: JsonFields;
  readonly body: unknown;
};

export const accountIn = ({ routed: { path }, sent }: Recorded): unknown =>
  path['account_id'] ?? sent['account_id'];
const userIn = ({ routed: { path }, sent }: Recorded): unknown => path['user_id'] ?? sent['user_id'];

const payrollParts = ['identity_information', 'employment_information', 'income_information'];

/** The payroll in an answer, by which it can be arranged. */
export const payrollIn = (body: unknown): JsonFields[] =>
  objectsIn(fieldsOf(body)['payroll_submissions']).map((one) => fieldsAt(one, ...payrollParts));

/** The details by which the payroll in an answer belongs to its user. */
function personIn(body: unknown): JsonFields {
  const [payslip] = payrollIn(body);
  const { NI_number: ni_number, date_of_birth, address } = fieldsOf(payslip?.['identity_information']);
  const { post_code } = fieldsOf(address);
  return { ni_number, date_of_birth, post_codes: post_code == null ? null : [post_code] };
}

const itemsIn = (body: unknown): readonly JsonFields[] => Object.values(fieldsOf(body)).flatMap(objectsIn);

/** What stands for something that a user owns, so that its id is not taken for the user's. */
const owned = (id: unknown): string => `of ${id}`;

/** Which accounts, entries, tokens and authorisations of a recording are of the same user, by all that passed. */
export class Owners {
  readonly #parents = new Map<string, string>();
  /** Users, and owners whose id nothing tells, that some answer shows to be there. */
  readonly there = new Set<string>();
  readonly keys = new Map<string, string>();

  constructor(list: Recording, recorded: readonly Passed[]) {
    for (const { requestText } of recorded.filter(({ kind }) => kind === 'delivery')) {
      const { user_id, account_id, entry_id } = fieldsOf(readJson(requestText));
      if (isUuid(user_id)) this.#join(user_id, account_id, entry_id);
    }
    for (const one of list) if (isSuccess(one)) this.#learn(one);
    // A refusal for the state of an account shows whose it is, unless an answer shows that it is another's.
    for (const one of list)
      if (!isSuccess(one) && !this.#parents.has(owned(accountIn(one)))) this.#learn(one);
    for (const one of list) this.#notice(one);
  }

  /** The user about whom an exchange is; where nothing tells the id, a name that stands for it. */
  of(one: Recorded): string | undefined {
    const user = userIn(one) ?? one.requestHeaders['authorization'];
    const thing = accountIn(one) ?? one.routed.path['entry_id'];
    return user === undefined && thing === undefined ? undefined : this.#root(user ?? owned(thing));
  }

  ofAccount(account: string): string {
    return this.#root(owned(account));
  }

  #root(key: unknown): string {
    let root = String(key);
    for (let parent = this.#parents.get(root); parent !== undefined; parent = this.#parents.get(root))
      root = parent;
    return root;
  }

  /** These belong to the first, which is a user or a user's token. */
  #join(first: string, ...others: readonly unknown[]): void {
    for (const other of others.filter(isUuid)) {
      const mine = this.#root(first);
      const theirs = this.#root(owned(other));
      if (mine === theirs || (isUuid(mine) && isUuid(theirs))) continue;
      if (isUuid(theirs)) this.#parents.set(mine, theirs);
      else this.#parents.set(theirs, mine);
    }
  }

  #learn(one: Recorded): void {
    const { requestHeaders, routed, body, status } = one;
    const { authorization: bearer } = requestHeaders;
    const { entry_id, authorisation_id } = fieldsOf(body);
    const user = userIn(one);
    const theirs = itemsIn(body).flatMap((item) => [item['account_id'], item['entry_id']]);
    if (isSuccess(one) && isUuid(user)) this.#join(user, authorisation_id, ...theirs);
    const isOwn =
      isSuccess(one) || status === 409 || status === 422 || lacksAuthorisation(status, one.responseText);
    if (bearer !== undefined && isOwn && routed.operation === 'queryPayrollConnection')
      this.#join(bearer, accountIn(one), entry_id, authorisation_id);
  }

  #notice(one: Recorded): void {
    const { requestHeaders, routed, body, status } = one;
    const { 'x-api-key': key, authorization: bearer } = requestHeaders;
    const users = objectsIn(fieldsOf(body)['users']).map(({ user_id }) => String(user_id));
    const seen: (string | undefined)[] = users;
    const isAnswered = status !== 401 && (bearer !== undefined || status !== 404);
    const isTaken = bearer !== undefined || routed.operation === 'submitMfa';
    // Some lists answer for users who do not exist, too.
    const isShown = isSuccess(one) && (areaOf(routed.operation) === undefined || itemsIn(body).length > 0);
    // Some refuse a wrong MFA answer with 401.
    if (isShown || (isTaken && (isAnswered || /\bMFA\b/.test(one.responseText)))) seen.push(this.of(one));
    for (const owner of seen.filter((one) => one !== undefined)) {
      this.there.add(owner);
      if (key !== undefined && !this.keys.has(owner)) this.keys.set(owner, key);
    }
  }
}

/** A sandbox that obeys the learnt profile, and is empty. */
export type FreshSandbox = { readonly url: string; readonly apiKey: string };

/** The sandbox refused to arrange what a recorded answer shows. */
class NotArranged extends Error {}

/** Handles such a refusal; another error is thrown on. */
export const ifNotArranged =
  <T>(handle: (why: string) => T) =>
  (error: unknown): T => {
    if (error instanceof NotArranged) return handle(error.message);
    throw error;
  };

export const picked = (fields: JsonFields, names: readonly string[]): JsonFields =>
  Object.fromEntries(names.filter((name) => fields[name] != null).map((name) => [name, fields[name]]));

export type Replica = ReturnType<typeof replicaOf>;

/** A sandbox in the place of the recorded deployment: its clients and users, and which recorded ids they stand for. */
export function replicaOf(sandbox: FreshSandbox, list: Recording, owners: Owners, profile: PartialProfile) {
  /** Recorded ids and credentials, and those of the sandbox in their place. */
  const ids = new Map<string, string>();
  /** The recorded API keys, and those of the sandbox in their place. */
  const keys = new Map<string, string>();
  /** The key of the client of users who stand for owners without a known id: in the list of another client they would be too many. */
  let hidden = '';
  /** The users of the sandbox who are not deleted, and the key of the client to whom each belongs. */
  const homes = new Map<string, string>();
  /** What the recording shows of each user: the details by which payroll was found, and the first record. */
  const firstShown = new Map<unknown, JsonFields>();
  const names = { vendor: 'svc', authority: 'taxauth', ...profile.naming };
  const shownFields = userFields.map((name) => String(rename(name, names)));

  const persons = new Map<unknown, JsonFields>();
  for (const one of list.filter(isSuccess)) {
    const { 'x-api-key': key } = one.requestHeaders;
    if (key !== undefined) keys.set(key, sandbox.apiKey);
    const updated = one.routed.operation === 'updateUser' ? [fieldsOf(one.body)] : [];
    for (const user of [...objectsIn(fieldsOf(one.body)['users']), ...updated])
      if (!firstShown.has(user['user_id'])) firstShown.set(user['user_id'], user);
    if (one.routed.operation === 'createDirectConnection') persons.set(userIn(one), personIn(one.body));
  }
  for (const [user, person] of persons) firstShown.set(user, { ...person, ...firstShown.get(user) });

  const clients = (): readonly string[] => [...new Set([sandbox.apiKey, ...keys.values(), hidden])];

  const send = async (method: string, path: string, headers: Record<string, string>, body: string | null) => {
    const response = await fetch(`${sandbox.url}${path}`, { method, headers, body });
    const text = await bodyText(response);
    return { status: response.status, text, body: readJson(text) };
  };

  /** Arranges something; throws where the sandbox refuses it. */
  const call = async (method: string, path: string, body?: unknown, key = sandbox.apiKey) => {
    // The arrangement API takes two decimals; some deployments write more.
    const sent = JSON.stringify(body)?.replaceAll(/"(-?\d+\.\d\d)0+"/g, '"$1"') ?? null;
    const answer = await send(method, path, { 'X-API-KEY': key, 'Content-Type': 'application/json' }, sent);
    if (isSuccess(answer)) return fieldsOf(answer.body);
    const asked = `${method} ${path}${sent === null ? '' : ` with ${sent.slice(0, 300)}`}`;
    throw new NotArranged(`${asked} was answered ${answer.status}: ${answer.text.slice(0, 300)}`);
  };

  return {
    ...{ ids, keys, owners, clients, send, call, incomeField: String(rename('taxauth_enabled', names)) },
    /** Makes a client for each recorded key but the first, which is the sandbox's own; a caller may have a hundred. */
    async open(): Promise<void> {
      const made = async () => String((await call('POST', '/_sandbox/clients', {}))['api_key']);
      for (const key of [...keys.keys()].slice(1, 90)) keys.set(key, await made());
      hidden = await made();
    },
    /** The key in the place of a recorded one, for a request about an owner. */
    keyFor(recorded: string, owner = ''): string {
      const isKnown = owner === '' || isUuid(owner) || !keys.has(recorded);
      return isKnown ? (keys.get(recorded) ?? recorded) : hidden;
    },
    /** Gives all clients a setting: which of them an owner without a known id belongs to is not known. */
    async configure(fields: JsonFields): Promise<void> {
      for (const key of clients()) await call('PATCH', '/configuration', fields, key);
    },
    arrange: (user: string, what: string, body: unknown = {}, method = 'POST'): Promise<JsonFields> =>
      call(method, `/_sandbox/users/${user}/${what}`, body, homes.get(user)),
    update: (user: string, fields: JsonFields): Promise<JsonFields> =>
      call('PATCH', `/users/${user}`, fields, homes.get(user)),
    async held(user: string): Promise<JsonFields> {
      return fieldsOf((await call('GET', `/_sandbox/users/${user}`, undefined, homes.get(user)))['user']);
    },
    /** The sandbox's user in the place of a recorded one, made when it is needed first; undefined where nothing shows one, and once it is deleted. */
    async userOf(owner = ''): Promise<string | undefined> {
      const known = ids.get(owner);
      if (known !== undefined) return homes.has(known) ? known : undefined;
      if (!owners.there.has(owner)) return undefined;
      const key = isUuid(owner) ? keys.get(owners.keys.get(owner) ?? '') : hidden;
      const fields = picked(firstShown.get(owner) ?? {}, shownFields);
      const user = String((await call('POST', '/_sandbox/users', fields, key))['user_id']);
      homes.set(user, key ?? sandbox.apiKey);
      ids.set(owner, user);
      return user;
    },
    /** The recorded deployment was reset: all that was there is gone. */
    async reset(): Promise<void> {
      for (const key of clients()) await call('POST', '/_sandbox/reset', undefined, key);
      ids.clear();
      homes.clear();
    },
    removed: (owner: string): boolean => homes.delete(ids.get(owner) ?? ''),
    take(theirs: unknown, ours: unknown): void {
      if (isUuid(ours)) ids.set(String(theirs), ours);
    },
  };
}
