import { birthAt } from '../../generators/world/birth.ts';
import { loadSnapshot, resetClient, takeSnapshot } from '../client/snapshot.ts';
import { endOfTime, isoInstant, plusDuration, readInstant } from '../domain/instant.ts';
import { Refusal, refusals } from '../domain/refusal.ts';
import { patched } from '../domain/user-fields.ts';
import type { ArrangementHandlers } from '../http/context.ts';
import { created, ok } from '../http/outcome.ts';
import { isFrozen } from '../state/client-state.ts';
import { moveClock } from '../work/move-clock.ts';

export const sandboxState = {
  async getHealth({ services }) {
    const { environment, profile, realNow, version } = services;
    const problems = [...(await services.store.health()).problems];
    const damages = services.clients.flatMap(({ state }) => state.damage?.message ?? []);
    problems.push(...damages.filter((damage) => !problems.some((told) => told.startsWith(damage))));
    const status = problems.length === 0 ? ('ok' as const) : ('degraded' as const);
    const told = {
      status,
      version,
      now: isoInstant(realNow()),
      environment,
      profile: { ...profile },
      problems,
    };
    return ok({ ...told, event_loop_delay_ms: services.eventLoopDelay() });
  },

  async getLiveness() {
    return ok({ status: 'live' as const });
  },

  async getReadiness({ services }) {
    const { problems, isAway } = await services.store.health();
    if (isAway) throw new Refusal(503, problems);
    return ok({ status: 'ready' as const });
  },

  async resetClient({ client }) {
    await resetClient(client);
    return ok({ message: 'The client is back in its starting world' });
  },

  async getClock({ client }) {
    const record = await client.state.read();
    return ok({ now: isoInstant(client.state.nowOf(record)), frozen: isFrozen(record.clock) });
  },

  async moveClock({ client, body, services }) {
    const { to, by, frozen } = body;
    if (to !== undefined && by !== undefined)
      throw refusals.invalid(['Field [to] and field [by] cannot both be given']);
    const target = (now: number): number => {
      const instant = to === undefined ? plusDuration(now, by ?? '') : readInstant(to);
      // A duration may lead past the last instant that can be written down, or past what a number can hold.
      if (instant === undefined || !(instant <= endOfTime))
        throw refusals.invalid([`Field [${to === undefined ? 'by' : 'to'}] leads beyond the end of time`]);
      return instant;
    };
    const isMoved = to !== undefined || by !== undefined;
    const moved = await moveClock(client, services, { to: isMoved ? target : undefined, frozen });
    return ok({ ...moved, now: isoInstant(moved.now) });
  },

  async arrangeConfiguration({ client, body }) {
    const taxauth_enabled = await client.state.change((record) => {
      const configuration = patched(record.configuration, body, ['taxauth_enabled']);
      return { record: { ...record, configuration }, result: configuration.taxauth_enabled ?? null };
    });
    return ok({ taxauth_enabled });
  },

  async takeSnapshot({ client }) {
    return ok(await takeSnapshot(client));
  },

  async loadSnapshot({ client, body, services }) {
    await loadSnapshot(client, body, services.realNow);
    return ok({ message: `The client is as it was at ${body.now}` });
  },

  async addClient({ body, services }) {
    const { now, frozen } = body ?? {};
    const born = now === undefined ? {} : { born: bornAt(now), clock: 'running' as const };
    return created(
      await services.issuedClients.add({ ...born, ...(frozen && { clock: 'frozen' as const }) }),
    );
  },

  async removeClient({ path, services }) {
    if (!(await services.issuedClients.remove(path.client_id)))
      throw refusals.notFound('Client', path.client_id);
    await services.runs.forget(path.client_id);
    return { status: 204, body: undefined };
  },
} satisfies Partial<ArrangementHandlers>;

function bornAt(now: string): string {
  try {
    return isoInstant(birthAt(readInstant(now) ?? Number.NaN));
  } catch (error) {
    throw refusals.invalid([
      `Field [now] is no time to begin: ${error instanceof Error ? error.message : error}`,
    ]);
  }
}
