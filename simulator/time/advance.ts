import type { Effect } from '../../spec/types.ts';
import type { Client } from '../client.ts';
import { isoInstant } from '../domain/instant.ts';
import { refusals } from '../domain/refusal.ts';
import type { Services } from '../services.ts';
import { expiriesBetween } from './expiries.ts';
import { countChecks, nextChecks, runCheck } from './recurring-checks.ts';

/** A move over more checks than these, about a year of hourly ones, would keep its caller waiting for minutes. */
const mostChecks = 10_000;

/**
 * Moves a client's clock forward to an instant. All that falls due on the way has happened when this resolves, each thing
 * at its own time and in order; the answer says what.
 */
export async function advance(client: Client, services: Services, to: number): Promise<Effect[]> {
  const from = client.state.now();
  if (to < from) throw refusals.backwards();
  const checksAhead = await countChecks(client, services, from, to);
  if (checksAhead > mostChecks) throw refusals.tooFarAhead(checksAhead, mostChecks);
  await client.scheduler.pause();
  const effects: Effect[] = [];
  try {
    let at = from;
    for (;;) {
      const checks = await nextChecks(client, services, at, to);
      const until = checks[0]?.at ?? to;
      effects.push(
        ...(await client.dispatcher.runUntil(until)).map((effect) => ({
          ...effect,
          at: isoInstant(effect.at),
        })),
      );
      for (const check of checks) effects.push(...(await runCheck(client, services, check)));
      if (checks.length === 0) break;
      at = until;
    }
    // Events of the last checks may be due at the very end.
    effects.push(
      ...(await client.dispatcher.runUntil(to)).map((effect) => ({ ...effect, at: isoInstant(effect.at) })),
    );
    effects.push(...(await expiriesBetween(client, from, to)));
    await client.state.setNow(to);
  } finally {
    client.scheduler.resume();
    client.dispatcher.wake();
  }
  return effects
    .map((effect, index) => ({ effect, index }))
    .sort(byTime)
    .map(({ effect }) => effect);
}

type Numbered = { effect: Effect; index: number };

const byTime = (a: Numbered, b: Numbered): number =>
  a.effect.at < b.effect.at ? -1 : a.effect.at > b.effect.at ? 1 : a.index - b.index;
