/** A sorted array without two items that compare as equal. */
export class SortedArray<T> {
  readonly items: T[];
  readonly #compare: (a: T, b: T) => number;

  constructor(compare: (a: T, b: T) => number, items: Iterable<T> = []) {
    this.#compare = compare;
    this.items = [...items].sort(compare);
  }

  add(item: T): void {
    const index = this.indexOf((other) => this.#compare(other, item) < 0);
    this.items.splice(index, 0, item);
  }

  remove(item: T): void {
    const index = this.indexOf((other) => this.#compare(other, item) < 0);
    const found = this.items[index];
    if (found !== undefined && this.#compare(found, item) === 0) this.items.splice(index, 1);
  }

  /** The first index at which `isBefore` no longer holds. */
  indexOf(isBefore: (item: T) => boolean): number {
    let low = 0;
    let high = this.items.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (isBefore(this.items[middle] as T)) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** By code units. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
