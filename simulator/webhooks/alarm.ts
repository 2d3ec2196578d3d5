/** Calls `ring` when the clock reaches `at`; the result cancels it. */
export type Alarm = (at: number, ring: () => void) => () => void;

/** The longest that Node's timers can wait. */
const LONGEST_MS = 2 ** 31 - 1;

/** An alarm in real time for a clock that runs at its pace; it keeps no process alive. */
export function createAlarm(now: () => number): Alarm {
  return (at, ring) => {
    // When the wait is longer than a timer can take, the ring comes early, and whoever hears it sets the next.
    const timer = setTimeout(ring, Math.min(Math.max(0, at - now()), LONGEST_MS));
    timer.unref();
    return () => clearTimeout(timer);
  };
}
