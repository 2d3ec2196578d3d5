import { setImmediate as nextEventLoopTurn } from 'node:timers/promises';
import type { Effect } from '../../spec/types.ts';
import type { Claim } from '../store/port.ts';
import { BATCH, type ClaimRunner, computes, type Run } from './claim-runner.ts';
import type { Ahead, WorkHandlers } from './work-handler.ts';

/** The time that a move of the clock goes through, and its lease on the client. */
export type Span = { from: number; to: number; leaseToken: string };

export type RunUntilOptions = {
  handlers: WorkHandlers;
  step: (at: number) => Promise<void>;
  isMeant: (claim: Claim) => boolean;
  /** For how long a delivery to one of the targets brings about no other work. */
  lookahead?: { ms: number; targets: () => Promise<readonly string[]> };
};

/**
 * Does all work that falls due up to an instant, each item at its own time and in the order of time; for a caller that
 * holds the client's lease. Calls `step` with a time that is not earlier before it does the work of that time. Items
 * for which `isMeant` is false are left for later. Deliveries of different times are sent at once where no outcome of
 * one can bring about work before another: with a receiver that hangs they would keep the client waiting one by one.
 */
export async function runUntil(
  runner: ClaimRunner,
  { from, to, leaseToken }: Span,
  { handlers, step, isMeant, lookahead }: RunUntilOptions,
): Promise<Effect[]> {
  const { work } = runner;
  const effects: Effect[] = [];
  const others: Claim[] = [];
  /** By queue, the time of what was done last: what waits behind it is not done earlier. */
  const reached = new Map<string, number>();
  try {
    for (let at = from, horizon = from; ; ) {
      const claims = await runner.claim({ now: horizon, limit: BATCH, leaseToken });
      const meant = claims.filter(isMeant);
      others.push(...claims.filter((claim) => !isMeant(claim)));
      let ahead: Ahead | undefined;
      if (meant.length === 1 && claims.every(computes))
        ahead = { until: Math.min(to, ((await work.nextDue()) ?? to + 1) - 1), step };
      const running: Promise<Run>[] = [];
      for (const claim of meant) {
        const { due, kind, queue } = claim.item;
        const time = Math.max(at, due ?? at, reached.get(queue) ?? at);
        reached.set(queue, time);
        const handle = () => handlers[kind]?.(claim, time, async () => time, ahead);
        running.push(runner.run(claim, handle));
        if (computes(claim)) await nextEventLoopTurn();
      }
      const runs = await Promise.all(running);
      effects.push(...runs.flatMap((run) => run.effects));
      const failure = runs.find((run) => run.failure !== undefined)?.failure;
      if (failure !== undefined) throw failure;
      const next = await work.nextDue();
      if (next === null || next > to) break;
      if (next <= horizon && claims.length > 0) continue;
      at = Math.max(horizon, next);
      horizon = at;
      if (lookahead && claims.some((claim) => !computes(claim))) {
        const other = (await work.nextDue(await lookahead.targets())) ?? Number.POSITIVE_INFINITY;
        horizon = Math.max(at, Math.min(to, at + lookahead.ms, other - 1));
      }
      await step(horizon);
    }
  } finally {
    if (others.length > 0) await work.release(others);
  }
  return effects;
}
