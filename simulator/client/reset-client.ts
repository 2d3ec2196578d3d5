import type { Client } from '../tenant/client.ts';

/** Returns a client to its starting world: its users, settings, subscriptions, faults and clock. */
export async function resetClient({ clientStore, state, worker, startingContents }: Client): Promise<void> {
  try {
    await clientStore.exclusively(async (leaseToken) => {
      await worker.drained();
      await clientStore.replace(await startingContents((await state.read()).birth), { leaseToken });
    });
  } finally {
    worker.wake();
  }
}
