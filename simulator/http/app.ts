import express, { type Express, type NextFunction, type Request, type Response } from 'express';
import { loadArrangementContract, loadContract } from '../../spec/contract.ts';
import { arrangement } from '../arrangement/index.ts';
import type { Client } from '../client.ts';
import { extractDocument } from '../documents/extract-document.ts';
import { receiveUpload } from '../documents/receive-upload.ts';
import { Refusal } from '../domain/refusal.ts';
import { operations } from '../operations/index.ts';
import type { SandboxOptions } from '../options.ts';
import type { Services } from '../services.ts';
import { docs, isDocumentation } from './docs.ts';
import { KeyRing } from './keys.ts';
import { notesOf } from './messages.ts';
import { type Api, Pipeline } from './pipeline.ts';
import { sendErrors, sendJson } from './send.ts';

/** What the app is told beyond the options of its sandbox. */
export type AppOptions = {
  onError: (error: unknown, requestId?: string) => void;
  /** The API key that the documentation may show. */
  docsKey: string | undefined;
};

/** The app that serves the service, the arrangement API, uploads and the documentation of one sandbox. */
export function createApp(
  options: SandboxOptions,
  services: Services,
  keys: KeyRing<Client>,
  { onError, docsKey }: AppOptions,
): Express {
  const contract = loadContract(services.profile);
  const arrangementContract = loadArrangementContract(services.profile.naming);
  const pipeline = new Pipeline({
    apis: [
      {
        contract,
        handlers: (options.wrap?.operations?.(operations) ?? operations) as unknown as Api['handlers'],
        isService: true,
      },
      {
        contract: arrangementContract,
        handlers: (options.wrap?.arrangement?.(arrangement) ?? arrangement) as unknown as Api['handlers'],
        isService: false,
      },
    ],
    keys,
    sandboxKeys: options.sandboxKey ? new KeyRing([[options.sandboxKey, true]]) : undefined,
    services,
    strict: options.strict ?? false,
    ...(options.wrap?.respond && { respond: options.wrap.respond }),
    onError,
  });
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  if (options.wrap?.app) app.use(options.wrap.app);
  const documentation = docs(contract, arrangementContract, services, {
    apiKey: docsKey,
    needsSandboxKey: options.sandboxKey !== undefined,
  });
  // One layer for all that is served: Express asks every layer about every request.
  app.use((request: Request, response: Response, next: NextFunction) => {
    const { url } = request;
    if (url.startsWith('/_storage/')) return takeUpload(request, response, services, onError);
    if (!isDocumentation(url)) return pipeline.handle(request, response);
    response.setHeader('X-Request-Id', notesOf(response).requestId);
    return documentation(request, response, next);
  });
  // What the documentation does not have, nothing has.
  app.use((request: Request, response: Response) => pipeline.handle(request, response));
  app.use((error: unknown, _request: Request, response: Response, _next: NextFunction) => {
    const status = (error as { status?: number }).status;
    if (status !== undefined && status >= 400 && status < 500)
      sendErrors(response, status, [(error as Error).message]);
    else {
      onError(error, notesOf(response).requestId);
      sendErrors(response, 500, ['The sandbox broke; its log says how']);
    }
  });
  return app;
}

async function takeUpload(
  request: Request,
  response: Response,
  services: Services,
  onError: (error: unknown) => void,
): Promise<void> {
  try {
    const { client, userId, documentId } = await receiveUpload(request, services);
    sendJson(response, 200, { message: `Document [${documentId}] received` });
    extractDocument(client, services, userId, documentId).catch(onError);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    sendErrors(response, error.status, error.errors, error.headers);
  }
}
