import { isObject, type JsonObject, objectAt, pointerKeys } from './json.ts';

const methods = ['get', 'put', 'post', 'patch', 'delete'] as const;
export type Method = (typeof methods)[number];

/** The parts of JSON Schema that the contracts use. */
export type Schema = Partial<Record<'$ref' | 'description' | 'format' | 'pattern', string>> &
  Partial<Record<'minLength' | 'maxLength' | 'minimum' | 'maximum' | 'exclusiveMinimum', number>> &
  Partial<Record<'minItems' | 'maxItems' | 'minProperties', number>> & {
    type?: string | string[];
    const?: unknown;
    enum?: unknown[];
    anyOf?: Schema[];
    oneOf?: Schema[];
    allOf?: Schema[];
    uniqueItems?: boolean;
    items?: Schema;
    properties?: Record<string, Schema>;
    required?: string[];
    additionalProperties?: boolean | Schema;
  };

export const isSchema = (node: unknown): node is Schema => isObject(node);

export function infoOf(document: JsonObject): { title: string; version: string } {
  const { title, version } = objectAt(document, 'info');
  return { title: String(title ?? ''), version: String(version ?? '') };
}

/** Every operation of the contract's paths, with its path, its method and the path item around it. */
export const operationsIn = (
  document: JsonObject,
): { path: string; method: Method; item: JsonObject; node: JsonObject }[] =>
  Object.entries(objectAt(document, 'paths')).flatMap(([path, found]) => {
    const item = objectAt(found);
    return methods.flatMap((method) => {
      const node = item[method];
      return isObject(node) ? { path, method, item, node } : [];
    });
  });

export const resolve = (document: JsonObject, pointer: string): JsonObject =>
  objectAt(document, ...pointerKeys(pointer));

/** The node at a pointer, and where it really stands when a $ref leads elsewhere. */
export function followed(document: JsonObject, pointer: string): { pointer: string; node: JsonObject } {
  const node = resolve(document, pointer);
  return typeof node['$ref'] === 'string' ? followed(document, node['$ref'].slice(1)) : { pointer, node };
}

/** The node itself, or the one that its $ref names. */
export const dereferenced = (document: JsonObject, node: JsonObject): JsonObject =>
  typeof node['$ref'] === 'string' ? followed(document, node['$ref'].slice(1)).node : node;

export function jsonMedia(node: JsonObject): JsonObject | undefined {
  const media = isObject(node['content']) ? node['content']['application/json'] : undefined;
  return isObject(media) ? media : undefined;
}

export const escapePointer = (part: string): string => part.replaceAll('~', '~0').replaceAll('/', '~1');

/** Adds a response that an open point brings, unless the operation has that status already. */
export function addResponse(responses: JsonObject, status: string, id: string, like: JsonObject): void {
  const { 'x-stated': _, content, ...rest } = like;
  const response: JsonObject = { ...rest, 'x-open-point': id };
  if (status !== '204' && content !== undefined) response['content'] = content;
  responses[status] ??= response;
}
