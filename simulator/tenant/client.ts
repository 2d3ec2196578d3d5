import type { ClientRecord } from '../domain/client-record.ts';
import type { ClientState } from '../state/client-state.ts';
import type { SeededWorld } from '../state/seeded-world.ts';
import type { Users } from '../state/users.ts';
import type { ClientStore, Contents } from '../store/port.ts';
import type { Worker } from '../worker/worker.ts';
import type { Journal } from './journal.ts';
import type { RateLimit } from './rate-limit.ts';

/** One client (tenant) at run time. All state belongs to one client; nothing crosses. */
export type Client = {
  readonly name: string;
  /** All that is stored of the client; what is in it has a name of its own below, where it has rules. */
  readonly clientStore: ClientStore;
  readonly state: ClientState;
  readonly users: Users;
  /** The people with whom the client's world began. */
  readonly worldOf: (record: Pick<ClientRecord, 'birth' | 'scenarios'>) => SeededWorld;
  /** Everything that the client has at its birth. */
  readonly startingContents: (birth: ClientRecord['birth']) => Promise<Contents>;
  readonly journal: Journal;
  /** Undefined without a limit. Each process counts for itself: several let pass several times as many requests. */
  readonly rateLimit: RateLimit | undefined;
  readonly worker: Worker;
};
