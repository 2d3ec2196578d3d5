type Waiting = { readonly exclusive: boolean; readonly start: () => void };

/** Any number of tasks share it, or one has it alone; first come, first served. */
export class SharedLock {
  #sharing = 0;
  #taken = false;
  readonly #waiting: Waiting[] = [];

  async shared<T>(task: () => Promise<T>): Promise<T> {
    await this.#enter(false);
    try {
      return await task();
    } finally {
      this.#sharing -= 1;
      this.#admit();
    }
  }

  async exclusive<T>(task: () => Promise<T>): Promise<T> {
    await this.#enter(true);
    try {
      return await task();
    } finally {
      this.#taken = false;
      this.#admit();
    }
  }

  #enter(exclusive: boolean): Promise<void> {
    return new Promise((start) => {
      this.#waiting.push({ exclusive, start });
      this.#admit();
    });
  }

  #admit(): void {
    for (;;) {
      const [next] = this.#waiting;
      if (next === undefined || this.#taken || (next.exclusive && this.#sharing > 0)) return;
      this.#waiting.shift();
      if (next.exclusive) this.#taken = true;
      else this.#sharing += 1;
      next.start();
    }
  }
}
