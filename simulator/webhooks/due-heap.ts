/** Things in the order in which they fall due; those due at one instant come out in the order they went in. */
export class DueHeap<T> {
  readonly #nodes: { at: number; order: number; item: T }[] = [];
  #order = 0;

  get size(): number {
    return this.#nodes.length;
  }

  peek(): { at: number; item: T } | undefined {
    return this.#nodes[0];
  }

  push(at: number, item: T): void {
    const nodes = this.#nodes;
    let index = nodes.push({ at, order: this.#order++, item }) - 1;
    while (index > 0) {
      const parent = (index - 1) >> 1;
      if (!this.#before(index, parent)) return;
      this.#swap(index, parent);
      index = parent;
    }
  }

  pop(): { at: number; item: T } | undefined {
    const nodes = this.#nodes;
    const top = nodes[0];
    const last = nodes.pop();
    if (top === undefined || last === undefined || nodes.length === 0) return top;
    nodes[0] = last;
    let index = 0;
    for (;;) {
      let least = index;
      for (const child of [2 * index + 1, 2 * index + 2]) {
        if (child < nodes.length && this.#before(child, least)) least = child;
      }
      if (least === index) return top;
      this.#swap(index, least);
      index = least;
    }
  }

  #before(left: number, right: number): boolean {
    const [a, b] = [this.#nodes[left]!, this.#nodes[right]!];
    return a.at === b.at ? a.order < b.order : a.at < b.at;
  }

  #swap(left: number, right: number): void {
    const nodes = this.#nodes;
    [nodes[left], nodes[right]] = [nodes[right]!, nodes[left]!];
  }
}
