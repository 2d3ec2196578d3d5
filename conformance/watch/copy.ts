/** The bytes of a body as they pass, as long as they are no more than `most`. */
export class Copy {
  readonly #most: number;
  readonly #chunks: Uint8Array[] = [];
  length = 0;

  constructor(most: number) {
    this.#most = most;
  }

  add(chunk: Uint8Array): void {
    this.length += chunk.length;
    if (this.isWhole) this.#chunks.push(chunk);
    else this.#chunks.length = 0;
  }

  get isWhole(): boolean {
    return this.length <= this.#most;
  }

  get bytes(): Buffer {
    const [first] = this.#chunks;
    return this.#chunks.length === 1 && Buffer.isBuffer(first) ? first : Buffer.concat(this.#chunks);
  }
}
