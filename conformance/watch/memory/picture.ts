import type { OperationId } from '../../../spec/operations.ts';
import type { PartialProfile, Points } from '../../../spec/profile.ts';
import { areaOf } from '../../predicates/pages.ts';
import { payrollIn } from '../../predicates/payroll.ts';
import { isSuccess } from '../../target/exchange.ts';
import { fieldsOf, type JsonFields } from '../../target/read-json.ts';
import { Bounded } from './bounded.ts';
import { Clients } from './clients.ts';
import { Lists } from './lists.ts';
import type { Passed, Seen, SeenDelivery } from './passed.ts';
import { Payroll } from './payroll.ts';
import { Records } from './records.ts';
import { Subscriptions } from './subscriptions.ts';
import { Writes } from './writes.ts';

class Credentials {
  readonly keys = new Bounded<string, true>(200);
  readonly userTokens = new Bounded<string, true>(5000);
  readonly memberTokens = new Bounded<string, true>(500);

  note(seen: Seen): void {
    const { operation, apiKey, bearer } = seen;
    if (!isSuccess(seen)) return;
    if (apiKey !== undefined) this.keys.set(apiKey, true);
    // The two operations that take a user's token, and no key.
    const isUsers = operation === 'queryPayrollConnection' || operation === 'presignBankStatements';
    if (isUsers && bearer !== undefined) this.userTokens.set(bearer, true);
    const { jwt } = fieldsOf(seen.body);
    if (operation === 'signInMember' && typeof jwt === 'string') this.memberTokens.set(jwt, true);
  }
}

/** Requests of a sandbox's arrangement API that put another state in the place of all that was seen. */
export const rebirths = /^\/_sandbox\/(reset|snapshot|scenarios)/;

/** A place of a body with its value. */
export const problemAt = ({ operation, sent }: Seen, place: string): string =>
  JSON.stringify([operation, place, fieldsOf(sent)[place.slice(1)]]);

/** Everything that is remembered of what passed, within bounds, a memory a resource; rules judge an exchange against it. */
export class Picture {
  readonly known: Partial<Points>;
  readonly environment: 'sandbox' | 'production' | undefined;
  readonly writes = new Writes();
  readonly records = new Records(this.writes);
  readonly lists = new Lists(this.writes);
  readonly clients = new Clients(this.writes);
  readonly payroll = new Payroll();
  readonly subscriptions = new Subscriptions();
  readonly credentials = new Credentials();
  /** Payroll, statements and income as they were arranged, by id. */
  readonly arranged = new Bounded<string, JsonFields>(2000);
  /** What was tried with requests that lack something, from which open points are learnt. */
  readonly trials = {
    /** Which fields an operation was seen to require, and which not. */
    required: new Map<OperationId, Map<string, boolean>>(),
    /** The latest MFA answer for an account, and its status. */
    mfaAnswers: new Bounded<string, { readonly status: number; readonly mfa: string }>(2000),
    /** Whether an operation takes the token of a member. */
    memberTakes: new Map<string, boolean>(),
    /** The values that were refused alone, by operation and place. */
    problems: new Bounded<string, true>(1000),
    /** The reads that were refused for want of an authorisation. */
    reads: new Set<OperationId>(),
  };

  constructor({ points = {} }: PartialProfile = {}, environment?: 'sandbox' | 'production') {
    this.known = points;
    this.environment = environment;
  }

  end({ begun, ended, url }: Pick<Passed, 'begun' | 'ended' | 'url'>): void {
    this.writes.end(begun, ended);
    if (rebirths.test(url)) this.#forget();
  }

  /** What passed is not known up to here. */
  gap(at: number, isStart: boolean): void {
    this.writes.gap(at, isStart);
    this.#forget();
  }

  #forget(): void {
    const { records, lists, clients, payroll, subscriptions } = this;
    for (const memory of [records, lists, clients, payroll, subscriptions]) memory.forget();
    this.arranged.clear();
  }

  /** Remembers what a judged exchange showed; called after the rules. */
  note(seen: Seen): void {
    const { records, lists, clients, payroll, subscriptions, credentials } = this;
    for (const memory of [records, lists, clients, payroll, subscriptions, credentials]) memory.note(seen);
  }

  arrange(seen: Seen, user: string | undefined): void {
    const { records, clients, lists, payroll } = this;
    const area = areaOf(seen.operation);
    records.note(seen);
    clients.note(seen);
    payroll.arrange(seen, user);
    // Where it comes from, and when it came, is told anew once the service has it.
    const own = { created_at: null, account_id: null, entry_id: null, document_id: null, source: null };
    for (const item of payrollIn(seen).length > 0 ? payrollIn(seen) : [fieldsOf(seen.body)]) {
      if (area) lists.own(area, item['id'], user);
      if (typeof item['id'] === 'string') this.arranged.set(item['id'], { ...item, ...own });
    }
  }

  noteDelivery(seen: SeenDelivery): void {
    this.payroll.noteDelivery(seen);
    this.subscriptions.noteDelivery(seen);
  }

  isGone(id: unknown, seen: Seen): boolean {
    return this.records.isGone(id, seen);
  }
}
