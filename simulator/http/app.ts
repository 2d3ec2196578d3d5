import express, { type ErrorRequestHandler, type Express, type RequestHandler } from 'express';
import { loadArrangementContract, loadContract } from '../../spec/contract.ts';
import { arrangement } from '../arrangement/index.ts';
import type { Client } from '../client/client.ts';
import { consolePages } from '../console/pages.ts';
import { receiveUpload } from '../documents/receive-upload.ts';
import { refusals } from '../domain/refusal.ts';
import { operations } from '../operations/index.ts';
import type { SandboxOptions } from '../options.ts';
import type { Services } from '../services.ts';
import { admitRequest } from './admit-request.ts';
import { allowedHosts } from './allowed-hosts.ts';
import { docs } from './docs.ts';
import { EdgeNaming } from './edge-naming.ts';
import { Keys } from './keys.ts';
import { faultOutcome, refusalOutcome, send } from './outcome.ts';
import { addRoutes } from './routes.ts';
import { type RequestNotes, trackRequest } from './track-request.ts';

/** What the app is told beyond the options of its sandbox. */
export type AppOptions = {
  onError: (error: unknown, requestId?: string) => void;
  /** The API keys that a page may show. */
  shownKeys: readonly string[];
};

/** The app that serves the service, the arrangement API, uploads, the documentation and the console of one sandbox. */
export function createApp(
  sandbox: SandboxOptions,
  services: Services,
  keys: Keys<Client>,
  { onError, shownKeys }: AppOptions,
): Express {
  const { log, wrap, sandboxKey, strict = false } = sandbox;
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
  const app = express().disable('x-powered-by').disable('etag');
  app.enable('case sensitive routing').enable('strict routing');
  const track = trackRequest(services.ids.uuid, log?.request);
  const admit = admitRequest(allowedHosts(sandbox));
  app.use((request, response, next) => {
    track(request, response);
    admit(request);
    next();
  });
  if (wrap?.app) app.use(wrap.app);
  const own = wrap?.operations?.(operations) ?? operations;
  addRoutes(app, service, own, { ...options, isService: true });
  const arranging = wrap?.arrangement?.(arrangement) ?? arrangement;
  addRoutes(app, arrangementApi, arranging, { ...options, isService: false });
  app.all('/_storage/:client/:document', takeUpload(services));
  const needsSandboxKey = sandboxKey !== undefined;
  app.use(docs(service, arrangementApi, services, { apiKey: shownKeys[0], needsSandboxKey }));
  app.use(consolePages({ apiKeys: shownKeys, needsSandboxKey }));
  app.use(({ method, path }) => {
    throw refusals.unknownPath(profile.points['requests.unknown-path-status'], method, path);
  });
  const answerError: ErrorRequestHandler = (error, _request, response, _next) => {
    const refusal = refusalOutcome(error);
    if (!refusal) onError(error, (response.locals as RequestNotes).requestId);
    send(response, refusal ?? faultOutcome(error));
  };
  app.use(answerError);
  return app;
}

function takeUpload(services: Services): RequestHandler {
  return async (request, response) => {
    const { documentId } = await receiveUpload(request, services);
    send(response, { status: 200, body: { message: `Document [${documentId}] received` } });
  };
}
