import type { Document, Json } from '../store.ts';

/** How one object becomes another: fields to take away, fields to put in place then, and objects that change in turn. */
export type Patch = [removed: string[], set: [name: string, value: Json][], inside: [name: string, Patch][]];

/**
 * What of a document has changed; undefined when only the whole document can tell. Whoever changes a document copies what
 * changes and shares the rest, so what is still the same object need not be looked into.
 */
export function patchOf(before: Document, after: Document): Patch | undefined {
  const [removed, set, inside]: Patch = [[], [], []];
  const names = namesIn(after);
  let at = 0;
  for (const name of namesIn(before)) {
    if (names[at] === name) {
      at += 1;
      const [was, is] = [before[name], after[name] as Json];
      if (was === is) continue;
      const patch = isObject(was) && isObject(is) ? patchOf(was, is) : undefined;
      if (patch === undefined) set.push([name, is]);
      else if (patch.some((part) => part.length > 0)) inside.push([name, patch]);
    } else if (isThere(after, name)) {
      // Fields stand as they stood, and new ones after them: a patch can tell of no other order.
      return undefined;
    } else removed.push(name);
  }
  for (const name of names.slice(at)) {
    // A new field comes last, also where it is made a second time.
    removed.push(name);
    set.push([name, after[name] as Json]);
  }
  return [removed, set, inside];
}

/**
 * The document after a change. A document that has the change already, and perhaps later ones too, stays as it is once
 * the later ones have been made again: so it does not matter from which moment on a journal is read.
 */
export function applyPatch(document: Document, [removed, set, inside]: Patch): Document {
  const fields = new Map<string, Json>(Object.entries(document));
  for (const name of removed) fields.delete(name);
  for (const [name, value] of set) fields.set(name, value);
  for (const [name, patch] of inside) {
    const field = fields.get(name);
    if (isObject(field)) fields.set(name, applyPatch(field, patch));
  }
  return Object.fromEntries(fields);
}

/** The fields that JSON would tell of: one that is undefined is not there. */
function namesIn(object: Document): string[] {
  const names = Object.keys(object);
  return names.every((name) => object[name] !== undefined)
    ? names
    : names.filter((name) => object[name] !== undefined);
}

const isThere = (object: Document, name: string): boolean =>
  Object.hasOwn(object, name) && object[name] !== undefined;

function isObject(value: Json | undefined): value is Document {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
