import { isUtf8 } from 'node:buffer';
import { curlCommand, type ShellPart, shellWord } from '../../spec/curl.ts';
import type { Exchange, SentRequest } from './exchange.ts';
import { isPrintableLine, printable } from './printable.ts';
import type { Redactor } from './redactor.ts';

const leftOut = new Set(['accept', 'content-length', 'connection', 'host', 'user-agent']);

/** The longest body that a command line is given; a shell takes no word of much more than this. */
const longestBody = 60_000;

/**
 * A request as a curl command line for a POSIX shell. It can be pasted once the variables are set, and whatever stands in
 * it is data: nothing of it is run, read as an option, a file or a pattern, or steers the terminal.
 */
export function curlOf(request: SentRequest, redactor: Redactor): string {
  const { method, headers, body } = request;
  const word = (text: string): string => shellWord(shownParts(text, redactor));
  const data = bodyOf(body, redactor);
  // An empty header is written with a semicolon: curl would leave it out otherwise.
  const sent = Object.entries(headers)
    .filter(([name]) => !leftOut.has(name.toLowerCase()))
    .map(([name, value]) => word(value === '' ? `${name};` : `${name}: ${value}`));
  // curl has a content type of its own for data, which the request did not have.
  if (body !== undefined && !Object.keys(headers).some((name) => name.toLowerCase() === 'content-type'))
    sent.push("'Content-Type:'");
  const words = {
    options: ['-sS', '-i', '-g'],
    method: /^[A-Z]+$/.test(method) ? method : word(method),
    url: word(sentUrl(request.url)),
    headers: sent,
    data: data.after,
  };
  return data.before + curlCommand(words, ' ');
}

const shownParts = (text: string, redactor: Redactor): ShellPart[] =>
  redactor.parts(text).map((part) => ('text' in part ? { text: printable(part.text) } : part));

/** The address as it went over the wire: what a URL cannot hold is percent-encoded. */
const sentUrl = (url: string): string => (URL.canParse(url) ? new URL(url).href : url);

function bodyOf(body: SentRequest['body'], redactor: Redactor): { before: string; after?: string } {
  if (body === undefined) return { before: '' };
  const text = isText(body) ? Buffer.from(body).toString() : undefined;
  const isSecret = text !== undefined && redactor.text(text) !== text;
  const isLine = text !== undefined && isPrintableLine(text);
  if (Buffer.byteLength(body) > longestBody || (isSecret && !isLine))
    return { before: '', after: `--data-binary @body # a body of ${Buffer.byteLength(body)} bytes` };
  if (text === undefined || !isLine)
    return {
      before: `printf %s ${shellWord(Buffer.from(body).toString('base64'))} | base64 -d | `,
      after: '--data-binary @-',
    };
  return { before: '', after: `--data-raw ${shellWord(shownParts(text, redactor))}` };
}

const longest = 4000;

/** Whether a shell can be given it as it is: UTF-8 without the one character that no argument can hold. */
const isText = (body: string | Uint8Array): boolean =>
  typeof body === 'string' ? !body.includes('\0') : isUtf8(body) && !body.includes(0);

const bodyText = (body: string | Uint8Array): string =>
  isText(body) ? Buffer.from(body).toString() : `[${body.length} bytes]`;

export const shortened = (text: string): string =>
  text.length <= longest ? text : `${text.slice(0, longest)}… (${text.length} characters)`;

export type ReportedExchange = {
  operation?: string;
  method: string;
  url: string;
  curl: string;
  requestBody?: string;
  status?: number;
  responseHeaders?: Readonly<Record<string, string>>;
  responseBody?: string;
  durationMs: number;
};

export const reportedRequest = (request: SentRequest, redactor: Redactor) => ({
  method: request.method,
  url: redactor.text(request.url),
  curl: curlOf(request, redactor),
  requestBody: request.body === undefined ? undefined : shortened(redactor.text(bodyText(request.body))),
});

export function reported(exchange: Exchange, redactor: Redactor): ReportedExchange {
  const { operation, request, status, headers, text, durationMs } = exchange;
  return {
    operation,
    ...reportedRequest(request, redactor),
    status,
    responseHeaders: redactor.headers(headers),
    responseBody: shortened(redactor.text(text)),
    durationMs: Math.round(durationMs),
  };
}
