import { areaOf } from '../predicates/pages.ts';
import { isSuccess } from '../target/exchange.ts';
import { fieldsOf, isUuid, type JsonFields, objectsIn, readJson } from '../target/read-json.ts';
import { lacksAuthorisation, type Passed } from './memory/passed.ts';
import type { Routed } from './routes.ts';

export type Recorded = Passed & {
  readonly routed: Routed;
  readonly sent: JsonFields;
  readonly body: unknown;
};

export const accountIn = ({ routed: { path }, sent }: Recorded): unknown =>
  path['account_id'] ?? sent['account_id'];
export const userIn = ({ routed: { path }, sent }: Recorded): unknown => path['user_id'] ?? sent['user_id'];

/** The payroll in an answer, by which it can be arranged. */
export const payrollIn = (body: unknown): JsonFields[] =>
  objectsIn(fieldsOf(body)['payroll_submissions']).map(
    ({ identity_information, employment_information, income_information }) => ({
      identity_information,
      employment_information,
      income_information,
    }),
  );

/** The details by which the payroll in an answer belongs to its user. */
export function personIn(body: unknown): JsonFields {
  const {
    NI_number: ni_number,
    date_of_birth,
    address,
  } = fieldsOf(payrollIn(body)[0]?.['identity_information']);
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

  constructor(list: readonly Recorded[], recorded: readonly Passed[]) {
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
