import type { ClauseId } from '../../spec/clauses.ts';
import { type Exchange, isSuccess, type ServiceResponse } from './exchange.ts';
import { fieldsOf } from './read-json.ts';

/** Something that no answer of a run may do, whichever check met it; the clause is judged at the end of the run. */
export type Incident = { readonly clause: ClauseId; readonly text: string; readonly exchange?: Exchange };

/** The refusals of the service itself; other statuses may come from what stands before it. */
const refusals = new Set([400, 401, 403, 404, 409, 422]);
const word = /\p{L}{2}/u;
const codes = /^(error|err|reason)?[_-]?codes?$/i;

export function incidentsOf(answer: ServiceResponse): Incident[] {
  const { operation, status, body, text } = answer;
  const incident = (clause: ClauseId, what: string): Incident => ({
    clause,
    text: `${operation} answered ${status}${what}`,
    exchange: answer,
  });
  if (status >= 500 && status !== 501) return [incident('http.no-server-errors', '')];
  if (!refusals.has(status) && !isSuccess(answer)) return [];
  const found: Incident[] = [];
  const type = answer.headers['content-type'] ?? 'no content type';
  if (text !== '' && (body === undefined || !/^application\/json\s*(;|$)/i.test(type)))
    found.push(incident('http.answers-are-json', ` with ${type} and ${text.slice(0, 80)}`));
  if (isSuccess(answer)) return found;
  const { errors, ...others } = fieldsOf(body);
  const isSaid = (one: unknown): boolean => typeof one === 'string' && word.test(one);
  if (!Array.isArray(errors) || errors.length === 0 || !errors.every(isSaid))
    found.push(incident('errors.body.shape', ` with ${text.slice(0, 200) || 'no body'}`));
  const code = Object.keys(others).find((name) => codes.test(name));
  if (code !== undefined) found.push(incident('errors.body.no-codes', ` with a field ${code}`));
  return found;
}
