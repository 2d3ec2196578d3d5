import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { isoInstant } from '../domain/instant.ts';
import { isFrozen } from '../state/client-state.ts';
import type { Client } from '../tenant/client.ts';
import type { Services } from '../tenant/services.ts';
import type { Runs } from '../tools/runs.ts';
import { deliveryView } from '../webhooks/delivery.ts';

type LiveEvent = { event: 'ready' | 'delivery' | 'request' | 'clock' | 'run'; data: unknown };
type Look = () => Promise<LiveEvent[]>;

/** How often the store is polled; events of this process are sent without a poll. */
const POLL_MS = 1000;
/** Events of one burst are sent together. */
const GAP_MS = 50;
/** The most requests between two polls that are all reported. */
const REQUESTS = 200;
/** What a reader has not read yet is kept for it; a reader with more characters than these is cut off. */
const MOST_UNREAD = 8 << 20;

const all = new WeakMap<Client, ReturnType<typeof liveEvents>>();

export function liveEventsOf(client: Client, services: Services) {
  const live = all.get(client) ?? liveEvents(client, services);
  all.set(client, live);
  return live;
}

/** One look at the store serves all streams: ten that looked by themselves took a tenth of the processor. */
function liveEvents(client: Client, { closing, runs }: Pick<Services, 'closing' | 'runs'>) {
  const streams = new Set<Readable>();
  /** Streams that are open or about to be. */
  let wanted = 0;
  let isFollowing = false;
  let looks: readonly Look[] | undefined;
  let lastLook: Promise<void> = Promise.resolve();

  function look(): Promise<void> {
    const next = lastLook.then(async () => {
      const batch: LiveEvent[] = [];
      looks ??= await looksOf(client, runs);
      for (const lookAt of looks) batch.push(...(await lookAt()));
      const text = textOf(batch);
      for (const stream of streams) {
        if (stream.readableLength > MOST_UNREAD) stream.destroy();
        else stream.push(text);
      }
    });
    lastLook = next.catch(() => {});
    return next;
  }

  async function follow(): Promise<void> {
    isFollowing = true;
    let woken = new AbortController();
    const wake = () => woken.abort();
    const ends = [client.clientStore.work.watch(wake), runs.watch(wake)];
    try {
      while (wanted > 0 && !closing.aborted) {
        woken = new AbortController();
        await pause(woken.signal, closing);
        await look();
      }
      for (const stream of streams) stream.push(null);
    } catch {
      for (const stream of streams) stream.destroy();
    } finally {
      isFollowing = false;
      looks = undefined;
      for (const end of ends) end();
    }
  }

  return {
    /** A stream of what happens from now on, in this process or another, until the sandbox closes or the reader leaves. */
    async open(): Promise<Readable> {
      wanted += 1;
      const stream = new Readable({ read() {} });
      stream.once('close', () => {
        wanted -= 1;
        streams.delete(stream);
      });
      try {
        // Earlier streams get what happened so far.
        await look();
      } catch (error) {
        stream.destroy();
        throw error;
      }
      stream.push(textOf([{ event: 'ready', data: {} }]));
      streams.add(stream);
      if (!isFollowing) void follow();
      return stream;
    },
  };
}

/** An empty batch becomes a comment line, which keeps proxies from closing a silent connection. */
const textOf = (batch: readonly LiveEvent[]): string =>
  batch.map(({ event, data }) => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`).join('') || ':\n\n';

async function pause(woken: AbortSignal, closing: AbortSignal): Promise<void> {
  await delay(POLL_MS, undefined, { signal: AbortSignal.any([woken, closing]), ref: false }).catch(() => {});
  if (woken.aborted) await delay(GAP_MS, undefined, { signal: closing, ref: false }).catch(() => {});
}

async function looksOf(client: Client, runs: Runs): Promise<readonly Look[]> {
  const follows = [await deliveryLook(client), await requestLook(client)];
  const looks = [...follows, clockLook(client), runLook(client, runs)];
  for (const look of looks) await look();
  return looks;
}

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
