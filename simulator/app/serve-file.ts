import { extname } from 'node:path';
import { type RouteHandler, sendFile } from '../http/outcome.ts';
import type { Runs } from '../tools/runs.ts';

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.xml': 'application/xml; charset=utf-8',
  '.yaml': 'application/yaml; charset=utf-8',
  '.zip': 'application/zip',
};

/**
 * A report quotes what a deployment answered. Its page has no origin: markup that slipped into it could reach neither the
 * console nor the console's storage.
 */
const policy = [
  'sandbox allow-scripts',
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  "script-src 'unsafe-inline'",
  'img-src data:',
  "frame-ancestors 'self'",
].join('; ');

/** Sends a file that a tool has made. Its URL holds a token, since a browser opens it without an API key. */
export const serveFile =
  (runs: Runs): RouteHandler =>
  (request, response) => {
    const { run_id = '', file = '' } = request.params;
    const token = request.query['token'];
    const { name, bytes } = runs.file(run_id, file, typeof token === 'string' ? token : '');
    sendFile(response, types[extname(name)] ?? 'text/plain; charset=utf-8', bytes, {
      'Content-Security-Policy': policy,
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'no-referrer',
      'Cache-Control': 'no-store',
    });
  };
