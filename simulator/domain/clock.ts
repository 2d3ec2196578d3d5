/** How a client's clock goes: with real time, so far ahead of it (or behind), or not at all. Epoch milliseconds. */
export type Clock = { readonly ahead_ms: number } | { readonly frozen_at: number };

/** What a clock shows. */
export function shownBy(clock: Clock, realNow: number): number {
  return 'frozen_at' in clock ? clock.frozen_at : realNow + clock.ahead_ms;
}

/** A clock that shows an instant now, and stands still or goes on from there. */
export function clockAt(instant: number, realNow: number, frozen: boolean): Clock {
  return frozen ? { frozen_at: instant } : { ahead_ms: instant - realNow };
}

export const isFrozen = (clock: Clock): boolean => 'frozen_at' in clock;

/** The clock moved forward to an instant, and left alone if it is past that already. */
export function movedTo(clock: Clock, instant: number, realNow: number): Clock {
  if (shownBy(clock, realNow) >= instant) return clock;
  return clockAt(instant, realNow, isFrozen(clock));
}
