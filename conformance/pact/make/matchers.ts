import { resolve } from '../../../spec/contract.ts';
import { isObject, mapValues, objectIn } from '../../../spec/json.ts';
import type { Json, JsonObject } from '../../../spec/render.ts';
import { examples } from '../../specimens/examples.ts';

/** An example with what is expected of the real value, in the notation that the Pact library takes. */
export type Matcher = { 'pact:matcher:type': string; value: Json; [attribute: string]: Json };

const uuid = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';

const formats: Readonly<Record<string, string>> = {
  uuid: `^${uuid}$`,
  'date-time': '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(\\.\\d+)?(Z|[+-]\\d{2}:\\d{2})$',
  date: '^\\d{4}-\\d{2}-\\d{2}$',
  email: '^\\S+@\\S+$',
  uri: '^[a-z][a-z0-9+.-]*://\\S+$',
};

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

export const regex = (pattern: string, value: string): Matcher => ({
  'pact:matcher:type': 'regex',
  regex: pattern,
  value,
});

/** The Pact library takes a matcher wherever its types ask for a text. */
export const asText = (matcher: Matcher): string => matcher as unknown as string;

/** A text whose examples come from provider states when the pact is verified; the text itself when it has none. */
export function injected(text: string): string {
  let expression = text;
  let pattern = escaped(text);
  for (const [name, example] of Object.entries(examples)) {
    expression = expression.replaceAll(example, `\${${name}}`);
    pattern = pattern.replaceAll(escaped(example), name.endsWith('_id') ? uuid : '.+');
  }
  if (expression === text) return text;
  return asText({ ...regex(`^${pattern}$`, text), 'pact:generator:type': 'ProviderState', expression });
}

export function injectedJson(value: Json): Json {
  if (typeof value === 'string') return injected(value);
  if (Array.isArray(value)) return value.map(injectedJson);
  if (value === null || typeof value !== 'object') return value;
  return mapValues(value, injectedJson);
}

/** What a consumer relies on in an example, by the contract: types, formats and enums of the fields it names. */
export function matcherFor(document: JsonObject, schema: JsonObject, example: Json): Json {
  const shape = settled(document, schema, example);
  if (example === null) return null;
  if (Array.isArray(example)) return listMatcher(document, shape, example);
  if (typeof example === 'object') {
    const properties = objectIn(shape, 'properties');
    return mapValues(example, (inner, name) => {
      if (properties[name]) return matcherFor(document, objectIn(properties, name), inner);
      throw new Error(`The contract has no field [${name}] where an example has one`);
    });
  }
  return leafMatcher(shape, example);
}

function listMatcher(document: JsonObject, shape: JsonObject, example: Json[]): Json {
  if (example.length === 0) return [];
  const value = [matcherFor(document, objectIn(shape, 'items'), example[0]!)];
  return { 'pact:matcher:type': 'type', min: 1, value };
}

function leafMatcher(shape: JsonObject, example: string | number | boolean): Matcher {
  const allowed = shape['const'] === undefined ? shape['enum'] : [shape['const']];
  if (typeof example === 'string') {
    if (Array.isArray(allowed))
      return regex(`^(${allowed.map((one) => escaped(String(one))).join('|')})$`, example);
    const pattern = shape['pattern'] ?? formats[String(shape['format'])];
    return pattern ? regex(String(pattern), example) : { 'pact:matcher:type': 'type', value: example };
  }
  // The matcher for booleans is content with the text "true".
  if (typeof example === 'boolean') return { 'pact:matcher:type': 'type', value: example };
  const whole = [shape['type']].flat().includes('integer');
  return { 'pact:matcher:type': whole ? 'integer' : 'number', value: example };
}

/** The schema behind references, and of several branches the one that is meant by an example that is not null. */
function settled(document: JsonObject, schema: JsonObject, example: Json): JsonObject {
  if (typeof schema['$ref'] === 'string')
    return settled(document, resolve(document, schema['$ref'].slice(1)), example);
  for (const key of ['allOf', 'anyOf', 'oneOf']) {
    const branches = [schema[key] ?? []].flat().filter(isObject);
    const branch = branches.find(({ type }) => type !== 'null');
    if (branch) return settled(document, branch, example);
  }
  return schema;
}
