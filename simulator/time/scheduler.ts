import type { Client } from '../client.ts';
import type { Services } from '../services.ts';
import { nextChecks, runCheck } from './recurring-checks.ts';

/** Longest that a timer sleeps before it looks again; settings may have changed, and timers have a limit. */
const longestSleep = 60_000;

/** Runs recurring checks of one client as real time goes by. */
export class Scheduler {
  readonly #services: Services;
  readonly #onError: (error: unknown) => void;
  #client: Client | undefined;
  #timer: NodeJS.Timeout | undefined;
  #seen = 0;
  #running: Promise<void> = Promise.resolve();
  #paused = 0;
  #closed = false;

  constructor(services: Services, onError: (error: unknown) => void) {
    this.#services = services;
    this.#onError = onError;
  }

  start(client: Client): void {
    this.#client = client;
    this.#seen = client.state.now();
    this.#sleep(longestSleep);
  }

  /** Stops checking until it is resumed, and waits for what is under way. */
  async pause(): Promise<void> {
    this.#paused += 1;
    clearTimeout(this.#timer);
    await this.#running;
  }

  /** Goes on from the client's present time: what somebody moved the clock over is theirs. */
  resume(): void {
    this.#paused -= 1;
    if (this.#paused > 0 || this.#closed || !this.#client) return;
    this.#seen = this.#client.state.now();
    this.#sleep(0);
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    await this.#running;
  }

  #sleep(duration: number): void {
    if (this.#closed || this.#paused > 0) return;
    this.#timer = setTimeout(() => {
      this.#running = this.#look().catch(this.#onError);
    }, duration);
    this.#timer.unref();
  }

  async #look(): Promise<void> {
    const client = this.#client as Client;
    const now = client.state.now();
    for (let checks = await nextChecks(client, this.#services, this.#seen, now); checks.length > 0; ) {
      for (const check of checks) await runCheck(client, this.#services, check);
      this.#seen = (checks[0] as { at: number }).at;
      checks = await nextChecks(client, this.#services, this.#seen, now);
    }
    this.#seen = Math.max(this.#seen, now);
    const [next] = await nextChecks(client, this.#services, this.#seen, now + longestSleep);
    this.#sleep(Math.min(longestSleep, next ? Math.max(0, next.at - client.state.now()) : longestSleep));
  }
}
