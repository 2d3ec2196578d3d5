import type { RunSide } from './side.ts';

/** Time that a run moved forward, and users of others that it deleted, come back by a reset alone, which takes all else with it: only with leave. */
export async function resetAfterwards({ ledger, arrangement }: RunSide, destructive: boolean): Promise<void> {
  const stays = [
    ledger.clockMoved && "the client's clock was moved forward",
    ledger.othersDeleted && 'users that were there before were deleted',
  ].filter((text) => text !== false);
  if (stays.length === 0) return;
  const what = stays.join(', and ');
  const { reset } = arrangement.functions;
  if (!destructive || !reset)
    return ledger.leave(
      `${what}: ${reset ? 'a reset puts it back (with --destructive the run resets by itself)' : 'nothing is offered to put it back'}`,
    );
  try {
    await reset();
  } catch (error) {
    ledger.leave(`${what}, and the reset failed (${(error as Error).message})`);
  }
}
