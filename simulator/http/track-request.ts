import { performance } from 'node:perf_hooks';
import type { Request, Response } from 'express';
import type { SandboxLog } from '../options.ts';

/** What is noted of a request on its way, for its answer and the log; kept in Express's `response.locals`. */
export type RequestNotes = {
  requestId: string;
  operation?: string | undefined;
  client?: string | undefined;
  /** The messages of a refusal. */
  errors?: readonly string[] | undefined;
};

/** Gives each request an id, and tells the log of it when its answer is out or nobody is there any more to get it. */
export function trackRequest(
  newId: () => string,
  log: SandboxLog['request'],
): (request: Request, response: Response) => void {
  return (request, response) => {
    const notes = response.locals as RequestNotes;
    const requestId = newId();
    notes.requestId = requestId;
    response.setHeader('X-Request-Id', requestId);
    if (log) {
      const started = performance.now();
      response.once('close', () => {
        const { operation, client, errors } = notes;
        log({
          requestId,
          method: request.method,
          path: request.path,
          status: response.writableFinished ? response.statusCode : null,
          durationMs: performance.now() - started,
          ...(operation !== undefined && { operation }),
          ...(client !== undefined && { client }),
          ...(errors !== undefined && { errors }),
        });
      });
    }
  };
}
