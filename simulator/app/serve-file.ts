import { extname } from 'node:path';
import { sendFile } from '../http/outcome.ts';
import type { RequestContext } from '../http/request-context.ts';
import type { Runs } from '../tools/runs.ts';

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.xml': 'application/xml; charset=utf-8',
  '.yaml': 'application/yaml; charset=utf-8',
  '.zip': 'application/zip',
};

/**
 * What a deployment says stands in a report. Its page has no origin, so that it could reach neither the console nor what the
 * console keeps if ever a text of it became markup.
 */
const policy = [
  'sandbox allow-scripts',
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  "script-src 'unsafe-inline'",
  'img-src data:',
  "frame-ancestors 'self'",
].join('; ');

/** Answers with a file that a tool has made, to whoever knows its address: a browser opens it without a key. */
export function serveFile(call: RequestContext, runs: Runs): void {
  const { run_id = '', file = '' } = call.params;
  const { name, bytes } = runs.file(run_id, file, new URLSearchParams(call.search).get('token') ?? '');
  sendFile(call, types[extname(name)] ?? 'text/plain; charset=utf-8', bytes, {
    'Content-Security-Policy': policy,
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'Cache-Control': 'no-store',
  });
}
