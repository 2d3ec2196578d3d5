import { loadContract } from '../../spec/contract.ts';
import { isObject, type Json, type JsonObject, objectIn } from '../../spec/json.ts';
import { followed } from '../../spec/openapi-document.ts';
import type { OperationId } from '../../spec/operations.ts';
import { defaultProfile, loadOpenPoints, type PartialProfile } from '../../spec/profile.ts';
import { openPointsOf } from '../../spec/render.ts';
import { allows } from '../judgement/allows.ts';

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

/** A difference between a recording and the sandbox. */
export type Difference =
  | { readonly kind: 'status'; readonly recorded: number; readonly text: string }
  | { readonly kind: 'arrangement'; readonly text: string }
  /** `place` is where in the body, such as `.users[].forename`. */
  | { readonly kind: 'shape' | 'value'; readonly place: string; readonly text: string };

const unknownCause = 'the cause is unknown: another state, or a fault of the sandbox';

/** Says what a difference comes from, as far as the contract tells: a value of the profile, or something that it does not know. */
export function adviser({
  points = {},
}: PartialProfile): (operation: OperationId, one: Difference) => string {
  const { document, operations } = loadContract(defaultProfile());
  const isOpen = (point: string): boolean => !Object.hasOwn(points, point);
  const profileText = (found: readonly string[]): string => `a value of the profile: ${found.join(', ')}`;

  const ofStatus = (operation: OperationId, recorded: number): string => {
    const { method = '', path = '', responses } = operations.get(operation) ?? {};
    const answers = objectIn(document, 'paths', path, method.toLowerCase(), 'responses');
    const marks = Object.values(answers).flatMap((node) => (isObject(node) ? openPointsOf(node) : []));
    const meant = loadOpenPoints().filter((point) => marks.includes(point.id) && allows(point, recorded));
    const found = meant.map(({ id }) => id).filter(isOpen);
    if (found.length > 0) return profileText(found);
    return responses?.has(String(recorded)) ? unknownCause : 'a status that the contract does not name here';
  };

  /** The schemas that a place of an answer has, by the path to it. */
  const schemasAt = (operation: OperationId, place: string): JsonObject[] => {
    const pointers = [...(operations.get(operation)?.responses ?? [])].flatMap(([status, pointer]) =>
      status.startsWith('2') && pointer !== undefined ? [pointer] : [],
    );
    let nodes = pointers.map((pointer) => followed(document, pointer).node);
    for (const step of place.match(/\[\]|[^.[\]]+/g) ?? [])
      nodes = nodes.flatMap(branches).flatMap((node) => {
        const child = step === '[]' ? node['items'] : objectIn(node, 'properties')[step];
        return isObject(child) ? [child] : [];
      });
    return nodes.flatMap(branches);
  };
  /** A schema, what it refers to, and the branches of a choice. */
  const branches = (node: JsonObject): JsonObject[] => {
    const target =
      typeof node['$ref'] === 'string' ? branches(followed(document, node['$ref'].slice(1)).node) : [];
    const choices = ['anyOf', 'oneOf', 'allOf'].flatMap((word) => node[word]).filter(isObject);
    return [node, ...target, ...choices.flatMap(branches)];
  };

  return (operation, one) => {
    if (one.kind === 'arrangement') return unknownCause;
    if (one.kind === 'status') return ofStatus(operation, one.recorded);
    const schemas = schemasAt(operation, one.place);
    const found = [...new Set(schemas.flatMap(openPointsOf))].filter(isOpen);
    if (found.length > 0) return profileText(found);
    if (one.kind === 'value') return 'people and amounts are arranged, not copied';
    return schemas.length === 0 ? 'a field that the contract does not have here' : unknownCause;
  };
}
