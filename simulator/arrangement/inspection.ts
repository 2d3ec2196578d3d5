import { nearestTo } from '../../spec/did-you-mean.ts';
import { refusals } from '../domain/refusal.ts';
import type { ArrangementHandlers } from '../http/context.ts';
import { ok } from '../http/outcome.ts';
import { operations } from '../operations/index.ts';
import { faultsIn, setFaults } from '../tenant/faults.ts';
import { liveEventsOf } from './live-events.ts';

export const inspection = {
  async listRequests({ client, query }) {
    return ok({ requests: await client.journal.list(query.limit ?? 100, query) });
  },

  async clearRequests({ client }) {
    await client.journal.clear();
    return ok({ message: 'The request journal is empty' });
  },

  listFaults: async ({ client }) => ok({ faults: faultsIn(await client.state.read()) }),

  async setFaults({ client, body }) {
    // A fault for an operation that does not exist would never strike, and the caller would not learn why.
    const problems = body.faults.flatMap(({ operation }, index) => {
      if (operation === undefined || Object.hasOwn(operations, operation)) return [];
      const near = nearestTo(operation, Object.keys(operations));
      const meant = near === undefined ? '' : `; did you mean ${near}?`;
      return `Field [faults.${index}.operation] must be the id of an operation, not ${operation}${meant}`;
    });
    if (problems.length > 0) throw refusals.invalid(problems);
    await setFaults(client.state, body.faults);
    return ok({ faults: faultsIn(await client.state.read()) });
  },

  watchEvents: async ({ client, services }) => ok(await liveEventsOf(client, services).open()),
} satisfies Partial<ArrangementHandlers>;
