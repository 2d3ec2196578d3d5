import type { OperationId } from '../../../spec/operations.ts';
import type { PartialProfile, Points } from '../../../spec/profile.ts';
import { areaOf, itemsOf, type PagedArea, pagedLists, paginationOf } from '../../predicates/pages.ts';
import { isSuccess } from '../../target/exchange.ts';
import { fieldsOf, type JsonFields, objectsIn, uuids } from '../../target/read-json.ts';
import { Bounded } from './bounded.ts';
import type { Seen, SeenDelivery } from './passed.ts';

/** What a record showed, and when; `isCalm` unless a write that overlapped could have changed it. */
type Snapshot = { readonly fields: JsonFields; readonly at: number; readonly isCalm: boolean };
type Submission = { readonly account?: unknown; readonly entry?: unknown; user?: unknown; paid?: number };
type Page = {
  readonly offset: number;
  readonly total: unknown;
  readonly ids: readonly unknown[];
  readonly at: number;
  readonly isCalm: boolean;
};
type Subscription = {
  readonly webhookId: string;
  /** Path and query of its address. */
  readonly url: string;
  readonly name: unknown;
  readonly events: readonly unknown[];
  readonly includesPayload: boolean;
  readonly apiKey: string | undefined;
  readonly at: number;
};

const deletions: Partial<Record<OperationId, string>> = {
  deleteUser: 'user_id',
  deleteAccount: 'account_id',
  deleteEntry: 'entry_id',
  deleteWebhook: 'webhook_id',
};
/** The parameter of the path that names the record which an operation shows. */
const records: Partial<Record<OperationId, string>> = {
  updateUser: 'user_id',
  submitMfa: 'account_id',
  getAuthorisationTerm: 'term_id',
};
const reads: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);
const everything = '*';
/** Requests of a sandbox's arrangement API that change no record that is there already. */
const additions =
  /^\/_sandbox\/(users|terms|clock|requests|faults|runs)(\/?$|\?)|^\/_sandbox\/(deliveries|runs)\//;
const rebirths = /^\/_sandbox\/(reset|snapshot|scenarios)/;

/** Everything that is remembered of what passed, within bounds; rules judge an exchange against it. */
export class Picture {
  readonly known: Partial<Points>;
  readonly environment: 'sandbox' | 'production' | undefined;
  readonly #snapshots = new Bounded<string, Snapshot>(20_000);
  readonly #deleted = new Bounded<string, number>(50_000);
  readonly #touched = new Bounded<string, number>(50_000);
  readonly #underWay = new Map<number, readonly string[]>();
  #disturbed = 0;
  #lastWrite = 0;
  readonly #pages = new Bounded<string, Page[]>(200);
  /** Who owns a statement, an income submission or a payroll submission. */
  readonly owners = new Bounded<string, unknown>(50_000);
  readonly submissions = new Bounded<string, Submission>(50_000);
  readonly entries = new Bounded<string, { account: unknown; ids: readonly unknown[]; user?: unknown }>(
    20_000,
  );
  readonly accountUsers = new Bounded<string, unknown>(20_000);
  /** By webhook id. */
  readonly subscriptions = new Bounded<string, Subscription>(2000);
  /** Secrets and keys that subscriptions were given. */
  readonly secrets = new Bounded<string, 'secret' | 'key'>(200);
  readonly acceptedKeys = new Bounded<string, true>(200);
  readonly userTokens = new Bounded<string, true>(5000);
  readonly memberTokens = new Bounded<string, true>(500);
  /** Which fields an operation was seen to require, and which not. */
  readonly required = new Map<OperationId, Map<string, boolean>>();
  /** The latest MFA answer for an account, and its status. */
  readonly mfaAnswers = new Bounded<string, { readonly status: number; readonly mfa: string }>(2000);
  /** Whether an operation takes the token of a member. */
  readonly memberTakes = new Map<string, boolean>();
  readonly #unknown = new Bounded<string, true>(5000);
  readonly sources = new Bounded<string, Set<string>>(20);
  readonly vectors = new Bounded<string, string>(20_000);

  constructor({ points = {} }: PartialProfile = {}, environment?: 'sandbox' | 'production') {
    this.known = points;
    this.environment = environment;
  }

  /** A request is under way from now on; what it may change is uncertain until it has ended. */
  begin(begun: number, method: string, url: string, operation?: OperationId): void {
    if (!reads.has(method)) this.#underWay.set(begun, touchedBy(url, operation));
  }

  /** A request has ended, or will never be heard of again. */
  end(begun: number, ended: number, url: string): void {
    for (const name of this.#underWay.get(begun) ?? []) {
      if (name === everything) this.#disturbed = ended;
      else this.#touched.set(name, ended);
    }
    if (this.#underWay.delete(begun)) this.#lastWrite = ended;
    if (rebirths.test(url)) this.#forget();
  }

  #forget(): void {
    for (const map of [
      ...[this.#snapshots, this.#deleted, this.#pages, this.owners, this.submissions],
      ...[this.entries, this.accountUsers, this.subscriptions],
    ])
      map.clear();
  }

  /** Whether no write of this name can have happened since, nor be happening now. */
  #isQuiet(name: string, since: number, self: number): boolean {
    if (name === everything)
      return this.#lastWrite <= since && [...this.#underWay.keys()].every((begun) => begun === self);
    if ((this.#touched.get(name) ?? 0) > since || this.#disturbed > since) return false;
    for (const [begun, names] of this.#underWay)
      if (begun !== self && names.some((one) => one === name || one === everything)) return false;
    return true;
  }

  /** What a record showed last, as long as nothing that passed can have changed it since. */
  settled(name: string, seen: Seen): JsonFields | undefined {
    const snapshot = this.#snapshots.get(`${clientOf(seen)} ${name}`);
    if (!snapshot?.isCalm || seen.begun < snapshot.at) return undefined;
    return this.#isQuiet(name, snapshot.at, seen.begun) ? snapshot.fields : undefined;
  }

  /** Whether a confirmed deletion of this id had ended before the exchange began. */
  isGone(id: unknown, seen: { readonly begun: number; readonly apiKey?: string | undefined }): boolean {
    const ended = this.#deleted.get(`${seen.apiKey ?? ''} ${id}`);
    return ended !== undefined && seen.begun >= ended;
  }

  /** Whether a change of this user was refused with the stated 404; ids are the service's, so it stays unknown. */
  isUnknown(user: string | undefined, { apiKey }: Seen): boolean {
    return this.#unknown.has(`${apiKey} ${user}`);
  }

  /** Whether a request that may delete this is under way, or ended since then. */
  isLeaving(id: string, { begun }: Seen, since = begun): boolean {
    return !this.#isQuiet(id, since, begun);
  }

  /** The latest pages of the same list, with the same limit and filters, that are still certain. */
  pages(area: PagedArea, seen: Seen): readonly Page[] {
    return (this.#pages.get(pageKey(area, seen)) ?? []).filter(
      ({ isCalm, at }) => isCalm && this.#isQuiet(everything, at, seen.begun),
    );
  }

  /** Remembers what a judged exchange showed; called after the rules. */
  note(seen: Seen): void {
    const { operation, body, path, apiKey, bearer } = seen;
    if (seen.status === 404 && (operation === 'updateUser' || operation === 'deleteUser'))
      this.#unknown.set(`${apiKey} ${path['user_id']}`, true);
    if (!isSuccess(seen)) return;
    const sent = fieldsOf(seen.sent);
    const shown = fieldsOf(body);
    if (apiKey !== undefined) this.acceptedKeys.set(apiKey, true);
    const deleted = deletions[operation];
    if (deleted !== undefined) {
      const id = path[deleted];
      this.#deleted.set(`${apiKey ?? ''} ${id}`, seen.ended);
      this.#deleted.set(` ${id}`, seen.ended);
      // Some answer with success to the deletion of another client's webhook, and delete nothing.
      if (apiKey === undefined || this.subscriptions.get(`${id}`)?.apiKey === apiKey)
        this.subscriptions.delete(`${id}`);
    }
    const record = records[operation];
    if (record !== undefined) this.#show(`${path[record]}`, shown, seen);
    const payroll = objectsIn(shown['payroll_submissions']);
    // The two operations that take a user's token, and no key.
    const isBearers = operation === 'queryPayrollConnection' || operation === 'presignBankStatements';
    if (isBearers && bearer !== undefined) this.userTokens.set(bearer, true);
    switch (operation) {
      case 'signInMember':
        if (typeof shown['jwt'] === 'string') this.memberTokens.set(shown['jwt'], true);
        break;
      case 'getConfiguration':
      case 'updateConfiguration':
        this.#show('configuration', shown, seen);
        break;
      case 'createWebhook':
        this.#secret(sent['signing_secret'], 'secret');
        this.#secret(sent['encryption_key'], 'key');
        this.#subscribe(sent, shown, seen);
        break;
      case 'createDirectConnection':
        for (const one of payroll) {
          this.#submission(one, sent['user_id']);
          const { account_id } = one;
          if (typeof account_id === 'string') this.accountUsers.set(account_id, sent['user_id']);
        }
        this.#source('direct', payroll);
        break;
      case 'queryPayrollConnection':
        for (const one of payroll) this.#submission(one, undefined);
        if (payroll.length > 0)
          this.entries.set(`${shown['entry_id']}`, {
            account: shown['account_id'],
            ids: payroll.map(({ id }) => id),
          });
        this.#source('query', payroll);
        break;
    }
    const area = areaOf(operation);
    if (area) this.#listed(area, seen);
  }

  /** What a delivery tells of who owns what. */
  noteDelivery({ body, seal, url, status }: SeenDelivery): void {
    // Some remove a subscription whose receiver says that it is gone.
    if (status === 410)
      for (const one of this.subscriptions.values())
        if (one.url === url) this.subscriptions.delete(one.webhookId);
    if (seal.vector !== undefined) this.vectors.set(seal.vector, seal.bytes);
    const { user_id, account_id, entry_id } = body ?? {};
    if (typeof user_id !== 'string') return;
    if (typeof account_id === 'string') this.accountUsers.set(account_id, user_id);
    if (typeof entry_id === 'string')
      this.entries.set(entry_id, {
        ...(this.entries.get(entry_id) ?? { account: account_id, ids: [] }),
        user: user_id,
      });
  }

  #secret(value: unknown, kind: 'secret' | 'key'): void {
    if (typeof value === 'string' && value.length >= 8) this.secrets.set(value, kind);
  }

  #show(name: string, fields: JsonFields, seen: Seen): void {
    // Its own write has not been counted yet, so what is found is another's.
    const isCalm = this.#isQuiet(name, seen.begun, seen.begun);
    this.#snapshots.set(`${clientOf(seen)} ${name}`, { fields, at: seen.ended, isCalm });
  }

  #submission(one: JsonFields, user: unknown): void {
    const { id, account_id: account, entry_id: entry, income_information } = one;
    const paid = Date.parse(String(fieldsOf(income_information)['pay_date']));
    this.submissions.set(`${id}`, { account, entry, user, paid });
  }

  #source(way: string, payroll: readonly JsonFields[]): void {
    const known = this.sources.get(way) ?? new Set<string>();
    for (const { source } of payroll) if (typeof source === 'string' && known.size < 20) known.add(source);
    this.sources.set(way, known);
  }

  #subscribe(sent: JsonFields, shown: JsonFields, { ended, apiKey }: Seen): void {
    const { name, url, events, config } = sent;
    if (typeof url !== 'string' || !URL.canParse(url) || !Array.isArray(events)) return;
    const { pathname, search } = new URL(url);
    const includesPayload = fieldsOf(config)['include_payload'] === true;
    const webhookId = `${shown['webhook_id']}`;
    const about = { webhookId, url: pathname + search, name, events, includesPayload, apiKey, at: ended };
    this.subscriptions.set(webhookId, about);
  }

  /** The subscription at the address of a delivery; undefined where there are several, which cannot be told apart by what arrives. */
  subscriptionOf({ url, begun }: Pick<SeenDelivery, 'url' | 'begun'>): Subscription | undefined {
    const found = [...this.subscriptions.values()].filter((one) => one.url === url);
    return found.length === 1 && found[0]!.at <= begun ? found[0] : undefined;
  }

  /** The subscriptions that this client had before the request. */
  subscriptionsOf({ begun, apiKey }: Seen): Subscription[] {
    return [...this.subscriptions.values()].filter((one) => one.at <= begun && one.apiKey === apiKey);
  }

  #listed(area: PagedArea, seen: Seen): void {
    const items = itemsOf(area, seen);
    const { id } = pagedLists[area];
    for (const item of items) {
      if (area === 'users') this.#show(`${item['user_id']}`, item, seen);
      else this.owners.set(`${area} ${item['id']}`, seen.path['user_id']);
    }
    const isCalm = this.#isQuiet(everything, seen.begun, seen.begun);
    const offset = Number(seen.query['offset']);
    if (seen.query['offset'] === undefined || !Number.isInteger(offset) || items.length > 200) return;
    const { total_count: total } = paginationOf(seen);
    const page = { offset, total, ids: items.map((item) => item[id]), at: seen.ended, isCalm };
    const key = pageKey(area, seen);
    this.#pages.set(key, [...(this.#pages.get(key) ?? []).slice(-4), page]);
  }
}

/** Who a request came from, as far as it tells. */
export const clientOf = ({ apiKey, bearer }: Pick<Seen, 'apiKey' | 'bearer'>): string =>
  apiKey ?? (bearer === undefined ? '' : `bearer ${bearer}`);

const pageKey = (area: PagedArea, seen: Seen): string => {
  const { offset: _, ...rest } = seen.query;
  return JSON.stringify([area, clientOf(seen), seen.path, rest]);
};

/** The records that a write may change; any of them, where it is no operation of the contract and names none. */
function touchedBy(url: string, operation?: OperationId): readonly string[] {
  if (operation === 'updateConfiguration' || /^\/_sandbox\/configuration/.test(url)) return ['configuration'];
  if (additions.test(url)) return [];
  const named = url.match(uuids) ?? [];
  return named.length > 0 || operation ? named : [everything];
}
