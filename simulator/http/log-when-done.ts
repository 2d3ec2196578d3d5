import { performance } from 'node:perf_hooks';
import type { Request, Response } from 'express';
import type { SandboxLog } from '../options.ts';
import { notesOf } from './messages.ts';

/** Tells of a request when its answer is out, or when nobody is there any more to get it. */
export function logWhenDone(
  request: Request,
  response: Response,
  log: NonNullable<SandboxLog['request']>,
): void {
  const started = performance.now();
  response.once('close', () => {
    const { requestId, operation, client, errors } = notesOf(response);
    log({
      requestId,
      method: request.method,
      // Express cuts the mount path off the other one, where it has a hand in the request.
      path: (request.originalUrl ?? request.url).split('?', 1)[0] as string,
      status: response.writableFinished ? response.statusCode : null,
      durationMs: performance.now() - started,
      ...(operation !== undefined && { operation }),
      ...(client !== undefined && { client }),
      ...(errors !== undefined && { errors }),
    });
  });
}
