import type { RunClient } from './run-client.ts';

/** Time that a run moved forward, and users of others that it deleted, come back by a reset alone, which takes all else with it: only with leave. */
export async function resetAfterwards(
  { cleanup, arrangement }: RunClient,
  destructive: boolean,
): Promise<void> {
  const stays = [
    cleanup.clockMoved && "the client's clock was moved forward",
    cleanup.othersDeleted && 'users that were there before were deleted',
  ].filter((text) => text !== false);
  if (stays.length === 0) return;
  const what = stays.join(', and ');
  const { reset } = arrangement.functions;
  if (!destructive || !reset)
    return cleanup.leave(
      `${what}: ${reset ? 'a reset puts it back (with --destructive the run resets by itself)' : 'nothing is offered to put it back'}`,
    );
  try {
    await reset();
  } catch (error) {
    cleanup.leave(`${what}, and the reset failed (${(error as Error).message})`);
  }
}
