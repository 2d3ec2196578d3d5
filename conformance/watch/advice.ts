import { loadContract } from '../../spec/contract.ts';
import { isObject, type Json, type JsonObject, objectIn } from '../../spec/json.ts';
import type { OperationId } from '../../spec/operations.ts';
import { defaultProfile, type PartialProfile } from '../../spec/profile.ts';
import { openPointsOf } from '../../spec/render.ts';

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

/** Says what to do about a difference between a recording and the sandbox: a value of the profile, an open point, or a fault. */
export function adviser({ points = {} }: PartialProfile): (operation: OperationId, what: string) => string {
  const { document, operations } = loadContract(defaultProfile());
  /** The open points marked on a node and all below it, references followed once each. */
  const marksIn = (node: Json | undefined, seen = new Set<Json>()): string[] => {
    if (node === undefined || seen.has(node)) return [];
    seen.add(node);
    if (Array.isArray(node)) return node.flatMap((item) => marksIn(item, seen));
    if (!isObject(node)) return [];
    return [...openPointsOf(node), ...Object.values(node).flatMap((child) => marksIn(child, seen))];
  };
  const properties = propertiesIn(document);
  return (operation, what) => {
    const { method = '', path = '' } = operations.get(operation) ?? {};
    const isStatus = what.startsWith('status');
    const [place = ''] = what.split(' ');
    const name = place.split('.').at(-1)?.replaceAll('[]', '') ?? '';
    const fields = (isStatus ? undefined : properties.get(name)) ?? [];
    const node = objectIn(document, 'paths', path, method.toLowerCase());
    const marks = isStatus || fields.length === 0 ? marksIn(node) : marksIn(fields);
    const open = [...new Set(marks)].filter((point) => !Object.hasOwn(points, point));
    if (open.length > 0 && open.length < 6) return `a value of the profile: ${open.join(', ')}`;
    if (what.endsWith('another value')) return 'people and amounts are arranged, not copied';
    const isKnown = isStatus
      ? operations.get(operation)?.responses?.has(what.split(' ')[3] ?? '')
      : fields.length > 0;
    return isKnown ? 'a fault of the sandbox, or of what was arranged' : 'a new open point';
  };
}
