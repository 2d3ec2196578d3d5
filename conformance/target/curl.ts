import { isUtf8 } from 'node:buffer';
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
  const piped = request.body !== undefined && !isText(request.body);
  const parts = [
    ...(piped ? [`printf ${quoted(Buffer.from(request.body).toString('base64'))} | base64 -d |`] : []),
    ...['curl', '-sS', '-i'],
  ];
  if (request.method !== 'GET') parts.push('-X', request.method);
  parts.push(inShell(redactor.text(request.url)));
  for (const [name, value] of Object.entries(request.headers)) {
    // An empty header is written with a semicolon: curl would leave it out otherwise.
    const line = value === '' ? `${name};` : `${name}: ${value}`;
    if (!shownHeaders.has(name.toLowerCase())) parts.push('-H', inShell(redactor.text(line)));
  }
  if (piped) parts.push('--data-binary', '@-');
  else if (request.body !== undefined)
    parts.push('--data-binary', inShell(redactor.text(bodyText(request.body))));
  return parts.join(' ');
}

const longest = 4000;

/** Whether a shell can be given it as it is: UTF-8 without the one character that no argument can hold. */
const isText = (body: string | Uint8Array): boolean =>
  typeof body === 'string' ? !body.includes('\0') : isUtf8(body) && !body.includes(0);

function bodyText(body: string | Uint8Array): string {
  return isText(body) ? Buffer.from(body).toString() : `[${body.length} bytes]`;
}

const shortened = (text: string): string =>
  text.length <= longest ? text : `${text.slice(0, longest)}… (${text.length} characters)`;

/** A request as reports show it. */
export function reportedRequest(
  request: SentRequest,
  redactor: Redactor,
): Pick<ReportedExchange, 'method' | 'url' | 'curl' | 'requestBody'> {
  return {
    method: request.method,
    url: redactor.text(request.url),
    curl: shortened(curlOf(request, redactor)),
    ...(request.body !== undefined && { requestBody: shortened(redactor.text(bodyText(request.body))) }),
  };
}

/** An exchange as reports show it. */
export function reported(exchange: Exchange, redactor: Redactor): ReportedExchange {
  const { operation, request, status, headers, text, durationMs } = exchange;
  return {
    ...(operation && { operation }),
    ...reportedRequest(request, redactor),
    status,
    responseHeaders: Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, redactor.text(value)]),
    ),
    responseBody: shortened(redactor.text(text)),
    durationMs: Math.round(durationMs),
  };
}
