import type { Contract, Operation } from '../../spec/contract.ts';
import { isEvents, type Outcome } from './outcome.ts';
import { problemsOf } from './problems.ts';

/** Refusals of a request's form and pace may meet any operation, and are not listed at each. */
const unlisted: ReadonlySet<number> = new Set([405, 406, 413, 415, 429]);

/** How an outcome breaks the contract of its operation; nothing when it does not. */
export function contractViolations(
  contract: Contract,
  operation: Operation,
  { status, body }: Outcome,
): string[] {
  if (unlisted.has(status)) return [];
  const key = [String(status), `${String(status)[0]}XX`].find((one) => operation.responses.has(one));
  if (key === undefined) return [`status ${status} is not in the contract`];
  const pointer = operation.responses.get(key);
  if (pointer === undefined)
    return body === undefined || body instanceof Uint8Array || isEvents(body)
      ? []
      : [`status ${status} has no body in the contract`];
  const validate = contract.validators.at(pointer);
  // What goes out is JSON: a field that is undefined is not there.
  return validate(JSON.parse(JSON.stringify(body))) ? [] : problemsOf(validate.errors ?? [], 'Field');
}
