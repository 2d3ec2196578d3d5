import { loadSnapshot, takeSnapshot } from '../client/snapshot.ts';
import { type ArrangementHandlers, ok } from '../http/context.ts';

export const snapshots = {
  async takeSnapshot({ client }) {
    return ok(await takeSnapshot(client));
  },

  async loadSnapshot({ client, body, services }) {
    await loadSnapshot(client, body, services.realNow);
    return ok({ message: `The client is as it was at ${body.now}` });
  },
} satisfies Partial<ArrangementHandlers>;
