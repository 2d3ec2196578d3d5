import type { PartialProfile } from '../../spec/profile.ts';
import { bodyText } from '../../spec/read-body.ts';
import { rename } from '../../spec/render.ts';
import { userFields } from '../predicates/settings.ts';
import { isSuccess } from '../target/exchange.ts';
import { fieldsOf, isUuid, type JsonFields, objectsIn, readJson } from '../target/read-json.ts';
import { type Owners, personIn, type Recorded, userIn } from './owners.ts';

/** A sandbox that obeys the learnt profile, and is empty. */
export type FreshSandbox = { readonly url: string; readonly apiKey: string; readonly otherApiKey?: string };

/** The sandbox refused to arrange what a recorded answer shows. */
export class NotArranged extends Error {}

/** The fields of these names that are set. */
export const picked = (fields: JsonFields, names: readonly string[]): JsonFields =>
  Object.fromEntries(names.filter((name) => fields[name] != null).map((name) => [name, fields[name]]));

/** A sandbox in the place of the recorded deployment: its clients and users, and which recorded ids they stand for. */
export class Replica {
  /** Recorded ids and credentials, and those of the sandbox in their place. */
  readonly ids = new Map<string, string>();
  readonly owners: Owners;
  readonly incomeField: string;
  readonly #sandbox: FreshSandbox;
  /** The API keys of the sandbox. */
  readonly clients: readonly [own: string, other: string];
  /** The recorded API keys, and those of the sandbox in their place. */
  readonly keys = new Map<string, string>();
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
    const { apiKey, otherApiKey = apiKey } = sandbox;
    this.clients = [apiKey, otherApiKey];
    const persons = new Map<unknown, JsonFields>();
    for (const one of list.filter(isSuccess)) {
      const { 'x-api-key': key } = one.requestHeaders;
      if (key !== undefined && !this.keys.has(key))
        this.keys.set(key, this.clients[this.keys.size === 0 ? 0 : 1]);
      const updated = one.routed.operation === 'updateUser' ? [fieldsOf(one.body)] : [];
      for (const user of [...objectsIn(fieldsOf(one.body)['users']), ...updated])
        if (!this.#firstShown.has(user['user_id'])) this.#firstShown.set(user['user_id'], user);
      if (one.routed.operation === 'createDirectConnection') persons.set(userIn(one), personIn(one.body));
    }
    for (const [user, person] of persons)
      this.#firstShown.set(user, { ...person, ...this.#firstShown.get(user) });
  }

  /** Sends a request as it is. */
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
    const key = this.keys.get(this.owners.keys.get(owner) ?? '');
    const fields = picked(this.#firstShown.get(owner) ?? {}, this.#userFields);
    const user = String((await this.call('POST', '/_sandbox/users', fields, key))['user_id']);
    this.#homes.set(user, key ?? this.#sandbox.apiKey);
    this.ids.set(owner, user);
    return user;
  }

  /** The recorded deployment was reset: all that was there is gone. */
  async reset(): Promise<void> {
    for (const key of new Set(this.clients)) await this.call('POST', '/_sandbox/reset', undefined, key);
    this.ids.clear();
    this.#homes.clear();
  }

  /** The user of the sandbox is deleted, by a recorded request or because nothing needs it any more. */
  async remove(owner: string, isDone: boolean): Promise<void> {
    const user = this.ids.get(owner) ?? '';
    const key = this.#homes.get(user);
    if (key !== undefined && !isDone) await this.call('DELETE', `/users/${user}`, undefined, key);
    this.#homes.delete(user);
  }

  take(theirs: unknown, ours: unknown): void {
    if (isUuid(ours)) this.ids.set(String(theirs), ours);
  }
}
