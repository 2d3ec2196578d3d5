export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type JsonObject = { [key: string]: Json };

/** Whether a value that came from JSON is an object, and neither a list nor null. */
export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The object that a list of keys leads to; throws where the document has no object. */
export function objectAt(node: Json | undefined, ...keys: string[]): JsonObject {
  let found = node;
  for (const key of keys) {
    if (Array.isArray(found)) found = found[Number(key)];
    else found = isObject(found) ? found[key] : undefined;
  }
  if (!isObject(found)) throw new Error(`There is no object at /${keys.join('/')}`);
  return found;
}

/** The objects of a list, or those among the values of an object. */
export const objectsIn = (node: Json | undefined): JsonObject[] => Object.values(node ?? []).filter(isObject);

export const textsIn = (node: Json | undefined): string[] =>
  Array.isArray(node) ? node.filter((item) => typeof item === 'string') : [];

export const pointerKeys = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));

/** The fields that have a value: spread over others, they leave the rest as it is. */
export const defined = <T extends object>(fields: T): T =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T;

/** The fields that are neither null nor left out. */
export const withoutNulls = <T>(fields: Readonly<Record<string, T>>) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value != null)) as Record<
    string,
    NonNullable<T>
  >;

export const picked = <T extends object, K extends keyof T>(from: T, ...names: K[]): Pick<T, K> =>
  Object.fromEntries(names.map((name) => [name, from[name]])) as Pick<T, K>;

/** The object at a path of keys; an empty one where the document has none. */
export function objectIn(node: Json | undefined, ...keys: readonly string[]): JsonObject {
  const found = keys.reduce((at: Json | undefined, key) => (isObject(at) ? at[key] : undefined), node);
  return isObject(found) ? found : {};
}

export function listAt(node: JsonObject, key: string): Json[] {
  const found = node[key];
  return Array.isArray(found) ? found : [];
}

export function textAt(node: JsonObject, key: string): string | undefined {
  const found = node[key];
  return typeof found === 'string' ? found : undefined;
}

/** An object with each of its values changed. */
export const mapValues = <Key extends string, T, R>(
  object: Readonly<Record<Key, T>>,
  change: (value: T, key: Key) => R,
): Record<Key, R> =>
  Object.fromEntries(
    Object.entries<T>(object).map(([key, value]) => [key, change(value, key as Key)]),
  ) as Record<Key, R>;

/** A value with each object in it changed, the innermost first. */
export function changeObjects(
  value: unknown,
  change: (object: Readonly<Record<string, unknown>>) => object,
): unknown {
  if (Array.isArray(value)) return value.map((item) => changeObjects(item, change));
  if (!isObject(value)) return value;
  return change(mapValues(value, (item) => changeObjects(item, change)));
}
