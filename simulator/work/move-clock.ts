import type { Effect } from '../../spec/types.ts';
import { clockAt, isFrozen, movedTo, shownBy } from '../domain/clock.ts';
import { countRecurringChecks } from '../domain/recurring.ts';
import { refusals } from '../domain/refusal.ts';
import { CLIENT_DOCUMENT, type Claim } from '../store/port.ts';
import type { Client } from '../tenant/client.ts';
import type { Services } from '../tenant/services.ts';
import { workHandlers } from './work-handlers.ts';

/** A move over more checks than these, about a year of hourly ones, would keep its caller waiting for minutes. */
const MOST_CHECKS = 10_000;

/** Where a clock is to go: the time then, as seen from now, and whether it is to stand still from there on. */
export type Move = { to?: (now: number) => number; frozen?: boolean };

export type Moved = { now: number; frozen: boolean; effects: Effect[] };

/**
 * Moves a client's clock forward. All that falls due on the way has happened when this resolves, each thing at its own
 * time and in order; the answer says what. The clock goes from one due time to the next, so that a move which fails half
 * way has come half way, and nothing has happened at a time that is still to come.
 */
export async function moveClock(client: Client, services: Services, move: Move): Promise<Moved> {
  const { clientStore, state, worker } = client;
  try {
    return await clientStore.exclusively(async (leaseToken) => {
      await worker.drained();
      const from = await state.now();
      const to = move.to?.(from) ?? from;
      if (to < from) throw refusals.backwards();
      const checks = await countChecks(client, services, to);
      if (checks > MOST_CHECKS) throw refusals.tooFarAhead(checks, MOST_CHECKS);
      const run = {
        handlers: workHandlers(client, services),
        step: (at: number) => setClock(client, services, leaseToken, at),
        isMeant: await ofMove(client, leaseToken),
      };
      const effects = move.to ? await worker.runUntil({ from, to, leaseToken }, run) : [];
      await setClock(client, services, leaseToken, to, move.frozen);
      const record = await state.read();
      return { now: state.nowOf(record), frozen: isFrozen(record.clock), effects };
    });
  } finally {
    worker.wake();
  }
}

/** How many checks fall due until an instant, at most: those that are scheduled and those that follow them. */
async function countChecks(client: Client, services: Services, to: number): Promise<number> {
  const { points } = services.profile;
  const clientRecord = await client.state.read();
  let checks = 0;
  for (const { owner, due } of await client.clientStore.work.list({ kind: 'check' })) {
    if (due === null || due > to) continue;
    const record = await client.users.read(owner);
    if (record) checks += countRecurringChecks(record, clientRecord, points, due - 1, to);
  }
  return checks;
}

const MARK = 'clock-move';

/**
 * Tells what a move is to do from what others put while it is under way: all that was there before, and what the checks
 * on the way cause.
 */
async function ofMove(
  { clientStore, state }: Client,
  leaseToken: string,
): Promise<(claim: Claim) => boolean> {
  const mark = {
    id: MARK,
    kind: 'mark',
    owner: CLIENT_DOCUMENT,
    queue: MARK,
    target: null,
    due: null,
    data: {},
  };
  await state.change((record) => ({ record, result: undefined, removeWork: [MARK] }), { leaseToken });
  await state.change((record) => ({ record, result: undefined, work: [mark] }), { leaseToken });
  const { sequence } = (await clientStore.work.get(MARK)) ?? { sequence: Number.POSITIVE_INFINITY };
  const checked = new Set<string>();
  return ({ item }) => {
    const wasThere = item.sequence < sequence;
    if (wasThere && item.kind === 'check') checked.add(item.owner);
    return wasThere || checked.has(item.owner);
  };
}

async function setClock(
  { state }: Client,
  { realNow }: Services,
  leaseToken: string,
  instant: number,
  frozen?: boolean,
): Promise<void> {
  // A clock that runs may be past it by itself. To find that out in a change would hold up everybody else's.
  if (frozen === undefined && (await state.now()) >= instant) return;
  await state.change(
    (record) => {
      const moved = movedTo(record.clock, instant, realNow());
      const clock =
        frozen === undefined || frozen === isFrozen(moved)
          ? moved
          : clockAt(shownBy(moved, realNow()), realNow(), frozen);
      return { record: clock === record.clock ? record : { ...record, clock }, result: undefined };
    },
    { leaseToken },
  );
}
