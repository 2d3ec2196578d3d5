import type { JournalEntry } from '../../../spec/types.ts';

export const isConsoles = ({ request_headers: headers }: JournalEntry): boolean =>
  headers?.['x-payrig-console'] !== undefined;

const reasons: Readonly<Record<number, string>> = {
  400: 'The request is not as the contract wants it',
  401: 'It was not clear who asks',
  403: 'The caller may not do this',
  404: 'What was asked for does not exist',
  405: 'The address does not take this method',
  409: 'It cannot be done as things are',
  413: 'The body is too large',
  415: 'The body is of another type than JSON',
  422: 'The request is understood, and cannot be done',
  429: 'Too many requests came in a short time',
};

/** Why a request was refused, in a plain sentence; undefined when it was not. */
export function refusalSentence(entry: JournalEntry): string | undefined {
  const { status, response_body, violations } = entry;
  if (status === null) return 'The connection was cut, as a fault asked for.';
  if (status < 400)
    return violations.length > 0 ? `It broke the contract: ${violations.join('; ')}.` : undefined;
  const { errors = [] } = (response_body ?? {}) as { errors?: string[] };
  if (errors.includes('A fault was asked for'))
    return `A fault answered in place of the service, with ${status}.`;
  const reason = reasons[status] ?? (status >= 500 ? 'The sandbox itself failed' : 'It was refused');
  return errors.length === 0 ? `${reason}.` : `${reason}: ${errors.join('; ')}.`;
}
