import { resolve } from '../../spec/contract.ts';
import { type Json, type JsonObject, openPointsOf } from '../../spec/render.ts';

/** The ids of the open points in a node and in all that it refers to, in the order in which they are met. */
export function pointsWithin(
  document: JsonObject,
  node: Json | undefined,
  found = new Set<string>(),
  seen = new Set<string>(),
): Set<string> {
  if (Array.isArray(node)) for (const child of node) pointsWithin(document, child, found, seen);
  else if (node !== null && typeof node === 'object') {
    for (const id of openPointsOf(node)) found.add(id);
    const reference = node['$ref'];
    if (typeof reference === 'string' && !seen.has(reference)) {
      seen.add(reference);
      pointsWithin(document, resolve(document, reference.slice(1)), found, seen);
    }
    for (const [key, child] of Object.entries(node)) {
      if (key !== 'example' && key !== 'examples') pointsWithin(document, child, found, seen);
    }
  }
  return found;
}
