import { isObject } from '../../spec/json.ts';
import type { PartialProfile } from '../../spec/profile.ts';
import { configurationFields } from '../predicates/settings.ts';
import { isSuccess } from '../target/exchange.ts';
import { fieldsOf, isUuid, objectsIn, uuids } from '../target/read-json.ts';
import { arrangeFor, arrangeUsers } from './arrangers.ts';
import type { Passed } from './memory/passed.ts';
import { rebirths } from './memory/picture.ts';
import { type FreshSandbox, ifNotArranged, Owners, picked, type Recorded, replicaOf } from './replica.ts';

/** The recording played again: before each request the state is arranged that its recorded answer shows. */
export function replayOf(
  sandbox: FreshSandbox,
  list: readonly Recorded[],
  recorded: readonly Passed[],
  profile: PartialProfile,
) {
  const owners = new Owners(list, recorded);
  const replica = replicaOf(sandbox, list, owners, profile);
  const { ids } = replica;
  let clock = list[0]?.at ?? 0;
  const mapped = (text: string): string => text.replace(uuids, (id) => ids.get(id) ?? id);

  /** Removes the people that every sandbox starts with, and sets what the configuration was after a place in the recording. */
  const begin = async (after = 0): Promise<void> => {
    for (const key of replica.clients())
      for (let most = 20; most > 0; most--) {
        const page = await replica.call('GET', '/users?offset=1&limit=100', undefined, key);
        const users = objectsIn(page['users']);
        for (const { user_id } of users) await replica.call('DELETE', `/users/${user_id}`, undefined, key);
        if (users.length === 0) break;
      }
    const rest = list.filter(({ begun }) => begun >= after);
    const first = rest.find((one) => /Configuration$/.test(one.routed.operation) && isSuccess(one));
    if (first?.routed.operation === 'getConfiguration')
      await replica.configure(picked(fieldsOf(first.body), configurationFields));
    // Users who were there before come before those who are made on the way.
    await arrangeUsers(replica, rest, rest[0]?.at ?? 0);
  };

  /** What the sandbox has made takes the place of what the deployment made. */
  const pair = (theirs: unknown, ours: unknown, name = ''): void => {
    if (isUuid(theirs) && !ids.has(theirs)) replica.take(theirs, ours);
    if (name === 'jwt' || name === 'token') ids.set(`token Bearer ${theirs}`, `Bearer ${ours}`);
    if (isObject(theirs) && isObject(ours))
      for (const [key, value] of Object.entries(theirs)) pair(value, ours[key], key);
  };

  return {
    ids,
    async open(): Promise<void> {
      await replica.open();
      await begin();
    },
    /** Follows a call of the arrangement API that replaced all state or deleted something; what one made, an answer shows. */
    async follow({ method, url, status, ended, requestHeaders }: Passed): Promise<void> {
      if (!isSuccess({ status })) return;
      if (method !== 'GET' && rebirths.test(url)) {
        await replica.reset();
        await begin(ended);
      } else if (method === 'DELETE' && url.startsWith('/_sandbox/')) {
        if (url.match(uuids)?.some((id) => !ids.has(id))) return;
        const key = replica.keyFor(requestHeaders['x-api-key'] ?? '');
        await replica.send(method, mapped(url), { 'X-API-KEY': key }, null);
      }
    },
    /** Moves the clock, and sends a request with the sandbox's own ids and keys; `refused`: what it would not arrange before. */
    async send(one: Recorded): Promise<{ status: number; body: unknown; refused: string | undefined }> {
      const { method, url, requestText, requestHeaders, routed, at } = one;
      const seconds = Math.floor((at - clock) / 1000);
      if (seconds > 0) {
        for (const key of replica.clients())
          await replica.call('POST', '/_sandbox/clock', { by: `PT${seconds}S` }, key);
        clock += seconds * 1000;
      }
      const refused = await arrangeFor(replica, one, list).then(() => undefined, ifNotArranged(String));
      // A token may have expired by a clock that the recording does not show.
      const isExpired = one.status === 401 && /bearer|token/i.test(one.responseText);
      const owner = owners.of(one) ?? '';
      const headers: Record<string, string> = {};
      for (const [name, value] of Object.entries(requestHeaders)) {
        if (name === 'content-type') headers[name] = value;
        if (name === 'x-api-key') headers[name] = replica.keyFor(value, owner);
        if (name === 'authorization')
          headers[name] = isExpired ? value : (ids.get(`token ${value}`) ?? value);
        if (name.endsWith('-authorisation-id')) headers[name] = ids.get(value) ?? value;
      }
      const isSignIn = routed.operation === 'signInMember' && isSuccess(one);
      const member = '{"username":"member@sandbox.test","password":"sandbox-password"}';
      const body = isSignIn ? member : mapped(requestText) || null;
      const answer = await replica.send(method, mapped(url), headers, body);
      if (isSuccess(answer)) {
        pair(one.body, answer.body);
        if (routed.operation === 'deleteUser') replica.removed(owner);
        if (routed.operation === 'updateConfiguration') await replica.configure(one.sent);
      }
      return { ...answer, refused };
    },
  };
}
