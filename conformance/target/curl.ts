import type { ReportedExchange } from '../result.ts';
import type { Exchange, SentRequest } from './exchange.ts';
import type { Redactor } from './redactor.ts';

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
/** A placeholder has to be expanded by the shell, so that what it stands in is in double quotes. */
const inShell = (text: string): string =>
  /\$[A-Z][A-Z0-9_]*/.test(text) && !/["`\\]/.test(text) ? `"${text}"` : quoted(text);

const shownHeaders = new Set(['accept', 'content-length', 'connection', 'host', 'user-agent']);

/** A request as a curl command line that can be pasted into a shell once the placeholders are set. */
export function curlOf(request: SentRequest, redactor: Redactor): string {
  const parts = ['curl', '-sS', '-i'];
  if (request.method !== 'GET') parts.push('-X', request.method);
  parts.push(inShell(redactor.text(request.url)));
  for (const [name, value] of Object.entries(request.headers)) {
    if (!shownHeaders.has(name.toLowerCase())) parts.push('-H', inShell(redactor.text(`${name}: ${value}`)));
  }
  if (request.body !== undefined) parts.push('--data-binary', inShell(redactor.text(bodyText(request.body))));
  return parts.join(' ');
}

const longest = 4000;

function bodyText(body: string | Uint8Array): string {
  return typeof body === 'string' ? body : `[${body.byteLength} bytes]`;
}

const shortened = (text: string): string =>
  text.length <= longest ? text : `${text.slice(0, longest)}… (${text.length} characters)`;

/** An exchange as reports show it. */
export function reported(exchange: Exchange, redactor: Redactor): ReportedExchange {
  const { operation, request, status, headers, text, durationMs } = exchange;
  return {
    ...(operation && { operation }),
    method: request.method,
    url: redactor.text(request.url),
    curl: shortened(curlOf(request, redactor)),
    ...(request.body !== undefined && { requestBody: shortened(redactor.text(bodyText(request.body))) }),
    status,
    responseHeaders: Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, redactor.text(value)]),
    ),
    responseBody: shortened(redactor.text(text)),
    durationMs: Math.round(durationMs),
  };
}
