import type { WebhookEvent } from '../../../spec/webhooks/index.ts';
import { type Call, must } from './connection.ts';
import type { Arrival } from './flaky-receiver.ts';
import type { Problems } from './problems.ts';
import { type EventMark, type Happening, happened, kindOf, numberOf } from './writers/events.ts';

/** What a receiver was to get, and what it got. */
export type Audited = {
  subscriptions: readonly { path: string; kinds: readonly EventMark[] }[];
  arrivals: readonly Arrival[];
  refused: readonly string[];
};

/** Compares what happened to users with what arrived; unless all users are known, deliveries of others are passed over. */
export function deliveriesAudit(
  happenings: readonly Happening[],
  { subscriptions, arrivals, refused }: Audited,
  { allAreKnown = true } = {},
) {
  const markOf = (event: WebhookEvent): string => {
    const { payload, entry_id } = event as SentEvent;
    const user = happenings.find(({ register }) => register.userId() === event.user_id);
    return (
      payload?.payroll_submissions?.[0]?.employment_information.role ??
      payload?.bank_statement_submissions?.[0]?.document_filename ??
      payload?.income_submissions?.[0]?.income_id ??
      user?.register.markOf(entry_id ?? '') ??
      `unknown entry ${entry_id}`
    );
  };
  /** By subscription and user: the marks that must come, and those that came, in the order in which each came first. */
  const compared = () => {
    const lists = new Map<string, { expected: string[]; seen: Set<string> }>();
    for (const { path, kinds } of subscriptions)
      for (const [userId, marks] of happened(happenings)) {
        const expected = marks.filter((mark) => kinds.includes(kindOf(mark)));
        lists.set(`${path}, user ${userId}`, { expected, seen: new Set() });
      }
    const strangers = new Set<string>();
    for (const { path, event } of arrivals) {
      const where = `${path}, user ${event.user_id}`;
      const list = lists.get(where);
      if (list) list.seen.add(markOf(event));
      else if (allAreKnown) strangers.add(where);
    }
    return { lists, strangers };
  };
  return {
    missing: (): number =>
      [...compared().lists.values()].reduce(
        (sum, { expected, seen }) => sum + expected.filter((mark) => !seen.has(mark)).length,
        0,
      ),
    /** Each must have come at least once, first arrivals in order, and nothing that did not happen. */
    judge(problems: Problems): void {
      const { lists, strangers } = compared();
      for (const [where, { expected, seen: came }] of lists) {
        const seen = [...came];
        const lost = expected.filter((mark) => !came.has(mark));
        const invented = seen.filter((mark) => !expected.includes(mark));
        const unordered = seen.filter((mark, at) => at > 0 && numberOf(seen[at - 1]!) > numberOf(mark));
        if (lost.length > 0) problems.add('lost deliveries', `${where}: ${lost}`);
        if (invented.length > 0) problems.add('invented deliveries', `${where}: ${invented}`);
        if (unordered.length > 0)
          problems.add('deliveries out of order', `${where}: ${unordered} of ${seen}`);
      }
      problems.add('deliveries of unknown users', ...strangers);
      problems.add('not genuine', ...refused);
    },
  };
}

type SentEvent = {
  entry_id?: string;
  payload?: {
    payroll_submissions?: { employment_information: { role: string } }[];
    bank_statement_submissions?: { document_filename: string }[];
    income_submissions?: { income_id: string }[];
  };
};

/** Moves the clock on until nothing is left to wait for; gives up after so many moves. */
export async function moveClockUntil(
  call: Call,
  isDone: () => boolean | Promise<boolean>,
  { by = 'PT30M', most = 40 } = {},
): Promise<void> {
  for (let moves = 0; moves < most && !(await isDone()); moves += 1)
    await must(call, 'moveClock', { body: { by } });
}
