import { endOfTime, isoInstant, plusDuration } from '../domain/instant.ts';
import { readInstant } from '../domain/read-instant.ts';
import { refusals } from '../domain/refusal.ts';
import { type ArrangementHandlers, ok } from '../http/context.ts';
import { resetClient } from '../reset.ts';
import { advance } from '../time/advance.ts';

export const sandboxState = {
  async getHealth({ services }) {
    const { environment, profile, realNow } = services;
    return ok({ status: 'ok' as const, now: isoInstant(realNow()), environment, profile: { ...profile } });
  },

  async resetClient({ client }) {
    await resetClient(client);
    return ok({ message: 'The client is back in its starting world' });
  },

  async getClock({ now }) {
    return ok({ now: isoInstant(now) });
  },

  async moveClock({ client, body, services }) {
    const given = body as { to?: string; by?: string };
    const target =
      given.to === undefined ? plusDuration(client.state.now(), given.by ?? '') : readInstant(given.to);
    // A duration may lead past the last instant that can be written down, or past what a number can hold.
    if (target === undefined || !(target <= endOfTime)) {
      throw refusals.invalid([
        `Field [${given.to === undefined ? 'by' : 'to'}] leads beyond the end of time`,
      ]);
    }
    const effects = await advance(client, services, target);
    return ok({ now: isoInstant(client.state.now()), effects });
  },
} satisfies Partial<ArrangementHandlers>;
