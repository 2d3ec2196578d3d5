import { isObject, type Json, type JsonObject } from '../../../spec/json.ts';

/** The schemas of every property in the contract, by the property's name. */
export function propertiesIn(node: Json, found = new Map<string, JsonObject[]>()): Map<string, JsonObject[]> {
  if (typeof node !== 'object' || node === null) return found;
  for (const [key, child] of Object.entries(node)) {
    if (key === 'properties' && isObject(child))
      for (const [name, schema] of Object.entries(child))
        if (isObject(schema)) found.set(name, [...(found.get(name) ?? []), schema]);
    propertiesIn(child, found);
  }
  return found;
}
