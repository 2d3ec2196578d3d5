import type { IncomingMessage, ServerResponse } from 'node:http';
import { performance } from 'node:perf_hooks';
import type { SandboxLog } from '../options.ts';
import type { Call } from './call.ts';

/** Gives each request an id, and tells the log of it when its answer is out or nobody is there any more to get it. */
export function trackRequest(
  newId: () => string,
  log: SandboxLog['request'],
): (request: IncomingMessage, response: ServerResponse) => Call {
  return (request, response) => {
    const call = callOf(request, response, newId());
    response.setHeader('X-Request-Id', call.requestId);
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
    return call;
  };
}

function callOf(request: IncomingMessage, response: ServerResponse, requestId: string): Call {
  const { method = '' } = request;
  const call: Call = { request, response, requestId, method, path: '', search: '', params: noParams };
  readAddress(call);
  return call;
}

const noParams: Call['params'] = Object.freeze({});

/** Takes path and query from the request's address; what follows a `#` belongs to neither. */
export function readAddress(call: Call): void {
  const { url = '' } = call.request;
  const end = url.indexOf('#');
  const address = end < 0 ? url : url.slice(0, end);
  const at = address.indexOf('?');
  call.path = at < 0 ? address : address.slice(0, at);
  call.search = at < 0 ? '' : address.slice(at + 1);
}
