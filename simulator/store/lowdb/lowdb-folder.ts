import { rm } from 'node:fs/promises';
import { checkpoint } from './checkpoint.ts';
import type { DamageRegister } from './damage-register.ts';
import type { Batch, Journal } from './journal.ts';
import { PartitionState } from './partition-state.ts';
import type { RecentDocuments } from './recent-documents.ts';

/** How long nothing must have changed for the documents to be brought into their files. */
const QUIET_MS = 500;
/** How many documents a closing store brings into their files; more than that are left to the journal and the next start. */
const CLOSING_DOCUMENTS = 500;

/** What the partitions of a folder share: the journal, the memory, and the work in the background. */
export class LowdbFolder {
  readonly partitionsFolder: string;
  readonly sync: boolean;
  readonly recent: RecentDocuments;
  readonly damage: DamageRegister;
  readonly #journal: Journal;
  readonly #journalFolder: string;
  readonly #journalBytes: number;
  readonly #states: Map<string, PartitionState>;
  #background: Promise<void> = Promise.resolve();
  #checkpoint: Promise<void> | undefined;
  #isFailing = false;
  #isCancelled = false;
  #isClosed = false;
  readonly #quiet: NodeJS.Timeout;

  constructor(parts: {
    partitionsFolder: string;
    journalFolder: string;
    journalBytes: number;
    sync: boolean;
    recent: RecentDocuments;
    damage: DamageRegister;
    journal: Journal;
    states: Map<string, PartitionState>;
  }) {
    this.partitionsFolder = parts.partitionsFolder;
    this.sync = parts.sync;
    this.recent = parts.recent;
    this.damage = parts.damage;
    this.#journal = parts.journal;
    this.#journalFolder = parts.journalFolder;
    this.#journalBytes = parts.journalBytes;
    this.#states = parts.states;
    this.#quiet = setTimeout(() => this.#whenQuiet(), QUIET_MS).unref();
  }

  state(name: string): PartitionState {
    if (this.#isClosed) throw new Error('The store is closed');
    let state = this.#states.get(name);
    if (state === undefined) {
      state = new PartitionState(this.partitionsFolder, name, 1);
      this.#states.set(name, state);
    }
    return state;
  }

  /** Puts a new generation in place of a partition's current one, whose folder goes when nobody writes to it any more. */
  replace(next: PartitionState): void {
    const old = this.state(next.name);
    old.isRetired = true;
    this.#states.set(next.name, next);
    this.#inBackground(() => rm(old.folder, { recursive: true, force: true }));
  }

  append(line: string, undo: () => void): Batch {
    const batch = this.#journal.append(line, undo);
    this.#quiet.refresh();
    if (this.#journal.bytes > this.#journalBytes && !this.#isFailing) void this.#startCheckpoint();
    return batch;
  }

  /** Resolves at once, unless changes come so much faster than they can be brought into files that memory would fill. */
  room(): Promise<void> | undefined {
    if (this.#journal.bytes < 4 * this.#journalBytes || this.#isFailing) return undefined;
    return this.#startCheckpoint();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#quiet);
    const left = [...this.#states.values()].reduce((sum, { dirty }) => sum + dirty.size, 0);
    this.#isCancelled = left > CLOSING_DOCUMENTS;
    await this.#background;
    if (!this.#isCancelled) await this.#startCheckpoint();
    await this.#journal.rotate();
  }

  #whenQuiet(): void {
    this.#isFailing = false;
    if ([...this.#states.values()].some(({ dirty }) => dirty.size > 0)) void this.#startCheckpoint();
  }

  #startCheckpoint(): Promise<void> {
    this.#checkpoint ??= this.#inBackground(() =>
      checkpoint({
        journal: this.#journal,
        recent: this.recent,
        states: () => [...this.#states.values()],
        sync: this.sync,
        isCancelled: () => this.#isCancelled,
      }),
    ).finally(() => {
      this.#checkpoint = undefined;
    });
    return this.#checkpoint;
  }

  /** One after the other. A failure loses nothing, for the journal keeps what it has; it is told, and tried again later. */
  #inBackground(work: () => Promise<void>): Promise<void> {
    this.#background = this.#background.then(work).then(
      () => {
        this.damage.settle(this.#journalFolder);
      },
      (error) => {
        this.#isFailing = true;
        this.damage.add(this.#journalFolder, `changes stay in the journal, since ${String(error)}`);
      },
    );
    return this.#background;
  }
}
