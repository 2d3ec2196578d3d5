/** Tasks of one key run one after the other, and what concerns all keys alone; first come, first served. */
export class KeyedMutex {
  readonly #last = new Map<unknown, Promise<unknown>>();
  #lastOfAll: Promise<unknown> = Promise.resolve();

  run<T>(key: unknown, task: () => Promise<T>): Promise<T> {
    const running = (this.#last.get(key) ?? this.#lastOfAll).then(task);
    const ended: Promise<unknown> = running
      .catch(() => {})
      .then(() => this.#last.get(key) === ended && this.#last.delete(key));
    this.#last.set(key, ended);
    return running;
  }

  runAlone<T>(task: () => Promise<T>): Promise<T> {
    const running = Promise.all([this.#lastOfAll, ...this.#last.values()]).then(task);
    this.#lastOfAll = running.catch(() => {});
    this.#last.clear();
    return running;
  }
}
