import type { WebhookEvent } from '../../spec/webhooks/index.ts';
import { type Call, must } from './connection.ts';
import type { Arrival } from './flaky-receiver.ts';
import type { Problems } from './resilience-test.ts';
import { type EventMark, type Happening, happened, kindOf, numberOf } from './writers/events.ts';

export type Audited = { path: string; kinds: readonly EventMark[] };

export class DeliveriesAudit {
  readonly #happenings: readonly Happening[];
  readonly #subscriptions: readonly Audited[];
  readonly #arrivals: () => readonly Arrival[];

  constructor(
    happenings: readonly Happening[],
    subscriptions: readonly Audited[],
    arrivals: () => readonly Arrival[],
  ) {
    this.#happenings = happenings;
    this.#subscriptions = subscriptions;
    this.#arrivals = arrivals;
  }

  missing(): number {
    const came = this.#firstArrivals();
    let missing = 0;
    for (const { path, kinds } of this.#subscriptions) {
      for (const [userId, marks] of happened(this.#happenings)) {
        const seen = new Set(came.get(`${path} ${userId}`));
        missing += marks.filter((mark) => kinds.includes(kindOf(mark)) && !seen.has(mark)).length;
      }
    }
    return missing;
  }

  /** Each must have come at least once, first arrivals in order, and nothing that did not happen. */
  judge(problems: Problems): void {
    const came = this.#firstArrivals();
    for (const { path, kinds } of this.#subscriptions) {
      for (const [userId, marks] of happened(this.#happenings)) {
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
    problems.add('deliveries of unknown users', ...came.keys());
  }

  /** By subscription and user, the marks in the order in which each came first. */
  #firstArrivals(): Map<string, string[]> {
    const lists = new Map<string, Set<string>>();
    for (const { path, event } of this.#arrivals()) {
      const key = `${path} ${event.user_id}`;
      if (!lists.has(key)) lists.set(key, new Set());
      lists.get(key)?.add(this.#markOf(event));
    }
    return new Map([...lists].map(([key, marks]) => [key, [...marks]]));
  }

  #markOf(event: WebhookEvent): string {
    const sent = event as {
      entry_id?: string;
      payload?: {
        payroll_submissions?: { employment_information: { role: string } }[];
        bank_statement_submissions?: { document_filename: string }[];
        income_submissions?: { income_id: string }[];
      };
    };
    const { payload, entry_id } = sent;
    const user = this.#happenings.find(({ register }) => register.userId() === event.user_id);
    return (
      payload?.payroll_submissions?.[0]?.employment_information.role ??
      payload?.bank_statement_submissions?.[0]?.document_filename ??
      payload?.income_submissions?.[0]?.income_id ??
      user?.register.markOf(entry_id ?? '') ??
      `unknown entry ${entry_id}`
    );
  }
}

/** Moves the clock on until nothing is left to wait for; gives up after so many moves. */
export async function moveClockUntil(
  call: Call,
  isDone: () => boolean | Promise<boolean>,
  { by = 'PT30M', most = 40 } = {},
): Promise<void> {
  for (let moves = 0; moves < most && !(await isDone()); moves += 1)
    await must(call, 'moveClock', { body: { by } });
}
