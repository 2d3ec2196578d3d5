import type { Waits } from './waits.ts';

const pauseMs = 15;

/** Reads again and again until it is so, and answers with what was read last when it does not come in time. */
export async function eventually<T>(
  read: () => Promise<T>,
  isSo: (value: T) => boolean,
  patienceMs = 5000,
): Promise<T> {
  const until = performance.now() + patienceMs;
  for (;;) {
    const value = await read();
    if (isSo(value) || performance.now() > until) return value;
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}

/** The same, with the patience that is left with such things in this run. */
export async function eventuallyWithin<T>(
  waits: Waits,
  read: () => Promise<T>,
  isSo: (value: T) => boolean,
): Promise<T> {
  const value = await eventually(read, isSo, waits.patienceMs);
  if (isSo(value)) waits.heard();
  else waits.inVain();
  return value;
}
