import { loadContract, operationOf } from '../../spec/contract.ts';
import { isObject, objectIn } from '../../spec/json.ts';
import { followed } from '../../spec/openapi-document.ts';
import type { OperationId } from '../../spec/operations.ts';
import { defaultProfile } from '../../spec/profile.ts';
import type { CallOptions } from '../target/caller.ts';

export const bodyOperations = (): OperationId[] =>
  [...loadContract(defaultProfile()).operations.values()].filter(({ body }) => body).map(({ id }) => id);

/** Each field of an operation's body with a value of another JSON type, by the contract. */
export function wrongFields(operation: OperationId): Record<string, unknown> {
  const contract = loadContract(defaultProfile());
  const { body } = operationOf(contract, operation);
  const fields = body ? objectIn(followed(contract.document, body.pointer).node, 'properties') : {};
  const wrongOf = (schema: unknown): unknown =>
    isObject(schema) && [schema['type']].flat().includes('integer') ? 'many' : 42;
  return Object.fromEntries(Object.entries(fields).map(([name, schema]) => [name, wrongOf(schema)]));
}

/** A request that changes nothing with any credentials: its ids are of nothing, and no service accepts its body. */
export function harmlessRequest<Id extends OperationId>(operation: Id, unknownId: string): CallOptions<Id> {
  const { parameters, body } = operationOf(loadContract(defaultProfile()), operation);
  const path = parameters.filter((one) => one.in === 'path').map(({ name }) => [name, unknownId]);
  return { path: Object.fromEntries(path), ...(body && { json: wrongFields(operation) }) };
}
