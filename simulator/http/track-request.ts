import { performance } from 'node:perf_hooks';
import type { RequestHandler } from 'express';
import type { SandboxLog } from '../options.ts';
import type { Noted } from './call.ts';

/** Gives each request an id, and tells the log of it when its answer is out or nobody is there any more to get it. */
export function trackRequest(newId: () => string, log: SandboxLog['request']): RequestHandler {
  return (request, response, next) => {
    const noted: Noted = { requestId: newId() };
    response.locals['noted'] = noted;
    response.setHeader('X-Request-Id', noted.requestId);
    if (log) {
      const started = performance.now();
      const { method, path } = request;
      response.once('close', () => {
        const { operation, client, errors } = noted;
        log({
          requestId: noted.requestId,
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
