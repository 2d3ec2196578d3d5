import { performance } from 'node:perf_hooks';
import type { RequestHandler } from 'express';
import type { SandboxLog } from '../options.ts';
import { callOf } from './call.ts';

/** Gives each request an id, and tells the log of it when its answer is out or nobody is there any more to get it. */
export function trackRequest(newId: () => string, log: SandboxLog['request']): RequestHandler {
  return (request, response, next) => {
    const call = callOf(request, response, newId());
    response.locals['call'] = call;
    if (log) {
      const started = performance.now();
      response.once('close', () => {
        const { requestId, method, path, operation, client, errors } = call;
        log({
          requestId,
          method,
          path,
          status: response.writableFinished ? response.statusCode : null,
          durationMs: performance.now() - started,
          ...(operation !== undefined && { operation }),
          ...(client !== undefined && { client }),
          ...(errors !== undefined && { errors }),
        });
      });
    }
    next();
  };
}
