import fc, { type Arbitrary } from 'fast-check';
import type { Contract, Operation } from '../../spec/contract.ts';
import type { AnyOperationId, RequestBody } from '../../spec/operations.ts';
import { arbitraryAt } from './schema-arbitrary.ts';

/** The parameters of a request, by place; query values are as a caller means them, not yet text. */
export type GivenParameters = {
  path: Record<string, unknown>;
  query: Record<string, unknown>;
  header: Record<string, unknown>;
};

function operationOf<Id extends AnyOperationId>(contract: Contract<Id>, id: Id): Operation<Id> {
  const operation = contract.operations.get(id);
  if (!operation) throw new Error(`The contract has no operation ${id}`);
  return operation;
}

/** Bodies that an operation takes: the JSON values that its schema allows; undefined when it takes none. */
export function bodiesOf<Id extends AnyOperationId, Asked extends Id>(
  contract: Contract<Id>,
  id: Asked,
): Arbitrary<RequestBody<Asked>> {
  const { body } = operationOf(contract, id);
  const bodies = body ? arbitraryAt(contract.document, body.pointer) : fc.constant(undefined);
  return bodies as Arbitrary<RequestBody<Asked>>;
}

/** Parameters that an operation takes; those that are not required come and go. */
export function parametersOf<Id extends AnyOperationId>(
  contract: Contract<Id>,
  id: Id,
): Arbitrary<GivenParameters> {
  const { parameters } = operationOf(contract, id);
  const at = (place: keyof GivenParameters) => {
    const here = parameters.filter((parameter) => parameter.in === place);
    const values = here.map(({ name, pointer }) => [name, arbitraryAt(contract.document, pointer)] as const);
    return fc.record(Object.fromEntries(values), {
      requiredKeys: here.filter(({ required }) => required).map(({ name }) => name),
      noNullPrototype: true,
    });
  };
  return fc.record({ path: at('path'), query: at('query'), header: at('header') }, { noNullPrototype: true });
}

/** A whole request of an operation. */
export function requestsOf<Id extends AnyOperationId, Asked extends Id>(
  contract: Contract<Id>,
  id: Asked,
): Arbitrary<{ parameters: GivenParameters; body: RequestBody<Asked> }> {
  return fc
    .tuple(parametersOf(contract, id), bodiesOf(contract, id))
    .map(([parameters, body]) => ({ parameters, body }));
}

/** Resources by the name of their schema: `User`, `PayrollSubmission`, `Webhook` and so on. */
export function resourcesOf<Resource = unknown>(
  contract: Contract<AnyOperationId>,
  name: string,
): Arbitrary<Resource> {
  return arbitraryAt(contract.document, `/components/schemas/${name}`) as Arbitrary<Resource>;
}
