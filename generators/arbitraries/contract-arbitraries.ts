import fc, { type Arbitrary } from 'fast-check';
import type { Contract, Operation } from '../../spec/contract.ts';
import type { JsonObject } from '../../spec/json.ts';
import { dereferenced, isSchema, resolve, type Schema } from '../../spec/openapi-document.ts';
import type { AnyOperationId, RequestBody } from '../../spec/operations.ts';
import { integersOf, numbersOf, stringsOf } from './leaf-arbitraries.ts';

const MOST_ITEMS = 4;

/**
 * Values that the schema at a JSON pointer of a document allows. Fields that are not required come and go, and
 * shrinking takes them away first, so that what is left of a counterexample decides it.
 */
const arbitraryAt = (document: JsonObject, pointer: string): Arbitrary<unknown> =>
  valuesOf(document, { $ref: `#${pointer}` }, '');

/** The schema itself, or the one that its $ref leads to. */
function followed(document: JsonObject, schema: Schema): Schema {
  if (schema.$ref === undefined) return schema;
  const node = dereferenced(document, resolve(document, schema.$ref.slice(1)));
  if (!isSchema(node)) throw new Error(`${schema.$ref} is no schema`);
  return node;
}

function valuesOf(document: JsonObject, node: Schema, field: string): Arbitrary<unknown> {
  const schema = followed(document, node);
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices)
    return oneOf(choices.map((choice) => valuesOf(document, merged(document, schema, choice), field)));
  if (schema.allOf) {
    const { allOf, ...own } = schema;
    const whole = allOf.reduce<Schema>((sum, part) => merged(document, sum, part), own);
    return valuesOf(document, whole, field);
  }
  const types = schema.type === undefined ? [impliedType(schema)] : [schema.type].flat();
  return oneOf(types.map((type) => valuesOfType(document, { ...schema, type }, field)));
}

/** A schema that says what an object or list holds, and not that it is one, means one all the same. */
const impliedType = ({ properties, items }: Schema): string | undefined =>
  properties ? 'object' : items ? 'array' : undefined;

/** Both schemas at once: of each keyword the stricter one's, properties and required fields of both. */
function merged(document: JsonObject, one: Schema, other: Schema): Schema {
  const { anyOf: _, oneOf: __, ...base } = one;
  const added = followed(document, other);
  const both: Schema = { ...base, ...added };
  if (both.properties) both.properties = { ...base.properties, ...added.properties };
  if (both.required) both.required = [...new Set([...(base.required ?? []), ...(added.required ?? [])])];
  return both;
}

function oneOf(choices: Arbitrary<unknown>[]): Arbitrary<unknown> {
  // Shrinking may cross over to the first choice, which contracts put the plain case in.
  return choices.length === 1 ? choices[0]! : fc.oneof({ withCrossShrink: true }, ...choices);
}

function valuesOfType(document: JsonObject, schema: Schema, field: string): Arbitrary<unknown> {
  switch (schema.type) {
    case 'null':
      return fc.constant(null);
    case 'boolean':
      return fc.boolean();
    case 'integer':
      return integersOf(schema);
    case 'number':
      return numbersOf(schema);
    case 'string':
      return stringsOf(schema, field);
    case 'array':
      return listsOf(document, schema, field);
    case 'object':
      return objectsOf(document, schema);
    case undefined:
      return fc.jsonValue({ maxDepth: 1 });
    default:
      throw new Error(`No values are known of type ${schema.type}`);
  }
}

function listsOf(document: JsonObject, schema: Schema, field: string): Arbitrary<unknown[]> {
  const { items = {}, minItems = 0, maxItems = MOST_ITEMS, uniqueItems = false } = schema;
  const bounds = { minLength: minItems, maxLength: Math.max(minItems, Math.min(maxItems, MOST_ITEMS)) };
  const item = valuesOf(document, items, field.replace(/s$/, ''));
  return uniqueItems
    ? fc.uniqueArray(item, { ...bounds, selector: (value) => JSON.stringify(value) })
    : fc.array(item, bounds);
}

function objectsOf(document: JsonObject, schema: Schema): Arbitrary<unknown> {
  const { properties = {}, required = [], additionalProperties, minProperties = 0 } = schema;
  const names = Object.keys(properties);
  if (names.length === 0 && typeof additionalProperties === 'object') {
    return fc.dictionary(fc.stringMatching(/^[a-z-]{1,12}$/), valuesOf(document, additionalProperties, ''), {
      maxKeys: MOST_ITEMS,
      noNullPrototype: true,
    });
  }
  const fields = Object.fromEntries(names.map((name) => [name, valuesOf(document, properties[name]!, name)]));
  const objects = fc.record(fields, { requiredKeys: required, noNullPrototype: true });
  return minProperties === 0
    ? objects
    : objects.filter((object) => Object.keys(object).length >= minProperties);
}

/** The parameters of a request, by place; query values are as a caller means them, not yet text. */
type GivenParameters = {
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
export const requestsOf = <Id extends AnyOperationId, Asked extends Id>(
  contract: Contract<Id>,
  id: Asked,
): Arbitrary<{ parameters: GivenParameters; body: RequestBody<Asked> }> =>
  fc
    .tuple(parametersOf(contract, id), bodiesOf(contract, id))
    .map(([parameters, body]) => ({ parameters, body }));

/** Resources by the name of their schema: `User`, `PayrollSubmission`, `Webhook` and so on. */
export const resourcesOf = <Resource = unknown>(
  contract: Contract<AnyOperationId>,
  name: string,
): Arbitrary<Resource> =>
  arbitraryAt(contract.document, `/components/schemas/${name}`) as Arbitrary<Resource>;
