import { type ArrangementHandlers, created, ok } from '../http/context.ts';
import { toolOrderOf } from './tool-order.ts';

export const runs = {
  async listRuns({ client, services }) {
    const { areAvailable } = services.runs;
    return ok({ available: areAvailable, runs: services.runs.list(client.name).map(({ run }) => run) });
  },

  async startRun({ client, body, services }) {
    return created(services.runs.start(client.name, await toolOrderOf(body, services)));
  },

  async getRun({ client, path, services }) {
    return ok(services.runs.get(client.name, path.run_id));
  },

  async stopRun({ client, path, services }) {
    return ok(services.runs.stop(client.name, path.run_id));
  },
} satisfies Partial<ArrangementHandlers>;
