import { ClientBusyError, type LeaseHolder, type LeaseOptions } from '../port.ts';

/** How long a caller waits for a client that others have to themselves. */
const WAIT_MS = 60_000;
/** How many callers wait at most: more would only be refused later. */
const MOST_WAITING = 100;

/** How long a task may still wait, what it is for, and the signal of its caller. */
export type Turn = Required<Pick<LeaseOptions, 'purpose'>> & {
  readonly signal: AbortSignal | undefined;
  remainingMs(): number;
};

/** Runs the tasks of one process that need a client to themselves one after the other, first come, first served. */
export class LeaseQueue {
  readonly #now: () => number;
  readonly #waiting = new Set<() => void>();
  #isTaken = false;
  holder: LeaseHolder | undefined;

  constructor(now: () => number) {
    this.#now = now;
  }

  async run<T>(
    { purpose = 'a task', signal, waitMs = WAIT_MS }: LeaseOptions,
    task: (turn: Turn) => Promise<T>,
  ): Promise<T> {
    const deadline = performance.now() + waitMs;
    const remainingMs = () => deadline - performance.now();
    if (this.#isTaken) await this.#turn(waitMs, signal);
    this.#isTaken = true;
    this.holder = { purpose, since: this.#now() };
    try {
      return await task({ purpose, signal, remainingMs });
    } finally {
      this.holder = undefined;
      const [next] = this.#waiting;
      if (next) next();
      else this.#isTaken = false;
    }
  }

  #turn(waitMs: number, signal: AbortSignal | undefined): Promise<void> {
    if (this.#waiting.size >= MOST_WAITING)
      throw new ClientBusyError(this.holder, `${MOST_WAITING} others wait`);
    return new Promise((resolve, reject) => {
      const end = (error?: ClientBusyError) => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', leave);
        this.#waiting.delete(begin);
        if (error) reject(error);
        else resolve();
      };
      const begin = () => end();
      const leave = () => end(new ClientBusyError(this.holder, 'the caller left'));
      const timer = setTimeout(() => end(new ClientBusyError(this.holder)), waitMs);
      this.#waiting.add(begin);
      signal?.addEventListener('abort', leave);
      if (signal?.aborted) leave();
    });
  }
}
