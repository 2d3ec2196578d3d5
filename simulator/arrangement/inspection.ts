import { setTimeout as delay } from 'node:timers/promises';
import { nearestTo } from '../../spec/did-you-mean.ts';
import { isoInstant } from '../domain/instant.ts';
import { refusals } from '../domain/refusal.ts';
import type { ArrangementHandlers } from '../http/context.ts';
import { ok } from '../http/outcome.ts';
import { operations } from '../operations/index.ts';
import { isFrozen } from '../state/client-state.ts';
import type { Client } from '../tenant/client.ts';
import type { Services } from '../tenant/services.ts';
import type { Runs } from '../tools/runs.ts';
import { deliveryView } from '../webhooks/delivery.ts';

export const inspection = {
  async listRequests({ client, query }) {
    return ok({ requests: await client.journal.list(query.limit ?? 100, query) });
  },

  async clearRequests({ client }) {
    await client.journal.clear();
    return ok({ message: 'The request journal is empty' });
  },

  async listFaults({ client }) {
    return ok({ faults: await client.faults.list() });
  },

  async setFaults({ client, body }) {
    // A fault for an operation that does not exist would never strike, and the caller would not learn why.
    const problems = body.faults.flatMap(({ operation }, index) =>
      operation === undefined || Object.hasOwn(operations, operation)
        ? []
        : [
            `Field [faults.${index}.operation] must be the id of an operation, not ${operation}${meant(operation)}`,
          ],
    );
    if (problems.length > 0) throw refusals.invalid(problems);
    await client.faults.set(body.faults);
    return ok({ faults: await client.faults.list() });
  },

  async watchEvents({ client, services }) {
    return ok(eventsOf(client, services));
  },
} satisfies Partial<ArrangementHandlers>;

function meant(operation: string): string {
  const near = nearestTo(operation, Object.keys(operations));
  return near === undefined ? '' : `; did you mean ${near}?`;
}

type LiveEvent = { event: 'ready' | 'delivery' | 'request' | 'clock' | 'run'; data: unknown };

/** How often the store is polled; events of this process are sent without a poll. */
const POLL_MS = 1000;
/** Events of one burst are sent together. */
const GAP_MS = 50;
/** The most requests between two polls that are all reported. */
const REQUESTS = 200;

/** What was put since the last poll, by any process, until the sandbox closes or the reader leaves. */
async function* eventsOf(
  client: Client,
  { closing, runs }: Pick<Services, 'closing' | 'runs'>,
): AsyncGenerator<LiveEvent[]> {
  const looks = [
    await deliveryLook(client),
    await requestLook(client),
    clockLook(client),
    runLook(client, runs),
  ];
  for (const look of looks) await look();
  yield [{ event: 'ready', data: {} }];
  let wake = () => {};
  const ends = [client.clientStore.work.watch(() => wake()), runs.watch(() => wake())];
  try {
    while (!closing.aborted) {
      await pause((listener) => {
        wake = listener;
      }, closing);
      const batch: LiveEvent[] = [];
      for (const look of looks) batch.push(...(await look()));
      yield batch;
    }
  } finally {
    for (const end of ends) end();
  }
}

async function pause(onWake: (listener: () => void) => void, closing: AbortSignal): Promise<void> {
  const woken = new AbortController();
  const signal = AbortSignal.any([woken.signal, closing]);
  onWake(() => woken.abort());
  await delay(POLL_MS, undefined, { signal, ref: false }).catch(() => {});
  if (woken.signal.aborted) await delay(GAP_MS, undefined, { signal: closing, ref: false }).catch(() => {});
}

type Look = () => Promise<LiveEvent[]>;

async function deliveryLook({ clientStore }: Client): Promise<Look> {
  const putSince = await clientStore.work.follow();
  return async () => {
    const deliveries = (await putSince()).filter(({ kind }) => kind === 'delivery');
    return deliveries.map((item) => ({ event: 'delivery', data: deliveryView(item) }));
  };
}

async function requestLook({ journal }: Client): Promise<Look> {
  const answeredSince = await journal.follow(REQUESTS);
  return async () => (await answeredSince()).map((data) => ({ event: 'request', data }));
}

function runLook({ name }: Client, runs: Runs): Look {
  let seen = new Map<string, number>();
  return async () => {
    const all = await runs.list(name);
    const changed = all.filter(({ run, version }) => seen.get(run.run_id) !== version);
    seen = new Map(all.map(({ run, version }) => [run.run_id, version]));
    return changed.map(({ run }) => ({ event: 'run', data: run }));
  };
}

function clockLook({ state }: Client): Look {
  let seen = '';
  return async () => {
    const record = await state.read();
    const stamp = JSON.stringify(record.clock);
    if (stamp === seen) return [];
    seen = stamp;
    const data = { now: isoInstant(state.nowOf(record)), frozen: isFrozen(record.clock) };
    return [{ event: 'clock', data }];
  };
}
