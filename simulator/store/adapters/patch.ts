import { isObject, type JsonObject } from '../../../spec/json.ts';
import type { Json } from '../port.ts';

/** What to put at a path of a document, or to remove when the value is left out. */
type PatchStep = readonly [path: readonly string[], value?: Json];

export type Patch = readonly PatchStep[];

/** Things of a user are as deep: `document.parts.entries.ID`. */
const DEEPEST = 4;

/** What turns one document into another. Documents share what did not change, so the cost is that of what did. */
export function patchOf(before: Json, after: Json): Patch {
  const steps: PatchStep[] = [];
  collect(before, after, [], steps);
  return steps;
}

function collect(before: Json, after: Json, path: readonly string[], steps: PatchStep[]): void {
  if (before === after) return;
  if (!isObject(before) || !isObject(after) || path.length === DEEPEST || !keepsOrder(before, after)) {
    steps.push([path, after]);
    return;
  }
  const [left, right] = [Object.keys(before), Object.keys(after)];
  for (const [at, key] of left.entries())
    if (right[at] !== key && valueAt(after, key) === undefined) steps.push([[...path, key]]);
  for (const [at, key] of right.entries()) {
    const [old, value] = [left[at] === key ? before[key] : valueAt(before, key), after[key]];
    if (value === old) continue;
    if (value === undefined) steps.push([[...path, key]]);
    else if (old === undefined) steps.push([[...path, key], value]);
    else collect(old, value, [...path, key], steps);
  }
}

/** Whether the fields that stay have the same order, and new ones come last: lists of items keep the order of the fields. */
function keepsOrder(before: JsonObject, after: JsonObject): boolean {
  const keys = Object.keys(after);
  const left = Object.keys(before).filter((key, at) => keys[at] === key || Object.hasOwn(after, key));
  return left.every((key, at) => keys[at] === key);
}

/** A document after a patch; shares what the patch leaves alone. */
export function patched(document: Json, patch: Patch): Json {
  let after = document;
  for (const [path, value] of patch) after = replaced(after, path, value);
  return after;
}

function replaced(document: Json, [key, ...rest]: readonly string[], value: Json | undefined): Json {
  if (key === undefined) return value ?? null;
  const object = isObject(document) ? document : {};
  if (rest.length > 0) return { ...object, [key]: replaced(valueAt(object, key) ?? null, rest, value) };
  if (value !== undefined) return { ...object, [key]: value };
  const { [key]: _, ...others } = object;
  return others;
}

/** The value of a field, and not what an object inherits under that name. */
const valueAt = (object: JsonObject, key: string): Json | undefined =>
  Object.hasOwn(object, key) ? object[key] : undefined;
