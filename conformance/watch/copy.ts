/** The longest body that is judged; a longer one passes by and is counted. */
export const longestBody = 4 * 1024 * 1024;

/** The bytes of a body as they pass, as long as they are no more than are judged. */
export class Copy {
  readonly #chunks: Uint8Array[] = [];
  length = 0;

  add(chunk: Uint8Array): void {
    this.length += chunk.length;
    if (this.isWhole) this.#chunks.push(chunk);
    else this.#chunks.length = 0;
  }

  get isWhole(): boolean {
    return this.length <= longestBody;
  }

  get bytes(): Buffer {
    const [first] = this.#chunks;
    return this.#chunks.length === 1 && Buffer.isBuffer(first) ? first : Buffer.concat(this.#chunks);
  }
}
