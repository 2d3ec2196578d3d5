import { setImmediate as nextEventLoopTurn } from 'node:timers/promises';
import { dayOf, instantOf } from '../../generators/calendar.ts';
import { nameOf } from '../../generators/people/person.ts';
import type { Points } from '../../spec/profile.ts';
import type { Effect } from '../../spec/types.ts';
import { countRecurringChecks } from '../domain/recurring.ts';
import { refusals } from '../domain/refusal.ts';
import { clockAt, isFrozen, movedTo, shownBy } from '../state/client-state.ts';
import { CLIENT_DOCUMENT, type Claim, type WorkItem, workItem } from '../store/port.ts';
import type { Client } from '../tenant/client.ts';
import type { Services } from '../tenant/services.ts';
import { shortestBackoffMs } from '../webhooks/delivery.ts';
import type { Span } from '../worker/run-until.ts';
import { workHandlers } from './work-handlers.ts';

/** A move over more checks than these, about a year of hourly ones, would keep its caller waiting for minutes. */
const MOST_CHECKS = 10_000;

/** Where a clock is to go: the time then, as seen from now, and whether it is to stand still from there on. */
export type Move = { to?: (now: number) => number; frozen?: boolean };

/**
 * Moves a client's clock forward. All work that falls due on the way is done when this resolves, each item at its own
 * time and in order; the result lists the effects. The clock goes from one due time to the next: a move that fails half
 * way leaves the clock half way, and nothing has happened at a time that is still to come.
 */
export async function moveClock(client: Client, services: Services, move: Move, signal?: AbortSignal) {
  const { clientStore, state, worker } = client;
  const lease = { purpose: 'a move of the clock', signal };
  try {
    return await clientStore.exclusively(async (leaseToken) => {
      await worker.drained();
      const from = await state.now();
      const to = move.to?.(from) ?? from;
      if (to < from) throw refusals.backwards();
      const done = move.to ? await doWork(client, services, move, { from, to, leaseToken }) : [];
      const effects = move.to ? inOrder(done, await lifeEffects(client, from, to)) : [];
      await setClock(client, services, leaseToken, to, move.frozen);
      const clock = await state.clock();
      return { now: clock.now, frozen: clock.isFrozen, effects };
    }, lease);
  } finally {
    worker.wake();
  }
}

/** Items that requests put meanwhile wait: if events came as fast as they are sent, the clock would never arrive. */
async function doWork(client: Client, services: Services, { frozen }: Move, span: Span): Promise<Effect[]> {
  const scheduled = await client.clientStore.work.list({ kind: 'check' });
  const checks = scheduled.filter(({ due }) => due !== null && due <= span.to);
  await refuseTooManyChecks(checks, client, services.profile.points, span.to);
  const changedUsers = new Set(checks.map(({ owner }) => owner));
  const firstNewSequence = await nextSequence(client, span.leaseToken);
  // Freezes the clock now if it is frozen at the end: a running clock would pass the end during the last work.
  const stands = frozen || (await client.state.clock()).isFrozen;
  const step = (at: number) => setClock(client, services, span.leaseToken, at, stands || undefined);
  if (frozen) await step(span.from);
  return client.worker.runUntil(span, {
    handlers: workHandlers(client, services),
    step,
    isMeant({ item }: Claim) {
      if (item.kind === 'income') changedUsers.add(item.owner);
      return item.sequence < firstNewSequence || changedUsers.has(item.owner);
    },
    lookahead: {
      ms: shortestBackoffMs(services.profile.points),
      targets: async () => Object.keys((await client.state.read()).webhooks),
    },
  });
}

/** The most people whose life events a move lists: to make a person's jobs takes 1.5 ms the first time. */
const MOST_LIVES = 300;

/** What happens to the people of the starting world on the way, each at the first instant of its day. */
async function lifeEffects({ state, users, worldOf }: Client, from: number, to: number): Promise<Effect[]> {
  if (dayOf(from) === dayOf(to)) return [];
  const { lifeEventsOf } = await import('../../generators/people/life-events.ts');
  const clientRecord = await state.read();
  const { people, userId, userCount } = worldOf(clientRecord);
  const listed: { user_id: string; effects: Effect[] }[] = [];
  for (let index = 0; index < Math.min(userCount, MOST_LIVES); index += 1) {
    if (index % 20 === 19) await nextEventLoopTurn();
    const person = people(index);
    const events = lifeEventsOf(person, dayOf(from), dayOf(to));
    if (events.length === 0) continue;
    const user_id = userId(index);
    const effects = events.map(({ on, event, about }): Effect => {
      return { at: instantOf(on), kind: 'life-event', event, user_id, name: nameOf(person), about };
    });
    listed.push({ user_id, effects });
  }
  // Asked at the same time: one after the other, they took a third of a month of the clock on PostgreSQL.
  const isThere = await Promise.all(listed.map(({ user_id }) => users.has(user_id, clientRecord)));
  return listed.flatMap(({ effects }, at) => (isThere[at] ? effects : []));
}

/** Both lists by their times; what is due at the same time stays as it was. */
const inOrder = (done: readonly Effect[], lives: readonly Effect[]): Effect[] =>
  [...lives, ...done].sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));

/** Counts the scheduled checks and those that follow them, and refuses a move over too many. */
async function refuseTooManyChecks(checks: readonly WorkItem[], client: Client, points: Points, to: number) {
  const clientRecord = await client.state.read();
  let count = 0;
  for (const { owner, due } of checks) {
    const record = await client.users.read(owner);
    if (record && due !== null) count += countRecurringChecks(record, clientRecord, points, due - 1, to);
  }
  if (count > MOST_CHECKS) throw refusals.tooFarAhead(count, MOST_CHECKS);
}

const MARK = 'clock-move';

/** Only items get a number, so an item that is never due is put to get one; one put again would keep its number. */
async function nextSequence({ clientStore, state }: Client, leaseToken: string): Promise<number> {
  const mark = workItem({ id: MARK, kind: 'mark', owner: CLIENT_DOCUMENT, due: null });
  await state.change((record) => ({ record, result: undefined, removeWork: [MARK] }), { leaseToken });
  await state.change((record) => ({ record, result: undefined, work: [mark] }), { leaseToken });
  return (await clientStore.work.get(MARK))?.sequence ?? Number.POSITIVE_INFINITY;
}

async function setClock(client: Client, { realNow }: Services, lease: string, at: number, frozen?: boolean) {
  // A running clock may be past the instant already. A read finds that out without blocking the client's changes.
  if (frozen === undefined && (await client.state.now()) >= at) return;
  await client.state.change(
    (record) => {
      const now = realNow();
      let clock = movedTo(record.clock, at, now);
      if (frozen !== undefined && frozen !== isFrozen(clock))
        clock = clockAt(shownBy(clock, now), now, frozen);
      return { record: clock === record.clock ? record : { ...record, clock }, result: undefined };
    },
    { leaseToken: lease },
  );
}
