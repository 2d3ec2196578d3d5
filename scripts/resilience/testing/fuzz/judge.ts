import type { ReceivedResponse } from '../connection.ts';

/** What is wrong with the response to garbage: a broken server, or an error in another shape; undefined when nothing is. */
export function wrongWith(
  method: string,
  { status, headers, body, text }: ReceivedResponse,
): string | undefined {
  if (status >= 500) return `answered ${status}: ${text.slice(0, 400)}`;
  if (status < 400 || method === 'HEAD') return undefined;
  if (!isErrorBody(body)) return `${status} is not in the error shape: ${text.slice(0, 200)}`;
  const type = headers['content-type'] ?? 'none';
  return /^application\/json\b/.test(type) ? undefined : `${status} has the content type ${type}`;
}

function isErrorBody(body: unknown): boolean {
  if (typeof body !== 'object' || body === null || !('errors' in body)) return false;
  const { errors, ...rest } = body;
  if (!Array.isArray(errors) || errors.length === 0 || Object.keys(rest).length > 0) return false;
  return errors.every((error) => typeof error === 'string' && error !== '');
}
