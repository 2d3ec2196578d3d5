import { type RouteHandler, sendFile } from '../http/outcome.ts';
import type { Reading } from '../ports/metrics.ts';
import type { Client } from '../tenant/client.ts';
import type { Services } from '../tenant/services.ts';

/** Serves the metrics of the process, and of the clients as the store has them, in the text format of Prometheus. */
export function serveMetrics(services: Services): RouteHandler {
  return async (_request, response) => {
    const readings = processReadings(services);
    const { isAway = false } = await services.store.health();
    readings.push(['payrig_store_up', isAway ? 0 : 1]);
    if (!isAway) for (const client of services.clients) readings.push(...(await clientReadings(client)));
    sendFile(response, 'text/plain; version=0.0.4', services.metrics.text(readings), {
      'Cache-Control': 'no-store',
    });
  };
}

function processReadings({ eventLoopDelay, version }: Services): Reading[] {
  const { p99, max, busy } = eventLoopDelay();
  const { user, system } = process.cpuUsage();
  return [
    ['payrig_build_info', 1, { version }],
    ['nodejs_eventloop_lag_p99_seconds', p99 / 1000],
    ['nodejs_eventloop_lag_max_seconds', max / 1000],
    ['payrig_eventloop_busy_max_seconds', busy / 1000],
    ['process_resident_memory_bytes', process.memoryUsage.rss()],
    ['process_cpu_seconds_total', (user + system) / 1e6],
  ];
}

async function clientReadings({ name, state, users, clientStore: { work } }: Client): Promise<Reading[]> {
  if (state.damage) return [];
  const labels = { client: name };
  const record = await state.read();
  const now = state.nowOf(record);
  const due = await work.nextDue();
  const { total } = await users.list({ offset: 0, limit: 0, newestFirst: false }, record);
  return [
    ['payrig_clock_timestamp_seconds', now / 1000, labels],
    ['payrig_users', total, labels],
    ['payrig_work_pending', await work.pending(), labels],
    ['payrig_work_oldest_overdue_seconds', due === null ? 0 : Math.max(0, now - due) / 1000, labels],
    ['payrig_work_claims', await work.claimed(), labels],
  ];
}
