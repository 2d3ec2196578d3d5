import { resolve } from '../contract.ts';
import { isObject, type Json, type JsonObject } from '../json.ts';
import { escapePointer } from '../openapi-document.ts';

/** An example of a document: where it stands, and the pointer of the schema that it must satisfy. */
export type Example = { at: string; schema: string; value: Json };

/** Every example of a document: of bodies, parameters and headers (beside `schema`), and inside schemas. */
export function examplesOf(document: JsonObject): Example[] {
  const found: Example[] = [];
  const walk = (node: Json, at: string): void => {
    if (Array.isArray(node)) node.forEach((child, index) => void walk(child, `${at}/${index}`));
    if (!isObject(node)) return;
    const schema = node['schema'] === undefined ? at : `${at}/schema`;
    if (node['example'] !== undefined) found.push({ at: `${at}/example`, schema, value: node['example'] });
    if (Array.isArray(node['examples'])) {
      for (const value of node['examples']) found.push({ at: `${at}/examples`, schema, value });
    } else if (isObject(node['examples']) && node['schema'] !== undefined) {
      for (const [name, example] of Object.entries(node['examples']))
        found.push({
          at: `${at}/examples/${name}`,
          schema,
          value: exampleValue(document, example as JsonObject),
        });
    }
    for (const [key, child] of Object.entries(node)) {
      if (key !== 'example' && key !== 'examples') walk(child, `${at}/${escapePointer(key)}`);
    }
  };
  walk(document, '');
  return found;
}

function exampleValue(document: JsonObject, example: JsonObject): Json {
  const reference = example['$ref'];
  return (typeof reference === 'string' ? resolve(document, reference.slice(1)) : example)['value'] as Json;
}

/** All targets of `$ref` in a document. */
export function referencesOf(node: Json): string[] {
  if (Array.isArray(node)) return node.flatMap(referencesOf);
  if (!isObject(node)) return [];
  const own = typeof node['$ref'] === 'string' ? [node['$ref']] : [];
  return [...own, ...Object.values(node).flatMap(referencesOf)];
}
