/** Items to a piece, at most. */
const MOST = 512;

/**
 * Items in order, in pieces: to put one in its place moves those of one piece, however many there are in all. Wherever
 * something is looked for, `isBefore` tells of an item whether it stands before that, which must agree with the order.
 */
export class SortedList<T> {
  readonly #precedes: (a: T, b: T) => boolean;
  /** None of them empty. */
  readonly #pieces: T[][] = [];
  /** What has come since somebody last asked for anything: it is put in its place when somebody does. */
  #fresh: T[] = [];

  constructor(items: Iterable<T>, precedes: (a: T, b: T) => boolean) {
    this.#precedes = precedes;
    const sorted = [...items].sort((a, b) => (precedes(a, b) ? -1 : 1));
    for (let at = 0; at < sorted.length; at += MOST / 2) this.#pieces.push(sorted.slice(at, at + MOST / 2));
  }

  insert(item: T): void {
    this.#fresh.push(item);
  }

  #place(item: T): void {
    const isBefore = (other: T) => this.#precedes(other, item);
    // What comes after all others goes to the last piece.
    const at = Math.min(this.#pieceOf(isBefore), this.#pieces.length - 1);
    const piece = this.#pieces[at];
    if (piece === undefined) {
      this.#pieces.push([item]);
      return;
    }
    piece.splice(firstNot(piece, isBefore), 0, item);
    if (piece.length > MOST) this.#pieces.splice(at + 1, 0, piece.splice(MOST / 2));
  }

  /** Takes away an item that stands where it belongs. */
  remove(item: T): void {
    const pieces = this.#settled();
    const isBefore = (other: T) => this.#precedes(other, item);
    const at = this.#pieceOf(isBefore);
    const piece = pieces[at];
    const place = piece ? firstNot(piece, isBefore) : -1;
    if (piece?.[place] !== item) return;
    piece.splice(place, 1);
    if (piece.length === 0) pieces.splice(at, 1);
  }

  get length(): number {
    return this.#settled().reduce((sum, piece) => sum + piece.length, 0);
  }

  /** How many items stand before something. */
  countBefore(isBefore: (item: T) => boolean): number {
    const pieces = this.#settled();
    const at = this.#pieceOf(isBefore);
    let count = 0;
    for (let piece = 0; piece < at; piece += 1) count += pieces[piece]!.length;
    const piece = pieces[at];
    return piece ? count + firstNot(piece, isBefore) : count;
  }

  slice(from: number, to: number): T[] {
    const items: T[] = [];
    let start = 0;
    for (const piece of this.#settled()) {
      if (start >= to) break;
      if (start + piece.length > from) items.push(...piece.slice(Math.max(0, from - start), to - start));
      start += piece.length;
    }
    return items;
  }

  #settled(): T[][] {
    if (this.#fresh.length > 0) {
      for (const item of this.#fresh) this.#place(item);
      this.#fresh = [];
    }
    return this.#pieces;
  }

  /** The first piece whose last item does not stand before something. */
  #pieceOf(isBefore: (item: T) => boolean): number {
    return firstNot(this.#pieces, (piece) => isBefore(piece[piece.length - 1] as T));
  }
}

/** The first place in a sorted array where `isBefore` no longer holds. */
function firstNot<T>(sorted: readonly T[], isBefore: (item: T) => boolean): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isBefore(sorted[middle] as T)) low = middle + 1;
    else high = middle;
  }
  return low;
}
