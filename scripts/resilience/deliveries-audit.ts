import type { WebhookEvent } from '../../spec/webhooks/index.ts';
import type { Arrival } from './flaky-receiver.ts';
import type { Problems } from './resilience-test.ts';
import { type EventMark, type EventRegister, kindOf, numberOf } from './writers/events.ts';

/** What a subscription is to hear of. */
export type Audited = { path: string; kinds: readonly EventMark[] };

/** Compares what happened with what arrived. */
export class DeliveriesAudit {
  readonly #byUser: Map<string, EventRegister>;
  readonly #subscriptions: readonly Audited[];

  constructor(registers: readonly EventRegister[], subscriptions: readonly Audited[]) {
    this.#byUser = new Map(registers.map((one) => [one.userId(), one]));
    this.#subscriptions = subscriptions;
  }

  /** How many of the expected deliveries have not come yet. */
  missing(arrivals: readonly Arrival[], happened: ReadonlyMap<string, readonly string[]>): number {
    const came = this.#firstArrivals(arrivals);
    let missing = 0;
    for (const { path, kinds } of this.#subscriptions) {
      for (const [userId, marks] of happened) {
        const seen = new Set(came.get(`${path} ${userId}`));
        missing += marks.filter((mark) => kinds.includes(kindOf(mark)) && !seen.has(mark)).length;
      }
    }
    return missing;
  }

  /** Each must have come at least once, first arrivals in order, and nothing that did not happen. */
  judge(
    arrivals: readonly Arrival[],
    happened: ReadonlyMap<string, readonly string[]>,
    problems: Problems,
  ): void {
    const came = this.#firstArrivals(arrivals);
    for (const { path, kinds } of this.#subscriptions) {
      for (const [userId, marks] of happened) {
        const expected = marks.filter((mark) => kinds.includes(kindOf(mark)));
        const seen = came.get(`${path} ${userId}`) ?? [];
        came.delete(`${path} ${userId}`);
        const where = `${path}, user ${userId}`;
        const lost = expected.filter((mark) => !seen.includes(mark));
        const invented = seen.filter((mark) => !expected.includes(mark));
        const unordered = seen.filter(
          (mark, index) => index > 0 && numberOf(seen[index - 1]!) > numberOf(mark),
        );
        if (lost.length > 0) problems.add('lost deliveries', `${where}: ${lost}`);
        if (invented.length > 0) problems.add('invented deliveries', `${where}: ${invented}`);
        if (unordered.length > 0)
          problems.add('deliveries out of order', `${where}: ${unordered} of ${seen}`);
      }
    }
    for (const strange of came.keys()) problems.add('deliveries of nobody', strange);
  }

  /** By subscription and user, the marks in the order in which each came first. */
  #firstArrivals(arrivals: readonly Arrival[]): Map<string, string[]> {
    const lists = new Map<string, Set<string>>();
    for (const { path, event } of arrivals) {
      const key = `${path} ${event.user_id}`;
      if (!lists.has(key)) lists.set(key, new Set());
      lists.get(key)?.add(this.#markOf(event));
    }
    return new Map([...lists].map(([key, marks]) => [key, [...marks]]));
  }

  #markOf(event: WebhookEvent): string {
    const told = event as {
      entry_id?: string;
      payload?: {
        payroll_submissions?: { employment_information: { role: string } }[];
        bank_statement_submissions?: { document_filename: string }[];
        income_submissions?: { income_id: string }[];
      };
    };
    const mark =
      told.payload?.payroll_submissions?.[0]?.employment_information.role ??
      told.payload?.bank_statement_submissions?.[0]?.document_filename ??
      told.payload?.income_submissions?.[0]?.income_id ??
      (told.entry_id && this.#byUser.get(event.user_id)?.markOf(told.entry_id));
    return mark ?? `unknown entry ${told.entry_id}`;
  }
}
