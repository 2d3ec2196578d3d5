import fc, { type Arbitrary } from 'fast-check';
import { type Contract, operationOf } from '../../spec/contract.ts';
import type { JsonObject } from '../../spec/json.ts';
import { dereferenced, isSchema, resolve, type Schema } from '../../spec/openapi-document.ts';
import type { AnyOperationId, RequestBody } from '../../spec/operations.ts';
import { penceToGroupedText, penceToText } from '../money.ts';
import { forenames, surnames } from '../people/homes.ts';

const MOST_ITEMS = 4;

/** Values that the schema at a JSON pointer allows; shrinking takes optional fields away first. */
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

const EARLIEST = new Date('1900-01-01T00:00:00.000Z');
const LATEST = new Date('2099-12-31T23:59:59.999Z');

/** Instants in UTC with milliseconds; they shrink towards a plain day of our time. */
const instants: Arbitrary<string> = fc
  .date({ min: EARLIEST, max: LATEST, noInvalidDate: true })
  .map((date) => date.toISOString());

const days: Arbitrary<string> = instants.map((instant) => instant.slice(0, 10));

/** Amounts in whole pence, negative ones too; they shrink towards nothing. */
const pence: Arbitrary<number> = fc.integer({ min: -10_000_000, max: 10_000_000 });

const money: Arbitrary<string> = pence.map(penceToText);

const words = fc.stringMatching(/^[a-z]{1,8}$/);
const urls = fc
  .tuple(fc.constantFrom('https', 'http'), words, fc.array(words, { maxLength: 2 }))
  .map(([scheme, host, path]) => [`${scheme}://${host}.example`, ...path].join('/'));

const keys = fc
  .uint8Array({ minLength: 32, maxLength: 32 })
  .map((bytes) => Buffer.from(bytes).toString('base64'));

// Arbitraries for known patterns, so that numbers shrink as numbers and not as text.
const BY_PATTERN: Readonly<Record<string, Arbitrary<string>>> = {
  '^-?\\d+\\.\\d{2}$': money,
  '^-?\\d{1,3}(,\\d{3})*\\.\\d{2}$': pence.map(penceToGroupedText),
  '^[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=$': keys,
};

const BY_FORMAT: Readonly<Record<string, Arbitrary<string>>> = {
  uuid: fc.uuid({ version: 4 }),
  'date-time': instants,
  date: days,
  email: words.map((word) => `${word}@example.com`),
  uri: urls,
};

/** Leaves whose content decides nothing, by the name of their field. */
const COSMETIC: Readonly<Record<string, readonly string[]>> = {
  forename: forenames,
  surname: surnames,
  account_holder_name: surnames,
  post_code: ['LS1 4AP', 'EH1 1YZ', 'CF10 1EP', 'BT1 5GS', 'JE2 3AB', 'ch5 1aa', 'SW1A1AA'],
  ni_number: ['QQ123456A', 'QQ000000D', 'qq 12 34 56 c'],
  NI_number: ['QQ123456A', 'QQ000000D'],
};

function plainText({ minLength = 0, maxLength = 60 }: Schema): Arbitrary<string> {
  const ascii = fc.string({
    unit: 'grapheme-ascii',
    minLength,
    maxLength: Math.max(minLength, Math.min(maxLength, 60)),
  });
  // One grapheme can be several characters long, so the wide ones are left out where room is scarce.
  return maxLength < 60
    ? ascii
    : fc.oneof(
        { arbitrary: ascii, weight: 3 },
        { arbitrary: fc.string({ unit: 'grapheme', minLength, maxLength: minLength + 6 }), weight: 1 },
      );
}

/** Strings that match a pattern; what it looks ahead for is tested afterwards, since none can be made from it. */
function matching(pattern: string): Arbitrary<string> {
  const plain = pattern.replace(/\(\?[=!][^()]*\)/g, '');
  const strings = fc.stringMatching(new RegExp(plain));
  return plain === pattern ? strings : strings.filter((text) => new RegExp(pattern).test(text));
}

/** Strings that a schema allows; the field's name gives cosmetic ones a likely face. */
function stringsOf(schema: Schema, field: string): Arbitrary<string> {
  const { pattern, format } = schema;
  const known = (pattern && BY_PATTERN[pattern]) || (format && BY_FORMAT[format]);
  if (known) return known;
  if (pattern) return matching(pattern);
  const cosmetic = COSMETIC[field];
  const text = plainText(schema);
  return cosmetic
    ? fc.oneof({ arbitrary: fc.constantFrom(...cosmetic), weight: 3 }, { arbitrary: text, weight: 1 })
    : text;
}

function integersOf({ minimum, maximum, exclusiveMinimum }: Schema): Arbitrary<number> {
  const min = minimum ?? (exclusiveMinimum === undefined ? -1_000_000 : Math.floor(exclusiveMinimum) + 1);
  return fc.integer({ min, max: maximum ?? Math.max(min, 0) + 1_000_000 });
}

/** Numbers between the bounds of a schema, with at most two decimals, as amounts have. */
function numbersOf(schema: Schema): Arbitrary<number> {
  const { minimum, maximum, exclusiveMinimum } = schema;
  const min = minimum ?? exclusiveMinimum ?? -100_000;
  const max = maximum ?? Math.max(min, 0) + 100_000;
  const lowest = Math.ceil(min * 100) + (exclusiveMinimum === undefined ? 0 : 1);
  return fc.integer({ min: lowest, max: Math.floor(max * 100) }).map((hundredths) => hundredths / 100);
}
