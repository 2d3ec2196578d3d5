import { randomBytes, randomUUID } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { userPrefix } from '../../generators/ids.ts';
import type { StatementReader } from '../../generators/statements/statement-reader.ts';
import { nextRecurringCheck } from '../domain/recurring.ts';
import { estimateExpenditure } from '../expenditure/estimate.ts';
import { createHttpTransport, type Transport } from '../webhooks/http-transport.ts';
import { seal } from '../webhooks/message.ts';
import type { TargetRules } from '../webhooks/target-rules.ts';

/** What the simulator takes from outside. Nothing else in it reads a clock, makes an id or reaches the network. */
export type Ports = {
  realNow: () => number;
  ids: typeof randomIds;
  randomBytes: (length: number) => Buffer;
  random: () => number;
  transport: Transport;
  seal: typeof seal;
  estimate: typeof estimateExpenditure;
  statementReader: StatementReader;
  nextCheck: typeof nextRecurringCheck;
};

/** Fresh identifiers. Ids of a user's things begin as the user's own id does. */
export const randomIds = {
  uuid: (): string => randomUUID(),
  ofUser: (userId: string) => userPrefix(userId) + randomUUID().slice(13),
};

/** Real time that never goes back: work and leases would wait for hours. A step forward (a sleep) is followed. */
export function steadyClock(wall: () => number, elapsed: () => number): () => number {
  let started = Number.NEGATIVE_INFINITY;
  return () => {
    // The wall clock first: a pause between the two readings must not put this process ahead of the others.
    const shown = wall();
    const passed = elapsed();
    started = Math.max(started, shown - passed);
    return Math.floor(started + passed);
  };
}

export function realPorts(targets: TargetRules): Ports & { close: () => Promise<void> } {
  const transport = createHttpTransport(targets);
  const statementReader = lazyStatementReader();
  return {
    realNow: steadyClock(
      () => Date.now(),
      () => performance.now(),
    ),
    ids: randomIds,
    randomBytes,
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

/** Loads the reader and its libraries with the first document: most sandboxes never get one. */
function lazyStatementReader(): StatementReader {
  let reader: Promise<StatementReader> | undefined;
  const load = async () =>
    (await import('../../generators/statements/statement-reader.ts')).createStatementReader();
  return {
    async read(bytes, owner) {
      // After a failure, the next document tries to load it again.
      reader ??= load().catch((error) => {
        reader = undefined;
        throw error;
      });
      return (await reader).read(bytes, owner);
    },
    close: async () => (await reader)?.close(),
  };
}
