import { randomBytes, randomUUID } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { userPrefix } from '../../generators/ids.ts';
import type { StatementReader } from '../../generators/statements/statement-reader.ts';
import { nextRecurringCheck } from '../domain/recurring.ts';
import { estimateExpenditure } from '../expenditure/estimate.ts';
import { seal } from '../webhooks/envelope.ts';
import { createHttpTransport } from '../webhooks/http-transport.ts';
import type { TargetRules } from '../webhooks/target-rules.ts';
import type { Transport } from '../webhooks/transport.ts';
import { steadyClock } from './steady-clock.ts';

/** Fresh identifiers. Ids of a user's things begin as the user's own id does. */
export interface Ids {
  uuid(): string;
  ofUser(userId: string): string;
}

/** What the simulator takes from outside: nothing in it reads a clock, makes an id or reaches the network by itself. */
export type Ports = {
  realNow: () => number;
  ids: Ids;
  randomBytes: (length: number) => Buffer;
  /** A random number in [0, 1). */
  random: () => number;
  transport: Transport;
  /** How a delivery is signed and encrypted. */
  seal: typeof seal;
  estimate: typeof estimateExpenditure;
  statementReader: StatementReader;
  /** When a user's next recurring check falls due. */
  nextCheck: typeof nextRecurringCheck;
};

/** Random UUIDs; those of a user's things begin as the user's own id does. */
export const randomIds: Ids = {
  uuid: () => randomUUID(),
  ofUser: (userId) => userPrefix(userId) + randomUUID().slice(13),
};

/** How many random bytes are drawn at once. */
const POOL_BYTES = 4096;
let [pool, used] = [Buffer.alloc(0), 0];

/** Random bytes, each handed out once; drawn many at a time, for to draw costs more than to hand out. */
function pooledBytes(length: number): Buffer {
  if (length > POOL_BYTES) return randomBytes(length);
  if (used + length > pool.length) [pool, used] = [randomBytes(POOL_BYTES), 0];
  used += length;
  return pool.subarray(used - length, used);
}

/** The outside world as it is: real time, real randomness, real HTTP. */
export function realPorts(targets: TargetRules): Ports & { close: () => Promise<void> } {
  const transport = createHttpTransport(targets);
  const statementReader = lazyStatementReader();
  return {
    realNow: steadyClock(
      () => Date.now(),
      () => performance.now(),
    ),
    ids: randomIds,
    randomBytes: pooledBytes,
    random: () => Math.random(),
    transport,
    seal,
    estimate: estimateExpenditure,
    statementReader,
    nextCheck: nextRecurringCheck,
    close: async () => {
      transport.close();
      await statementReader.close();
    },
  };
}

/** The reader and its libraries are loaded with the first document: most sandboxes never see one. */
function lazyStatementReader(): StatementReader {
  let reader: Promise<StatementReader> | undefined;
  const load = async () =>
    (await import('../../generators/statements/statement-reader.ts')).createStatementReader();
  return {
    async read(bytes, owner) {
      // A library that could not be loaded is tried again with the next file.
      reader ??= load().catch((error) => {
        reader = undefined;
        throw error;
      });
      return (await reader).read(bytes, owner);
    },
    close: async () => (await reader)?.close(),
  };
}
