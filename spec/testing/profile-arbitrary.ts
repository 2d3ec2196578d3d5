import fc from 'fast-check';
import { completeProfile, type JsonSchema, loadOpenPoints, type Profile, ProfileError } from '../profile.ts';

/** Values that the schema of an open point allows; knows the keywords that those schemas use. */
function allowedBy(schema: JsonSchema): fc.Arbitrary<unknown> {
  if (Array.isArray(schema['enum'])) return fc.constantFrom(...schema['enum']);
  const types = [schema['type'] ?? 'object'].flat() as string[];
  return fc.oneof(...types.map((type) => typed(type, schema)));
}

function typed(type: string, schema: JsonSchema): fc.Arbitrary<unknown> {
  const bound = (keyword: string, otherwise: number) => (schema[keyword] as number | undefined) ?? otherwise;
  switch (type) {
    case 'null':
      return fc.constant(null);
    case 'boolean':
      return fc.boolean();
    case 'integer':
      return fc.integer({ min: bound('minimum', -1000), max: bound('maximum', 1000) });
    case 'number': {
      const minExcluded = schema['exclusiveMinimum'] !== undefined;
      const min = bound('minimum', bound('exclusiveMinimum', -1000));
      return fc.double({ min, max: bound('maximum', 1000), minExcluded, noNaN: true });
    }
    case 'string':
      return typeof schema['pattern'] === 'string'
        ? fc.stringMatching(new RegExp(schema['pattern']), { size: 'small' })
        : fc.string({ minLength: bound('minLength', 0) });
    case 'array': {
      const size = { minLength: bound('minItems', 0), maxLength: 20 };
      const items = allowedBy(schema['items'] as JsonSchema);
      return schema['uniqueItems'] ? fc.uniqueArray(items, size) : fc.array(items, size);
    }
    case 'object':
      return fc.record(
        Object.fromEntries(
          Object.entries((schema['properties'] ?? {}) as Record<string, JsonSchema>).map(([name, below]) => [
            name,
            allowedBy(below),
          ]),
        ),
      );
    default:
      throw new Error(`Nothing is drawn yet for the type ${type}`);
  }
}

const word = fc.stringMatching(/^[a-z][a-z0-9]{0,11}$/);

/** Any profile: other names and other values for some of the open points. */
export function profileArbitrary(): fc.Arbitrary<Profile> {
  const points = fc.record(
    Object.fromEntries(loadOpenPoints().map((point) => [point.id, allowedBy(point.schema)])),
    { requiredKeys: [] },
  );
  return fc
    .record({ naming: fc.record({ vendor: word, authority: word }), points })
    .map((partial) => completed(partial))
    .filter((profile) => profile !== undefined);
}

/** Undefined for what no single schema can tell: names that clash with another, bounds that leave nothing. */
function completed(partial: unknown): Profile | undefined {
  try {
    return completeProfile(partial);
  } catch (error) {
    if (
      error instanceof ProfileError &&
      error.problems.every((one) => /name|taken|below the minimum/.test(one))
    )
      return undefined;
    throw error;
  }
}
