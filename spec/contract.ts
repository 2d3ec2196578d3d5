import { readFileSync } from 'node:fs';
import { latestMade } from './latest-made.ts';
import type { AnyOperationId, ArrangementId, OperationId } from './operations.ts';
import type { Profile } from './profile.ts';
import { type JsonObject, rename, renderContract } from './render.ts';
import { Validators } from './validators.ts';

export type SecurityScheme = 'apiKey' | 'memberBearer' | 'userBearer';
export type Method = 'get' | 'put' | 'post' | 'patch' | 'delete';
export type Parameter = {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  pointer: string;
  schema: JsonObject;
};

/** One operation of a contract, under its canonical id, with its path as the profile renders it. */
export type Operation<Id extends AnyOperationId = AnyOperationId> = {
  id: Id;
  method: Method;
  path: string;
  tag: string;
  summary: string;
  security: readonly SecurityScheme[];
  parameters: readonly Parameter[];
  /** JSON pointer of the body's schema; undefined when the operation takes no body. */
  body: { pointer: string; required: boolean } | undefined;
  /** JSON pointers of the response schemas by status; undefined where a response has no body. */
  responses: ReadonlyMap<string, string | undefined>;
};

/** A contract, loaded once: its document, its operations and their validators. */
export type Contract<Id extends AnyOperationId = AnyOperationId> = {
  document: JsonObject;
  operations: ReadonlyMap<Id, Operation<Id>>;
  validators: Validators;
};

const methods: readonly Method[] = ['get', 'put', 'post', 'patch', 'delete'];

function read(name: string): JsonObject {
  return JSON.parse(readFileSync(new URL(`./generated/${name}.json`, import.meta.url), 'utf8')) as JsonObject;
}

/** The service's contract as a deployment with this profile would publish it. */
export const loadContract: (profile: Profile) => Contract<OperationId> = latestMade(
  8,
  (profile) => JSON.stringify([profile.naming, Object.entries(profile.points).sort()]),
  (profile) => {
    const canonical = read('openapi');
    return assemble<OperationId>(canonical, renderContract(canonical, profile), profile.naming);
  },
);

/** The contract of the arrangement API: a profile renames fields and events in it, but never its paths. */
export const loadArrangementContract = (
  naming: Profile['naming'] = { vendor: 'svc', authority: 'taxauth' },
): Contract<ArrangementId> => arrangementContract(naming);

const arrangementContract = latestMade(8, JSON.stringify, (naming: Profile['naming']) => {
  const canonical = read('sandbox');
  const { paths, ...rest } = canonical;
  const items = Object.entries(paths as JsonObject).map(([path, item]) => [
    path,
    rename(item as JsonObject, naming),
  ]);
  const document = { ...(rename(rest, naming) as JsonObject), paths: Object.fromEntries(items) };
  return assemble<ArrangementId>(canonical, document, { vendor: 'svc', authority: 'taxauth' });
});

function assemble<Id extends AnyOperationId>(
  canonical: JsonObject,
  document: JsonObject,
  naming: Profile['naming'],
): Contract<Id> {
  const operations = new Map<Id, Operation<Id>>();
  for (const [canonicalPath, canonicalItem] of Object.entries(canonical['paths'] as JsonObject)) {
    const path = rename(canonicalPath, naming) as string;
    for (const method of methods) {
      const id = (canonicalItem as Record<string, { operationId?: string }>)[method]?.operationId as
        | Id
        | undefined;
      if (id) operations.set(id, operationAt<Id>(document, id, path, method));
    }
  }
  return { document, operations, validators: new Validators(document) };
}

function operationAt<Id extends AnyOperationId>(
  document: JsonObject,
  id: Id,
  path: string,
  method: Method,
): Operation<Id> {
  const base = `/paths/${escapePointer(path)}`;
  const item = resolve(document, base);
  const node = item[method] as JsonObject;
  const own = ((node['parameters'] ?? []) as JsonObject[]).map(
    (_, index) => `${base}/${method}/parameters/${index}`,
  );
  const shared = ((item['parameters'] ?? []) as JsonObject[]).map(
    (_, index) => `${base}/parameters/${index}`,
  );
  const responses = Object.keys(node['responses'] as JsonObject).map(
    (status) => [status, schemaPointer(document, `${base}/${method}/responses/${status}`)] as const,
  );
  return {
    id,
    method,
    path,
    tag: String((node['tags'] as string[] | undefined)?.[0] ?? ''),
    summary: String(node['summary'] ?? ''),
    security: ((node['security'] ?? document['security'] ?? []) as JsonObject[]).map(
      (one) => Object.keys(one)[0] as SecurityScheme,
    ),
    parameters: [...shared, ...own].map((pointer) => parameterAt(document, pointer)),
    body: bodyAt(document, node['requestBody'] ? `${base}/${method}/requestBody` : undefined),
    responses: new Map(responses),
  };
}

function parameterAt(document: JsonObject, pointer: string): Parameter {
  const { pointer: at, node } = followed(document, pointer);
  return {
    name: String(node['name']),
    in: node['in'] as Parameter['in'],
    required: node['required'] === true,
    pointer: `${at}/schema`,
    schema: followed(document, `${at}/schema`).node,
  };
}

function bodyAt(document: JsonObject, pointer: string | undefined): Operation['body'] {
  if (!pointer) return undefined;
  const schema = schemaPointer(document, pointer);
  return schema
    ? { pointer: schema, required: followed(document, pointer).node['required'] === true }
    : undefined;
}

function schemaPointer(document: JsonObject, pointer: string): string | undefined {
  const { pointer: at, node } = followed(document, pointer);
  const content = node['content'] as JsonObject | undefined;
  return content?.['application/json'] ? `${at}/content/application~1json/schema` : undefined;
}

/** The node at a pointer, and where it really stands when a $ref leads elsewhere. */
function followed(document: JsonObject, pointer: string): { pointer: string; node: JsonObject } {
  const node = resolve(document, pointer);
  return typeof node['$ref'] === 'string' ? followed(document, node['$ref'].slice(1)) : { pointer, node };
}

/** The node that a JSON pointer leads to. */
export function resolve(document: JsonObject, pointer: string): JsonObject {
  let node: JsonObject = document;
  for (const part of pointer.split('/').slice(1))
    node = node[part.replaceAll('~1', '/').replaceAll('~0', '~')] as JsonObject;
  return node;
}

const escapePointer = (part: string): string => part.replaceAll('~', '~0').replaceAll('/', '~1');
