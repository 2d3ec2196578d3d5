import { appendFileSync, existsSync, readFileSync } from 'node:fs';

/** Results by key, line by line in a file, so that a run that was interrupted goes on; without a file nothing is kept. */
export class KeptResults<Result> extends Map<string, Result> {
  readonly #file: string | undefined;

  constructor(file: string | undefined) {
    const text = file !== undefined && existsSync(file) ? readFileSync(file, 'utf8') : '';
    const lines = text.split('\n').filter(Boolean);
    super(lines.map((line): [string, Result] => JSON.parse(line)));
    this.#file = file;
  }

  keep(key: string, result: Result): void {
    this.set(key, result);
    if (this.#file !== undefined) appendFileSync(this.#file, `${JSON.stringify([key, result])}\n`);
  }

  /** What is known by the key, or what is made now and kept. */
  async made(key: string, make: () => Promise<Result>): Promise<Result> {
    const known = this.get(key);
    if (known !== undefined) return known;
    const result = await make();
    this.keep(key, result);
    return result;
  }
}
