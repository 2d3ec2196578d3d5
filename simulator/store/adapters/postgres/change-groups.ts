import { StoreUnavailableError } from '../../port.ts';

const LARGEST_GROUP = 100;
/** Changes that may wait for one lock: twenty groups, which a slow database commits within seconds. */
const MOST_WAITING = 2000;

type Waiting<Change> = {
  readonly change: Change;
  resolve(result: unknown): void;
  reject(error: unknown): void;
};

/** What came of a change of a group; undefined when it has to wait for the next group. */
export type Outcome = { readonly result: unknown } | undefined;

type Grouped = { readonly id: string; readonly options: { readonly claim?: unknown } };

/**
 * Commits the changes that wait for the same lock in one transaction, those of one aggregate in the order in which they came.
 *
 * While a transaction of a lock shard runs, further changes of that shard could only wait for its lock; the next
 * transaction makes all of them, so that they wait for the disk once. Nothing is delayed to be collected: a change that
 * comes alone is committed alone. In `npm run bench` (PATCHes on 48 connections) this raises a PATCH on PostgreSQL from
 * 0.42 to 0.69 of a bare loop of the transaction.
 */
export class ChangeGroups<Change extends Grouped> {
  readonly #commit: (shard: number, group: readonly Change[]) => Promise<readonly Outcome[]>;
  /** The changes that wait, for each shard of which a transaction runs. */
  readonly #waiting = new Map<number, Waiting<Change>[]>();

  /** `commit` makes changes in one transaction, and resolves with what came of each. */
  constructor(commit: (shard: number, group: readonly Change[]) => Promise<readonly Outcome[]>) {
    this.#commit = commit;
  }

  add(shard: number, change: Change): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const waiting = this.#waiting.get(shard);
      if (waiting && waiting.length >= MOST_WAITING)
        reject(new StoreUnavailableError(`${MOST_WAITING} changes wait for the database already`));
      else if (waiting) waiting.push({ change, resolve, reject });
      else void this.#commitAll(shard, [{ change, resolve, reject }]);
    });
  }

  async #commitAll(shard: number, waiting: Waiting<Change>[]): Promise<void> {
    this.#waiting.set(shard, waiting);
    while (waiting.length > 0) await this.#commitGroup(shard, takeGroup(waiting), waiting);
    this.#waiting.delete(shard);
  }

  async #commitGroup(shard: number, group: readonly Waiting<Change>[], waiting: Waiting<Change>[]) {
    try {
      const changes = group.map(({ change }) => change);
      const outcomes = await this.#commit(shard, changes);
      for (const [index, { resolve }] of group.entries())
        if (outcomes[index]) resolve(outcomes[index].result);
      waiting.unshift(...group.filter((_, index) => !outcomes[index]));
    } catch (error) {
      if (error instanceof StoreUnavailableError) {
        // The changes that wait would run into the same timeout, one group after the other.
        for (const { reject } of [...group, ...waiting.splice(0)]) reject(error);
      } else if (group.length === 1) {
        group[0]?.reject(error);
      } else {
        // One of them failed and the transaction was rolled back: commit each alone, so that only that one fails.
        for (const each of group) await this.#commitGroup(shard, [each], waiting);
      }
    }
  }
}

/** Takes the earliest changes. The transaction ends all claims at once, so a claim is the first change of its aggregate. */
function takeGroup<Change extends Grouped>(waiting: Waiting<Change>[]): Waiting<Change>[] {
  const taken = new Set<string>();
  const left = new Set<string>();
  const group: Waiting<Change>[] = [];
  const rest: Waiting<Change>[] = [];
  for (const each of waiting) {
    const { id, options } = each.change;
    const isNext = !left.has(id) && !(options.claim && taken.has(id));
    if (group.length < LARGEST_GROUP && isNext) {
      taken.add(id);
      group.push(each);
    } else {
      left.add(id);
      rest.push(each);
    }
  }
  waiting.splice(0, waiting.length, ...rest);
  return group;
}
