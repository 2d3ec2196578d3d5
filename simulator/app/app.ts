import { extname } from 'node:path';
import type { Express } from 'express';
import express from 'express';
import { loadArrangementContract, loadContract } from '../../spec/contract.ts';
import { arrangement } from '../arrangement/index.ts';
import { addConsole } from '../console/pages.ts';
import { addDocs } from '../docs/pages.ts';
import { arrangementGate, type Gate, type Keys, serviceGate } from '../http/gate.ts';
import {
  faultOutcome,
  type RouteErrorHandler,
  type RouteHandler,
  refusalOutcome,
  send,
  sendFile,
} from '../http/outcome.ts';
import { addOperations, Routes } from '../http/routes.ts';
import { serveMcp } from '../mcp/serve-mcp.ts';
import { operations } from '../operations/index.ts';
import { receiveUpload } from '../operations/receive-upload.ts';
import type { Reading } from '../ports/metrics.ts';
import type { Client } from '../tenant/client.ts';
import { healthOf } from '../tenant/health.ts';
import { JournalRecord } from '../tenant/journal.ts';
import type { Services } from '../tenant/services.ts';
import type { Runs } from '../tools/runs.ts';
import { admission } from './admission.ts';
import type { SandboxOptions } from './options.ts';

export type AppOptions = {
  services: Services;
  keys: Keys<Client>;
  onError: (error: unknown, requestId?: string) => void;
  shownKeys: readonly string[];
};

export function createApp(options: SandboxOptions, appOptions: AppOptions): Express {
  const { services, keys, onError, shownKeys } = appOptions;
  const { wrap, sandboxKey, strict = false } = options;
  const { naming, points } = services.profile;
  const service = loadContract(services.profile);
  const arrangementApi = loadArrangementContract(naming);
  const shared = { services, strict, onError };
  const needsSandboxKey = sandboxKey !== undefined;

  const routes = new Routes(points);
  const handlers = wrap?.operations?.(operations) ?? operations;
  addOperations(routes, { ...shared, contract: service, handlers, gate: serviceGate(keys, services) });
  const gate = arrangementGate(keys, services, sandboxKey);
  const arranging = wrap?.arrangement?.(arrangement) ?? arrangement;
  addOperations(routes, { ...shared, contract: arrangementApi, handlers: arranging, gate });
  routes.add('/mcp', serveMcp(services, gate));
  routes.add('/metrics', { GET: serveMetrics(services, gate) });
  routes.add('/_storage/{client}/{document}', receiveUpload(services));
  routes.add('/_runs/{run_id}/{file}', { GET: serveFile(services.runs) });
  const contracts = { service, arrangement: arrangementApi };
  addDocs(routes, contracts, services, { apiKey: shownKeys[0], needsSandboxKey });
  addConsole(routes, { apiKeys: shownKeys, needsSandboxKey });

  const app = express().disable('x-powered-by');
  // The wrapping may answer by itself, or change the URL, so it goes before everything else.
  if (wrap?.app) app.use(wrap.app);
  const admit = admission(options, services.ids.uuid);
  const serve: RouteHandler = (request, response, next) => {
    admit(request, response);
    return routes.serve(request, response, next);
  };
  app.use(serve);
  app.use(errorHandler(appOptions));
  return app;
}

const errorHandler =
  ({ services, keys, onError }: AppOptions): RouteErrorHandler =>
  (error, request, response, _next) => {
    // The wrapping may have failed before the request got its id.
    response.locals.requestId ??= services.ids.uuid();
    const refusal = refusalOutcome(error);
    if (!refusal) onError(error, response.locals.requestId);
    const outcome = refusal ?? faultOutcome(error);
    const size = send(response, outcome);
    const { method, url, headers } = request;
    const { requestId } = response.locals;
    const record = new JournalRecord({ requestId, operation: null, method, url, headers });
    const keep = async (): Promise<void> => {
      const gate = serviceGate(keys, services);
      const { client } = await gate.authenticate({ security: ['apiKey', 'memberBearer'] }, headers);
      if (!client) return;
      record.at = await client.state.now();
      record.log = client.clientStore.requests;
      record.end(outcome.status, outcome.body, size);
    };
    // Without a right key it belongs to no journal, and it has its answer.
    keep().catch(() => {});
  };

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.xml': 'application/xml; charset=utf-8',
  '.yaml': 'application/yaml; charset=utf-8',
  '.zip': 'application/zip',
};

/** A report quotes what a deployment answered, so its page has no origin and cannot reach the console's storage. */
const policy = [
  'sandbox allow-scripts',
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  "script-src 'unsafe-inline'",
  'img-src data:',
  "frame-ancestors 'self'",
].join('; ');

/** Sends a file that a tool has made. Its URL holds a token, since a browser opens it without an API key. */
const serveFile =
  (runs: Runs): RouteHandler =>
  async (request, response) => {
    const { run_id = '', file = '' } = request.params;
    const token = request.query['token'];
    const { name, bytes } = await runs.file(run_id, file, typeof token === 'string' ? token : '');
    sendFile(response, types[extname(name)] ?? 'text/plain; charset=utf-8', bytes, {
      'Content-Security-Policy': policy,
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'no-referrer',
      'Cache-Control': 'no-store',
    });
  };

/** Serves the metrics of the process, and of the clients as the store has them, in the text format of Prometheus. */
function serveMetrics(services: Services, gate: Gate): RouteHandler {
  return async ({ headers }, response) => {
    const { caller } = await gate.authenticate({ security: [] }, headers);
    const readings = processReadings(services);
    const { isAway = false, stored, stalled, slowStatements } = await healthOf(services);
    readings.push(['payrig_store_up', isAway ? 0 : 1], ['payrig_problems', stored.length + stalled.length]);
    if (slowStatements !== undefined) readings.push(['payrig_store_slow_statements_total', slowStatements]);
    const ofClients: Reading[] = [];
    if (!isAway) for (const client of services.clients) ofClients.push(...(await clientReadings(client)));
    readings.push(...(caller.kind === 'keyless' ? ofAllClients(ofClients) : ofClients));
    const text = services.metrics.text(readings);
    sendFile(response, 'text/plain; version=0.0.4', text, { 'Cache-Control': 'no-store' });
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

/** For callers without a key: what all clients have together, and the longest delay. Their names and clocks are their own. */
function ofAllClients(readings: readonly Reading[]): Reading[] {
  const totals = new Map<Reading[0], number>();
  for (const [family, value] of readings) {
    const total = totals.get(family) ?? 0;
    const isDelay = family === 'payrig_work_oldest_overdue_seconds';
    totals.set(family, isDelay ? Math.max(total, value) : total + value);
  }
  return [...totals].filter(([family]) => family !== 'payrig_clock_timestamp_seconds');
}
