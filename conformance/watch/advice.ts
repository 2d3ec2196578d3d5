import { loadContract } from '../../spec/contract.ts';
import { isObject, type Json, type JsonObject } from '../../spec/json.ts';
import type { OperationId } from '../../spec/operations.ts';
import { defaultProfile, type PartialProfile } from '../../spec/profile.ts';
import { openPointsOf } from '../../spec/render.ts';

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
  /** Every schema of a property of this name. */
  const named = (name: string, node: Json, found: JsonObject[] = []): JsonObject[] => {
    if (Array.isArray(node)) for (const item of node) named(name, item, found);
    if (!isObject(node)) return found;
    for (const [key, child] of Object.entries(node)) {
      if (key === 'properties' && isObject(child) && isObject(child[name])) found.push(child[name]);
      named(name, child, found);
    }
    return found;
  };
  return (operation, what) => {
    const { method = '', path = '' } = operations.get(operation) ?? {};
    const isStatus = what.startsWith('status');
    const [place = ''] = what.split(' ');
    const fields = isStatus ? [] : named(place.split('.').at(-1)?.replaceAll('[]', '') ?? '', document);
    const paths = document['paths'];
    const node = isObject(paths) && isObject(paths[path]) ? paths[path][method.toLowerCase()] : undefined;
    const marks = isStatus || fields.length === 0 ? marksIn(node) : marksIn(fields);
    const open = [...new Set(marks)].filter((point) => !(point in points));
    if (open.length > 0 && open.length < 6) return `a value of the profile: ${open.join(', ')}`;
    if (what.endsWith('another value')) return 'people and amounts are arranged, not copied';
    const isKnown = isStatus
      ? operations.get(operation)?.responses?.has(what.split(' ')[3] ?? '')
      : fields.length > 0;
    return isKnown ? 'a fault of the sandbox, or of what was arranged' : 'a new open point';
  };
}
