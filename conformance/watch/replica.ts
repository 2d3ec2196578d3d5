import type { PartialProfile } from '../../spec/profile.ts';
import { bodyText } from '../../spec/read-body.ts';
import { rename } from '../../spec/render.ts';
import { userFields } from '../predicates/settings.ts';
import { isSuccess } from '../target/exchange.ts';
import { fieldsOf, isUuid, type JsonFields, objectsIn, readJson } from '../target/read-json.ts';
import { type Owners, personIn, type Recorded, userIn } from './owners.ts';

/** A sandbox that obeys the learnt profile, and is empty. */
export type FreshSandbox = { readonly url: string; readonly apiKey: string };

/** The sandbox refused to arrange what a recorded answer shows. */
export class NotArranged extends Error {}

export const picked = (fields: JsonFields, names: readonly string[]): JsonFields =>
  Object.fromEntries(names.filter((name) => fields[name] != null).map((name) => [name, fields[name]]));

/** A sandbox in the place of the recorded deployment: its clients and users, and which recorded ids they stand for. */
export class Replica {
  /** Recorded ids and credentials, and those of the sandbox in their place. */
  readonly ids = new Map<string, string>();
  readonly owners: Owners;
  readonly incomeField: string;
  readonly #sandbox: FreshSandbox;
  /** The recorded API keys, and those of the sandbox in their place. */
  readonly keys = new Map<string, string>();
  /**
   * The key of a client of their own for users who stand for owners without a known id: in the list of another client they would
   * be too many.
   */
  #hidden = '';
  /** The users of the sandbox who are not deleted, and the key of the client to whom each belongs. */
  readonly #homes = new Map<string, string>();
  /** What the recording shows of each user: the details by which payroll was found, and the first record. */
  readonly #firstShown = new Map<unknown, JsonFields>();
  readonly #userFields: readonly string[];

  constructor(sandbox: FreshSandbox, list: readonly Recorded[], owners: Owners, { naming }: PartialProfile) {
    this.#sandbox = sandbox;
    this.owners = owners;
    const names = { vendor: 'svc', authority: 'taxauth', ...naming };
    this.incomeField = String(rename('taxauth_enabled', names));
    this.#userFields = userFields.map((name) => String(rename(name, names)));
    const persons = new Map<unknown, JsonFields>();
    for (const one of list.filter(isSuccess)) {
      const { 'x-api-key': key } = one.requestHeaders;
      if (key !== undefined) this.keys.set(key, sandbox.apiKey);
      const updated = one.routed.operation === 'updateUser' ? [fieldsOf(one.body)] : [];
      for (const user of [...objectsIn(fieldsOf(one.body)['users']), ...updated])
        if (!this.#firstShown.has(user['user_id'])) this.#firstShown.set(user['user_id'], user);
      if (one.routed.operation === 'createDirectConnection') persons.set(userIn(one), personIn(one.body));
    }
    for (const [user, person] of persons)
      this.#firstShown.set(user, { ...person, ...this.#firstShown.get(user) });
  }

  /** Makes a client for each recorded key but the first, which is the sandbox's own; a caller may have a hundred. */
  async open(): Promise<void> {
    const made = async () => String((await this.call('POST', '/_sandbox/clients', {}))['api_key']);
    for (const key of [...this.keys.keys()].slice(1, 90)) this.keys.set(key, await made());
    this.#hidden = await made();
  }

  get clients(): readonly string[] {
    return [...new Set([this.#sandbox.apiKey, ...this.keys.values(), this.#hidden])];
  }

  /** The key in the place of a recorded one, for a request about an owner. */
  keyFor(recorded: string, owner = ''): string {
    const isKnown = owner === '' || isUuid(owner) || !this.keys.has(recorded);
    return isKnown ? (this.keys.get(recorded) ?? recorded) : this.#hidden;
  }

  /** Gives all clients a setting: which of them an owner without a known id belongs to is not known. */
  async configure(fields: JsonFields): Promise<void> {
    for (const key of this.clients) await this.call('PATCH', '/configuration', fields, key);
  }

  async send(method: string, path: string, headers: Record<string, string>, body: string | null) {
    const response = await fetch(`${this.#sandbox.url}${path}`, { method, headers, body });
    const text = await bodyText(response);
    return { status: response.status, text, body: readJson(text) };
  }

  /** Arranges something; throws where the sandbox refuses it. */
  async call(method: string, path: string, body?: unknown, key = this.#sandbox.apiKey): Promise<JsonFields> {
    const headers = { 'X-API-KEY': key, 'Content-Type': 'application/json' };
    // The arrangement API takes two decimals; some deployments write more.
    const sent = JSON.stringify(body)?.replaceAll(/"(-?\d+\.\d\d)0+"/g, '"$1"') ?? null;
    const answer = await this.send(method, path, headers, sent);
    if (isSuccess(answer)) return fieldsOf(answer.body);
    const asked = `${method} ${path}${sent === null ? '' : ` with ${sent.slice(0, 300)}`}`;
    throw new NotArranged(`${asked} was answered ${answer.status}: ${answer.text.slice(0, 300)}`);
  }

  arrange(user: string, what: string, body: unknown = {}, method = 'POST'): Promise<JsonFields> {
    return this.call(method, `/_sandbox/users/${user}/${what}`, body, this.#homes.get(user));
  }

  update(user: string, fields: JsonFields): Promise<JsonFields> {
    return this.call('PATCH', `/users/${user}`, fields, this.#homes.get(user));
  }

  async held(user: string): Promise<JsonFields> {
    const path = `/_sandbox/users/${user}`;
    return fieldsOf((await this.call('GET', path, undefined, this.#homes.get(user)))['user']);
  }

  /** The sandbox's user in the place of a recorded one, made when it is needed first; undefined where nothing shows one, and once it is deleted. */
  async userOf(owner = ''): Promise<string | undefined> {
    const known = this.ids.get(owner);
    if (known !== undefined) return this.#homes.has(known) ? known : undefined;
    if (!this.owners.there.has(owner)) return undefined;
    const key = isUuid(owner) ? this.keys.get(this.owners.keys.get(owner) ?? '') : this.#hidden;
    const fields = picked(this.#firstShown.get(owner) ?? {}, this.#userFields);
    const user = String((await this.call('POST', '/_sandbox/users', fields, key))['user_id']);
    this.#homes.set(user, key ?? this.#sandbox.apiKey);
    this.ids.set(owner, user);
    return user;
  }

  /** The recorded deployment was reset: all that was there is gone. */
  async reset(): Promise<void> {
    for (const key of this.clients) await this.call('POST', '/_sandbox/reset', undefined, key);
    this.ids.clear();
    this.#homes.clear();
  }

  removed(owner: string): void {
    this.#homes.delete(this.ids.get(owner) ?? '');
  }

  take(theirs: unknown, ours: unknown): void {
    if (isUuid(ours)) this.ids.set(String(theirs), ours);
  }
}
