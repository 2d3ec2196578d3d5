import { isObject } from '../../spec/json.ts';
import type { PartialProfile } from '../../spec/profile.ts';
import { configurationFields } from '../predicates/settings.ts';
import { isSuccess } from '../target/exchange.ts';
import { fieldsOf, isUuid, objectsIn, uuids } from '../target/read-json.ts';
import {
  arrangeAccount,
  arrangeAuthorisation,
  arrangeToken,
  arrangeUsers,
  ofClient,
  ofUser,
} from './arrangers.ts';
import type { Passed } from './memory/passed.ts';
import { rebirths } from './memory/picture.ts';
import {
  accountIn,
  type FreshSandbox,
  NotArranged,
  Owners,
  picked,
  type Recorded,
  Replica,
} from './replica.ts';

/** The recording played again: before each request the state is arranged that its recorded answer shows. */
export class Replay {
  readonly #replica: Replica;
  readonly #list: readonly Recorded[];
  #at: number;

  constructor(
    sandbox: FreshSandbox,
    list: readonly Recorded[],
    recorded: readonly Passed[],
    profile: PartialProfile,
  ) {
    this.#list = list;
    this.#replica = new Replica(sandbox, list, new Owners(list, recorded), profile);
    this.#at = list[0]?.at ?? 0;
  }

  get ids(): ReadonlyMap<string, string> {
    return this.#replica.ids;
  }

  async open(): Promise<void> {
    await this.#replica.open();
    await this.begin();
  }

  /** Removes the people that every sandbox starts with, and sets what the configuration was after a place in the recording. */
  async begin(after = 0): Promise<void> {
    for (const key of this.#replica.clients)
      for (let most = 20; most > 0; most--) {
        const page = await this.#replica.call('GET', '/users?offset=1&limit=100', undefined, key);
        const users = objectsIn(page['users']);
        for (const { user_id } of users)
          await this.#replica.call('DELETE', `/users/${user_id}`, undefined, key);
        if (users.length === 0) break;
      }
    const first = this.#list.find(
      ({ begun, routed, status }) =>
        begun >= after && /Configuration$/.test(routed.operation) && isSuccess({ status }),
    );
    if (first?.routed.operation === 'getConfiguration')
      await this.#replica.configure(picked(fieldsOf(first.body), configurationFields));
    // Users who were there before come before those who are made on the way.
    const rest = this.#list.filter(({ begun }) => begun >= after);
    await arrangeUsers(this.#replica, rest, rest[0]?.at ?? 0);
  }

  /**
   * Follows a call of the arrangement API as far as a recording tells it: one that put another state in the place of all, or
   * took something away. What such a call made is arranged when an answer shows it.
   */
  async follow({ method, url, status, ended, requestHeaders }: Passed): Promise<void> {
    if (!isSuccess({ status })) return;
    if (method !== 'GET' && rebirths.test(url)) {
      await this.#replica.reset();
      await this.begin(ended);
    } else if (method === 'DELETE' && url.startsWith('/_sandbox/')) {
      const known = url.match(uuids) ?? [];
      if (known.some((id) => !this.ids.has(id))) return;
      const key = this.#replica.keyFor(requestHeaders['x-api-key'] ?? '');
      const mapped = url.replace(uuids, (id) => this.ids.get(id) ?? id);
      await this.#replica.send(method, mapped, { 'X-API-KEY': key }, null);
    }
  }

  async #prepare(one: Recorded): Promise<void> {
    const replica = this.#replica;
    const { operation } = one.routed;
    await arrangeUsers(replica, [one]);
    const user = await replica.userOf(replica.owners.of(one));
    if (user !== undefined) {
      await arrangeAuthorisation(replica, one, user);
      await arrangeToken(replica, one, user);
      await ofUser[operation]?.(replica, one, user);
    }
    const account = accountIn(one);
    if (isUuid(account) && !this.ids.has(account)) await arrangeAccount(replica, account, this.#list);
    if (isSuccess(one)) await ofClient[operation]?.(replica, one);
  }

  /**
   * Moves the clock as in the recording, and sends a recorded request with the sandbox's ids and credentials. `refused`
   * says what the sandbox refused to arrange before it.
   */
  async send(one: Recorded): Promise<{ status: number; body: unknown; refused: string | undefined }> {
    const { method, url, requestText, requestHeaders, routed, at } = one;
    const seconds = Math.floor((at - this.#at) / 1000);
    if (seconds > 0) {
      for (const key of this.#replica.clients)
        await this.#replica.call('POST', '/_sandbox/clock', { by: `PT${seconds}S` }, key);
      this.#at += seconds * 1000;
    }
    const refused = await this.#prepare(one).then(
      () => undefined,
      (error: unknown) => {
        if (!(error instanceof NotArranged)) throw error;
        return error.message;
      },
    );
    const mapped = (text: string): string => text.replace(uuids, (id) => this.ids.get(id) ?? id);
    // A token may have expired by a clock that the recording does not show.
    const isExpired = one.status === 401 && /bearer|token/i.test(one.responseText);
    const owner = this.#replica.owners.of(one) ?? '';
    const headers: Record<string, string> = {};
    for (const [name, value] of Object.entries(requestHeaders)) {
      if (name === 'content-type') headers[name] = value;
      if (name === 'x-api-key') headers[name] = this.#replica.keyFor(value, owner);
      if (name === 'authorization')
        headers[name] = isExpired ? value : (this.ids.get(`token ${value}`) ?? value);
      if (name.endsWith('-authorisation-id')) headers[name] = this.ids.get(value) ?? value;
    }
    const isSignIn = routed.operation === 'signInMember' && isSuccess(one);
    const member = '{"username":"member@sandbox.test","password":"sandbox-password"}';
    const answer = await this.#replica.send(
      method,
      mapped(url),
      headers,
      isSignIn ? member : mapped(requestText) || null,
    );
    if (isSuccess(answer)) this.#pair(one.body, answer.body);
    if (isSuccess(answer) && routed.operation === 'deleteUser') this.#replica.removed(owner);
    if (isSuccess(answer) && routed.operation === 'updateConfiguration')
      await this.#replica.configure(one.sent);
    return { ...answer, refused };
  }

  /** What the sandbox has made takes the place of what the deployment made. */
  #pair(theirs: unknown, ours: unknown, name = ''): void {
    if (isUuid(theirs) && !this.ids.has(theirs)) this.#replica.take(theirs, ours);
    if (name === 'jwt' || name === 'token') this.#replica.ids.set(`token Bearer ${theirs}`, `Bearer ${ours}`);
    if (isObject(theirs) && isObject(ours))
      for (const [key, value] of Object.entries(theirs)) this.#pair(value, ours[key], key);
  }
}
