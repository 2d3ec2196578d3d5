import type { RunSide } from './side.ts';

/** Time that a run moved forward goes back by a reset alone, which takes all else with it: only with leave. */
export async function putClockBack({ ledger, arrangement }: RunSide, destructive: boolean): Promise<void> {
  if (!ledger.clockMoved) return;
  const { reset } = arrangement.functions;
  const stays = "the client's clock was moved forward";
  if (!destructive || !reset)
    return ledger.leave(
      `${stays}: ${reset ? 'a reset puts it back (with --destructive the run resets by itself)' : 'nothing is offered to put it back'}`,
    );
  try {
    await reset();
  } catch (error) {
    ledger.leave(`${stays}, and the reset failed (${(error as Error).message})`);
  }
}
