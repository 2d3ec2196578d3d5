import express, { type ErrorRequestHandler, type Express } from 'express';
import { loadArrangementContract, loadContract } from '../../spec/contract.ts';
import { arrangement } from '../arrangement/index.ts';
import { addConsole } from '../console/pages.ts';
import { addDocs } from '../docs/pages.ts';
import { refusals } from '../domain/refusal.ts';
import { faultOutcome, refusalOutcome, send } from '../http/outcome.ts';
import { callOf, type RequestContext } from '../http/request-context.ts';
import { addOperations, Routes } from '../http/routes.ts';
import { operations } from '../operations/index.ts';
import { receiveUpload } from '../operations/receive-upload.ts';
import type { Client } from '../tenant/client.ts';
import { EdgeNaming } from '../tenant/edge-naming.ts';
import { Keys } from '../tenant/keys.ts';
import type { Services } from '../tenant/services.ts';
import { admission } from './admission.ts';
import { allowedHosts } from './allowed-hosts.ts';
import { logWhenDone } from './log-when-done.ts';
import type { SandboxOptions } from './options.ts';
import { serveFile } from './serve-file.ts';

/** What the app is told beyond the options of its sandbox. */
export type AppOptions = {
  onError: (error: unknown, requestId?: string) => void;
  /** The API keys that a page may show. */
  shownKeys: readonly string[];
};

/** Serves the service, the arrangement API, uploads, the documentation and the console of one sandbox. */
export function createApp(
  sandbox: SandboxOptions,
  services: Services,
  keys: Keys<Client>,
  options: AppOptions,
): Express {
  const { log, wrap } = sandbox;
  const unknownPathStatus = services.profile.points['requests.unknown-path-status'];
  const routes = routesOf(sandbox, services, keys, options);
  const app = express().disable('x-powered-by');
  // What stands in front may answer by itself, or send a request elsewhere.
  if (wrap?.app) app.use(wrap.app);
  const admit = admission(allowedHosts(sandbox));
  app.use((request, response) => {
    const call = callOf(request, response, services.ids.uuid());
    response.locals['call'] = call;
    if (log?.request) logWhenDone(call, log.request);
    admit(request);
    const serve = routes.find(call);
    if (!serve) throw refusals.unknownPath(unknownPathStatus, call.method, call.path);
    return serve(call);
  });
  const refuse: ErrorRequestHandler = (error, request, response, _next) => {
    const known = response.locals['call'] as RequestContext | undefined;
    const call = known ?? callOf(request, response, services.ids.uuid());
    const refusal = refusalOutcome(error);
    if (!refusal) options.onError(error, call.requestId);
    send(call, refusal ?? faultOutcome(error));
  };
  app.use(refuse);
  return app;
}

function routesOf(
  { wrap, sandboxKey, strict = false }: SandboxOptions,
  services: Services,
  keys: Keys<Client>,
  { onError, shownKeys }: AppOptions,
): Routes {
  const { profile } = services;
  const service = loadContract(profile);
  const arrangementApi = loadArrangementContract(profile.naming);
  const options = {
    services,
    naming: new EdgeNaming(profile.naming),
    keys,
    sandboxKeys: sandboxKey ? new Keys([[sandboxKey, true as const]]) : undefined,
    strict,
    onError,
  };
  const routes = new Routes(profile.points['requests.unknown-method-status']);
  const own = wrap?.operations?.(operations) ?? operations;
  addOperations(routes, service, own, { ...options, isService: true });
  const arranging = wrap?.arrangement?.(arrangement) ?? arrangement;
  addOperations(routes, arrangementApi, arranging, { ...options, isService: false });
  routes.add('/_storage/{client}/{document}', async (call) => {
    const { documentId } = await receiveUpload(call, services);
    send(call, { status: 200, body: { message: `Document [${documentId}] received` } });
  });
  routes.add('/_runs/{run_id}/{file}', { GET: (call) => serveFile(call, services.runs) });
  const needsSandboxKey = sandboxKey !== undefined;
  addDocs(routes, service, arrangementApi, services, { apiKey: shownKeys[0], needsSandboxKey });
  addConsole(routes, { apiKeys: shownKeys, needsSandboxKey });
  return routes;
}
