import type { RunOptions, TargetDescription } from './options.ts';
import { type Removed, removeMarked } from './remove-marked.ts';
import { openEnvironment } from './run-environment.ts';

/** Removes what runs that were killed left at a deployment, for both of its clients, by the mark that all of it bears. */
export async function cleanUp(target: TargetDescription, options: RunOptions = {}): Promise<Removed> {
  const never = new AbortController();
  const environment = await openEnvironment(target, { ...options, arrange: 'none' }, '', never.signal);
  let users = 0;
  let webhooks = 0;
  try {
    for (const { caller } of environment.clients) {
      const gone = await removeMarked(caller);
      users += gone.users;
      webhooks += gone.webhooks;
    }
  } finally {
    await environment.close();
  }
  return { users, webhooks };
}
