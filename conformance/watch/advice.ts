import { loadContract } from '../../spec/contract.ts';
import { isObject, type JsonObject, objectIn } from '../../spec/json.ts';
import { followed } from '../../spec/openapi-document.ts';
import type { OperationId } from '../../spec/operations.ts';
import { completeProfile, loadOpenPoints, type PartialProfile } from '../../spec/profile.ts';
import { openPointsOf } from '../../spec/render.ts';
import { allows } from '../judgement/allows.ts';

export type Difference =
  /** `said` is the recorded body. */
  | { readonly kind: 'status'; readonly recorded: number; readonly said?: string; readonly text: string }
  /** `place` is where in the body, such as `.users[].forename`. */
  | { readonly kind: 'shape' | 'value'; readonly place: string; readonly text: string };

const unknownCause = 'the cause is unknown: another state, or a fault of the sandbox';

/** Points that only a refusal with such words is about. */
const reasons: readonly (readonly [point: RegExp, words: RegExp])[] = [
  [/^authorisations\./, /authori[sz]ation/i],
  [/disabled/, /disabled|not enabled|switched off/i],
  [/mfa|pending/, /\bMFA\b|\bmfa\b/],
];

/** Says what a difference comes from, as far as the contract tells: a value of the profile, or something that it does not know. */
export function adviser({ naming = {}, points = {} }: PartialProfile) {
  const { document, operations } = loadContract(completeProfile({ naming }));
  const isOpen = (point: string): boolean => !Object.hasOwn(points, point);
  const profileText = ([only = '', ...others]: readonly string[]): string =>
    others.length === 0
      ? `a value of the profile: ${only}`
      : `perhaps one of these values of the profile: ${[only, ...others].join(', ')}`;

  const ofStatus = (operation: OperationId, recorded: number, said: string): string => {
    const { method = '', path = '', responses } = operations.get(operation) ?? {};
    const answers = objectIn(document, 'paths', path, method.toLowerCase(), 'responses');
    const marks = Object.values(answers).flatMap((node) => (isObject(node) ? openPointsOf(node) : []));
    const meant = loadOpenPoints().filter((point) => marks.includes(point.id) && allows(point, recorded));
    // What a refusal says rules out the points that are about something else.
    const isSaid = (point: string): boolean =>
      said === '' || reasons.every(([about, words]) => about.test(point) === words.test(said));
    const found = meant.map(({ id }) => id).filter((point) => isOpen(point) && isSaid(point));
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

  /** Whether the object at hand is stated, and has no such field: no sandbox can know it. */
  const isForeign = (operation: OperationId, place: string): boolean => {
    const around = schemasAt(operation, place.replace(/\.[^.[]+$/, ''));
    const isStated = around.some((node) => Object.keys(objectIn(node, 'properties')).length > 0);
    return /[^\]]$/.test(place) && isStated && schemasAt(operation, place).length === 0;
  };

  const advise = (operation: OperationId, one: Difference): string => {
    if (one.kind === 'status') return ofStatus(operation, one.recorded, one.said ?? '');
    const schemas = schemasAt(operation, one.place);
    const found = [...new Set(schemas.flatMap(openPointsOf))].filter(isOpen);
    if (found.length > 0) return profileText(found);
    if (one.kind === 'value') return 'people and amounts are arranged, not copied';
    return schemas.length === 0 ? 'a field that the contract does not have here' : unknownCause;
  };
  return { advise, isForeign };
}
