/**
 * Real time that never goes back. Somebody sets the machine's clock back, or its time server does: what falls due in a
 * moment would then wait for an hour or for years, and a lease be held for as long. So while the process runs, a step
 * back is not followed; a step forward is, since a machine that slept has to catch up.
 */
export function steadyClock(wall: () => number, elapsed: () => number): () => number {
  let started = Number.NEGATIVE_INFINITY;
  return () => {
    // In this order: held up in between, a busy process would else be ahead of all others from then on.
    const shown = wall();
    const passed = elapsed();
    started = Math.max(started, shown - passed);
    return Math.floor(started + passed);
  };
}
