import type { Client } from '../tenant/client.ts';

/** Returns a client to its starting world: its users, settings, subscriptions, faults and clock. */
export async function resetClient({ space, state, worker, startingContents }: Client): Promise<void> {
  try {
    await space.exclusively(async (turn) => {
      await worker.drained();
      await space.replace(await startingContents((await state.read()).birth), { turn });
    });
  } finally {
    worker.wake();
  }
}
