import { loadContract } from '../../spec/contract.ts';
import { isObject, type JsonObject, objectIn } from '../../spec/json.ts';
import { followed } from '../../spec/openapi-document.ts';
import type { OperationId } from '../../spec/operations.ts';
import { completeProfile, loadOpenPoints, type PartialProfile } from '../../spec/profile.ts';
import { openPointsOf } from '../../spec/render.ts';
import { allows } from '../judgement/allows.ts';
import { fieldsOf, isUuid, readJson } from '../target/read-json.ts';
import { tolerantContract } from '../target/tolerant-contract.ts';
import type { Passed } from './memory/passed.ts';
import { propertiesIn } from './memory/sent-as-shown.ts';
import { replayOf } from './replay.ts';
import type { FreshSandbox, Recorded } from './replica.ts';
import { operationFinder } from './routes.ts';

type Score = { requests: number; status: number; shape: number; values: number; leaves: number };

const newScore = (): Score => ({ requests: 0, status: 0, shape: 0, values: 0, leaves: 0 });

/** Sends the requests of a recording to a sandbox in their order, and compares what comes back. */
export async function fidelityOf(
  recorded: readonly Passed[],
  sandbox: FreshSandbox,
  profile: PartialProfile = {},
  progress: (done: number, of: number) => void = () => undefined,
) {
  const contract = tolerantContract(profile);
  const route = operationFinder(contract);
  const names = propertiesIn(contract.document);
  const unknown = new Map<string, number>();
  const steps = recorded.flatMap((passed): (Recorded | Passed)[] => {
    if (passed.kind !== 'exchange' || passed.unread !== undefined) return [];
    const routed = route(passed.method, passed.url);
    if (!routed) return [passed];
    const sent = fieldsOf(readJson(passed.requestText));
    return [{ ...passed, routed, sent, body: stated(readJson(passed.responseText), names, unknown) }];
  });
  const list = steps.filter((step) => 'routed' in step);
  const replay = replayOf(sandbox, list, recorded, profile);
  await replay.open();
  const { advise, isForeign } = adviser(profile);
  const byOperation = new Map<string, Score>();
  const overall = newScore();
  const counts = () => new Map<string, number>();
  const told = { status: counts(), shape: counts(), value: counts() };
  for (const [at, one] of steps.entries()) {
    progress(at, steps.length);
    if (!('routed' in one)) {
      await replay.follow(one);
      continue;
    }
    const answer = await replay.send(one);
    const { operation } = one.routed;
    const found = compared(one, answer, replay.ids, (place) => isForeign(operation, place));
    const score = byOperation.get(operation) ?? newScore();
    byOperation.set(operation, score);
    for (const sum of [score, overall]) {
      sum.requests++;
      sum.status += Number(found.status);
      sum.shape += Number(found.shape);
      sum.values += found.same;
      sum.leaves += found.leaves;
    }
    const { refused } = answer;
    // A state that the sandbox refused explains all that differs.
    const shown = refused === undefined ? found.differences : found.differences.slice(0, 1);
    const causeOf = (one: Difference): string =>
      refused === undefined ? advise(operation, one) : `its state was not arranged: ${refused}`;
    const texts = new Map(shown.map((one) => [`${operation}: ${one.text} (${causeOf(one)})`, one.kind]));
    for (const [text, kind] of texts) told[kind].set(text, (told[kind].get(text) ?? 0) + 1);
  }
  const sorted = Object.values(told).flatMap((kind) => [...kind].sort(([, a], [, b]) => b - a));
  /** Each kind of difference once, with its cause as far as it is known and how often it came: statuses, shapes, then values. */
  const differences: ReadonlyMap<string, number> = new Map([...sorted, ...unknown]);
  return { byOperation, overall, differences };
}

/** A value without the fields that no sandbox can know, which are counted. */
function stated(value: unknown, names: Pick<Set<string>, 'has'>, unknown: Map<string, number>): unknown {
  if (Array.isArray(value)) return value.map((item) => stated(item, names, unknown));
  if (typeof value !== 'object' || value === null) return value;
  const kept: Record<string, unknown> = {};
  for (const [name, child] of Object.entries(value)) {
    const text = `${name} is not a field of the contract, and is not counted`;
    if (names.has(name)) kept[name] = stated(child, names, unknown);
    else unknown.set(text, (unknown.get(text) ?? 0) + 1);
  }
  return kept;
}

const noPlaces = () => ({ found: new Map<string, string>(), leaves: new Map<string, unknown>() });

/** Every place of a JSON value with its type, items of lists together, and its leaves by place. */
function placesOf(value: unknown, place = '', places = noPlaces()) {
  const type = Array.isArray(value) ? 'list' : typeof value;
  if (value != null) places.found.set(place.replaceAll(/\.\d+/g, '[]'), type);
  if (typeof value === 'object' && value !== null)
    for (const [name, child] of Object.entries(value)) placesOf(child, `${place}.${name}`, places);
  else places.leaves.set(place, value);
  return places;
}

/** Times at which something was made, what was said, and short-lived addresses differ in every run. */
const differing = /(created_at|timestamp|jwt|presigned_url|\.path|message|errors\.\d+)$/;

const isSameAmount = (one: unknown, other: unknown): boolean =>
  [one, other].every((value) => /^-?\d+(\.\d+)?$/.test(String(value))) && Number(one) === Number(other);

function compared(
  recorded: Recorded,
  answer: { status: number; body: unknown },
  ids: ReadonlyMap<string, string>,
  isForeign: (place: string) => boolean,
) {
  const differences: Difference[] = [];
  const status = recorded.status === answer.status;
  const text = `status ${answer.status} where ${recorded.status} was recorded`;
  if (!status)
    differences.push({ kind: 'status', recorded: recorded.status, said: recorded.responseText, text });
  const theirs = placesOf(recorded.body);
  const ours = placesOf(answer.body);
  const missing = [...theirs.found].filter(([place, type]) => ours.found.get(place) !== type);
  // Where a whole object is absent, so is all that is in it.
  const around = (place: string): string => place.replace(/(\.[^.[]+|\[\])$/, '');
  const topmost = missing.filter(([place]) => place === '' || ours.found.has(around(place)));
  for (const [place, type] of status ? topmost : []) {
    const text = `${place || 'the body'} is ${ours.found.get(place) ?? 'absent'} where it was ${type}`;
    differences.push({ kind: 'shape', place, text });
  }
  let same = 0;
  let leaves = 0;
  for (const [leaf, value] of theirs.leaves) {
    if (differing.test(leaf)) continue;
    leaves++;
    const other = ours.leaves.get(leaf);
    const place = leaf.replaceAll(/\.\d+/g, '[]');
    const isSameId = isUuid(value) && (ids.get(value) === other || isUuid(other));
    if (other === value || isSameAmount(value, other) || isSameId) same++;
    // Where the whole answer is another one, so is every value in it.
    else if (status) differences.push({ kind: 'value', place, text: `${place} has another value` });
  }
  return { status, shape: missing.every(([place]) => isForeign(place)), same, leaves, differences };
}

type Difference =
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
