import { performance } from 'node:perf_hooks';
import type { RequestContext } from '../http/request-context.ts';
import type { SandboxLog } from './options.ts';

/** Tells the log of a request when its answer is out, or nobody is there any more to get it. */
export function logWhenDone(call: RequestContext, log: NonNullable<SandboxLog['request']>): void {
  const started = performance.now();
  call.response.on('close', () => {
    const { response, requestId, method, path, operation, client, errors } = call;
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
