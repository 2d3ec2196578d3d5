import type { Contents, Document, NewWorkItem, Write } from '../port.ts';

type Aggregate = { document: Document; sortKey: string };

/** A model of a client's state in the simplest form: no index, no leases by the clock, one change after the other. */
export class ClientStoreModel {
  aggregates = new Map<string, Aggregate>();
  /** In the order in which they were first put. */
  work: NewWorkItem[] = [];
  /** Ids of items whose claim has not run out. */
  claimed = new Set<string>();

  change(id: string, { document, sortKey, work, removeWork = [] }: Write<unknown>): void {
    const now = this.aggregates.get(id);
    if (document === null) {
      this.aggregates.delete(id);
      this.#drop((item) => item.owner === id);
      return;
    }
    if (document ?? now) {
      this.aggregates.set(id, { document: document ?? now!.document, sortKey: sortKey ?? now!.sortKey });
    }
    if (work === 'none') this.#drop((item) => item.owner === id);
    this.#drop((item) => item.owner === id && removeWork.includes(item.id));
    for (const item of work === 'none' ? [] : (work ?? [])) {
      const at = this.work.findIndex((other) => other.id === item.id);
      if (at < 0) this.work.push(item);
      else this.work[at] = { ...item, queue: this.work[at]!.queue };
    }
  }

  /** The ids that can be claimed, in the order of `claim`. */
  claimable(now: number, except: readonly string[]): string[] {
    return this.#freeHeads()
      .filter(({ due, target }) => due <= now && !(target !== null && except.includes(target)))
      .map(({ id }) => id);
  }

  nextDue(): number | null {
    return this.#freeHeads()[0]?.due ?? null;
  }

  /** In the form in which a store tells it, but for the sequence. */
  contents(): { aggregates: unknown[]; work: unknown[] } {
    const aggregates = [...this.aggregates].map(([id, aggregate]) => ({ id, ...aggregate }));
    aggregates.sort((a, b) => (`${a.sortKey} ${a.id}` < `${b.sortKey} ${b.id}` ? -1 : 1));
    return { aggregates, work: this.work };
  }

  replace({ aggregates, work }: Contents): void {
    this.aggregates = new Map(aggregates.map(({ id, sortKey, document }) => [id, { sortKey, document }]));
    this.work = work.map(({ sequence: _, ...item }) => item);
    this.claimed.clear();
  }

  #drop(condition: (item: NewWorkItem) => boolean): void {
    for (const { id } of this.work.filter(condition)) this.claimed.delete(id);
    this.work = this.work.filter((item) => !condition(item));
  }

  #freeHeads(): (NewWorkItem & { due: number })[] {
    const nameOf = ({ owner, queue }: NewWorkItem) => `${owner}/${queue}`;
    const busy = new Set(this.work.filter(({ id }) => this.claimed.has(id)).map(nameOf));
    const heads = new Map<string, NewWorkItem & { due: number }>();
    for (const item of this.work) {
      if (item.due !== null && !heads.has(nameOf(item))) heads.set(nameOf(item), { ...item, due: item.due });
    }
    return [...heads.values()]
      .filter((head) => !busy.has(nameOf(head)))
      .sort((a, b) => a.due - b.due || this.#at(a) - this.#at(b));
  }

  #at({ id }: NewWorkItem): number {
    return this.work.findIndex((item) => item.id === id);
  }
}
