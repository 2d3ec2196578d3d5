import type { ReceivedResponse } from '../connection.ts';

/** What is wrong with an answer to garbage: a broken server, or an error that is not told in the one shape; undefined when nothing. */
export function wrongWith(
  method: string,
  { status, headers, body, text }: ReceivedResponse,
): string | undefined {
  if (status >= 500) return `answered ${status}: ${text.slice(0, 400)}`;
  if (status < 400) return undefined;
  if (method === 'HEAD') return undefined;
  const errors = (body as { errors?: unknown } | undefined)?.errors;
  const isShaped =
    Array.isArray(errors) &&
    errors.length > 0 &&
    errors.every((one) => typeof one === 'string' && one !== '') &&
    Object.keys(body).length === 1;
  if (!isShaped) return `${status} is not in the error shape: ${text.slice(0, 200)}`;
  const type = headers['content-type'] ?? 'none';
  return /^application\/json\b/.test(type) ? undefined : `${status} has the content type ${type}`;
}
