import { appendFileSync, existsSync, readFileSync } from 'node:fs';

/** Results by key, line by line in a file, so that a run that was interrupted goes on; without a file nothing is kept. */
export class KeptResults<Result> {
  readonly #file: string | undefined;
  readonly #known: Map<string, Result>;

  constructor(file: string | undefined) {
    this.#file = file;
    const text = file !== undefined && existsSync(file) ? readFileSync(file, 'utf8') : '';
    const lines = text.split('\n').filter(Boolean);
    this.#known = new Map(lines.map((line): [string, Result] => JSON.parse(line)));
  }

  get(key: string): Result | undefined {
    return this.#known.get(key);
  }

  keep(key: string, result: Result): void {
    this.#known.set(key, result);
    if (this.#file !== undefined) appendFileSync(this.#file, `${JSON.stringify([key, result])}\n`);
  }

  /** What is known by the key, or what is made now and kept. */
  async made(key: string, make: () => Promise<Result>): Promise<Result> {
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const result = await make();
    this.keep(key, result);
    return result;
  }
}
