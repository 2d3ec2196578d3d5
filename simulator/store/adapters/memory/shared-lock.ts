type Waiting = { readonly exclusive: boolean; readonly start: () => void };

/** Any number of tasks share it, or one has it alone; first come, first served. */
export class SharedLock {
  #sharing = 0;
  #taken = false;
  readonly #waiting: Waiting[] = [];

  shared<T>(task: () => Promise<T>): Promise<T> {
    return this.#run(false, task);
  }

  exclusive<T>(task: () => Promise<T>): Promise<T> {
    return this.#run(true, task);
  }

  async #run<T>(exclusive: boolean, task: () => Promise<T>): Promise<T> {
    await new Promise<void>((start) => {
      this.#waiting.push({ exclusive, start });
      this.#admit();
    });
    try {
      return await task();
    } finally {
      if (exclusive) this.#taken = false;
      else this.#sharing -= 1;
      this.#admit();
    }
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
