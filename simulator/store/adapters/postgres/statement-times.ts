/** A statement takes less than a millisecond; one that takes longer than this waits for a lock, a disk or a processor. */
const SLOW_MS = 100;
const WINDOW_MS = 60_000;
/** A few slow statements are a checkpoint of the database, or the start of the sandbox. */
const FEWEST = 3;
const SHARE = 0.05;

type Window = { began: number; count: number; slow: number; slowest: number; text: string };

export class StatementTimes {
  #now: Window = windowAt(performance.now());
  #before: Window = windowAt(performance.now());
  /** Since the start. */
  slowStatements = 0;

  add(text: string, began: number): void {
    const now = performance.now();
    const took = now - began;
    const window = this.#windowAt(now);
    window.count += 1;
    if (took < SLOW_MS) return;
    this.slowStatements += 1;
    window.slow += 1;
    if (took <= window.slowest) return;
    window.slowest = took;
    window.text = text;
  }

  /** A sentence, if many statements of the last minute or two were slow. */
  problems(): string[] {
    this.#windowAt(performance.now());
    const windows = [this.#before, this.#now];
    const sum = (of: (window: Window) => number) => windows.reduce((total, window) => total + of(window), 0);
    const [count, slow] = [sum((window) => window.count), sum((window) => window.slow)];
    if (slow < FEWEST || slow < SHARE * count) return [];
    const { slowest, text } = windows.reduce((a, b) => (a.slowest > b.slowest ? a : b));
    const words = text.trim().split(/\s+/).slice(0, 4).join(' ');
    return [
      `The database is slow: ${slow} of the latest ${count} statements took longer than ${SLOW_MS} ms, the slowest ${Math.round(slowest)} ms (${words} …)`,
    ];
  }

  #windowAt(now: number): Window {
    if (now - this.#now.began > WINDOW_MS) {
      this.#before = now - this.#now.began > 2 * WINDOW_MS ? windowAt(now) : this.#now;
      this.#now = windowAt(now);
    }
    return this.#now;
  }
}

const windowAt = (began: number): Window => ({ began, count: 0, slow: 0, slowest: 0, text: '' });
