import { hasMoreValues } from '../../spec/bounds.ts';
import { type Contract, type ErrorObject, resolve } from '../../spec/contract.ts';
import type { AnyOperationId } from '../../spec/operations.ts';
import type { JsonObject } from '../../spec/render.ts';
import { fieldsOf } from './read-json.ts';

/** Something in an answer that the contract does not allow; `container` when a list or object is not one. */
export type Fault = { readonly place: string; readonly text: string; readonly container: boolean };

export function faultsOf<Id extends AnyOperationId>(
  contract: Contract<Id>,
  operation: Id,
  status: number,
  body: unknown,
): Fault[] {
  const pointer = schemaFor(contract, operation, status);
  if (pointer === undefined) return [];
  const isRight = contract.validators.at(pointer, 'first');
  if (isRight(body)) return [];
  // The time to find every fault grows with the square of their number: for a long answer only the first is found.
  const validate = hasMoreValues(body, 5000) ? isRight : contract.validators.at(pointer, 'all');
  validate(body);
  return tidied(validate.errors ?? []).map((error) => faultOf(error, contract.document));
}

/** Every refusal has the error body and every success its own, also with a status that the contract does not list. */
function schemaFor<Id extends AnyOperationId>(contract: Contract<Id>, operation: Id, status: number) {
  const responses = contract.operations.get(operation)?.responses;
  if (responses?.has(String(status))) return responses.get(String(status));
  if (status >= 400) return '/components/schemas/Errors';
  const success = [...(responses?.keys() ?? [])].find((one) => one.startsWith('2'));
  return success === undefined || status === 204 ? undefined : responses?.get(success);
}

/** Drops what only says that a value is not the null that it might have been. */
function tidied(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  const plain = errors.filter((error) => error.keyword !== 'anyOf' && error.params['type'] !== 'null');
  return plain.length > 0 ? plain : errors;
}

function faultOf(error: ErrorObject, document: JsonObject): Fault {
  const place = error.instancePath.split('/').slice(1).join('.');
  const where = place === '' ? 'the body' : place;
  const given = JSON.stringify(error.data) ?? 'nothing';
  const value =
    error.keyword === 'required' ? '' : `${given.length > 80 ? `${given.slice(0, 80)}…` : given} `;
  const type = String(error.params['type'] ?? '');
  return {
    place,
    text: `${where}: ${value}${error.message ?? 'is not allowed'}`,
    container: error.keyword === 'required' ? missesContainer(error, document) : /array|object/.test(type),
  };
}

/** Whether what is missing is a list or an object, without which the rest cannot be read. */
function missesContainer({ params, parentSchema }: ErrorObject, document: JsonObject): boolean {
  let schema = fieldsOf(fieldsOf(parentSchema?.['properties'])[String(params['missingProperty'])]);
  if (typeof schema['$ref'] === 'string') schema = resolve(document, schema['$ref'].slice(1));
  return /array|object/.test(String(schema['type']));
}

/** The faults that make a body unreadable: its lists and objects, and what must stand at the top. */
export const envelopeFaults = (faults: readonly Fault[]): Fault[] =>
  faults.filter((fault) => fault.container && fault.place.split('.').length <= 1);
