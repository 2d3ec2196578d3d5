import { birthAt } from '../../generators/world/birth.ts';
import { isoInstant } from '../domain/instant.ts';
import { readInstant } from '../domain/read-instant.ts';
import { refusals } from '../domain/refusal.ts';
import type { ArrangementHandlers } from '../http/context.ts';
import { created } from '../http/outcome.ts';

export const clients = {
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
