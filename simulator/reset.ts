import type { Client } from './client.ts';

/** Returns a client to its starting world: its users, settings, subscriptions and clock. */
export async function resetClient(client: Client): Promise<void> {
  await client.scheduler.pause();
  try {
    await client.dispatcher.idle();
    await client.users.clear();
    client.ledger.clear();
    await client.state.reset();
    client.faults.set([]);
    client.journal.clear();
  } finally {
    client.scheduler.resume();
  }
}
