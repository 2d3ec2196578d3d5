import { readFileSync } from 'node:fs';
import type { Ajv2020, ErrorObject, ValidateFunction } from 'ajv/dist/2020.js';
import { type JsonObject, objectAt, objectsIn, textsIn } from './json.ts';
import { latestMade } from './lazy.ts';
import { loadAjv, loadFormats } from './load-ajv.ts';
import {
  escapePointer,
  followed,
  jsonMedia,
  type Method,
  operationsIn,
  resolve,
} from './openapi-document.ts';
import type { AnyOperationId, ArrangementId, OperationId } from './operations.ts';
import type { Profile } from './profile.ts';
import { rename, renderContract, standInNames } from './render.ts';

export { type Method, resolve };

const securitySchemes = ['apiKey', 'memberBearer', 'userBearer'] as const;
export type SecurityScheme = (typeof securitySchemes)[number];
const parameterPlaces = ['path', 'query', 'header'] as const;
export type Parameter = {
  name: string;
  in: (typeof parameterPlaces)[number];
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

export type Contract<Id extends AnyOperationId = AnyOperationId> = {
  document: JsonObject;
  operations: ReadonlyMap<Id, Operation<Id>>;
  validators: Validators;
};

export function operationOf<Id extends AnyOperationId>(contract: Contract<Id>, id: Id): Operation<Id> {
  const operation = contract.operations.get(id);
  if (!operation) throw new Error(`The contract has no operation ${id}`);
  return operation;
}

const readContract = (name: string): JsonObject =>
  JSON.parse(readFileSync(new URL(`./generated/${name}.json`, import.meta.url), 'utf8'));

/** The service's contract as a deployment with this profile would publish it. */
export const loadContract: (profile: Profile) => Contract<OperationId> = latestMade(
  8,
  (profile) => JSON.stringify([profile.naming, Object.entries(profile.points).sort()]),
  (profile) => {
    const canonical = readContract('openapi');
    return assemble<OperationId>(canonical, renderContract(canonical, profile), profile.naming);
  },
);

/** The contract of the arrangement API: a profile renames fields and events in it, but never its paths. */
export const loadArrangementContract = (naming = standInNames): Contract<ArrangementId> =>
  arrangementContract(naming);

const arrangementContract = latestMade(8, JSON.stringify, (naming: Profile['naming']) => {
  const canonical = readContract('sandbox');
  const { paths, ...rest } = canonical;
  const items = Object.entries(objectAt(paths)).map(([path, item]) => [path, rename(item, naming)]);
  const document = { ...rename(rest, naming), paths: Object.fromEntries(items) };
  return assemble<ArrangementId>(canonical, document, standInNames);
});

function assemble<Id extends AnyOperationId>(
  canonical: JsonObject,
  document: JsonObject,
  naming: Profile['naming'],
): Contract<Id> {
  const operations = new Map<Id, Operation<Id>>();
  for (const { path, method, node } of operationsIn(canonical)) {
    // The type of the ids is generated from the same document.
    const id = node['operationId'] as Id;
    operations.set(id, operationAt(document, id, rename(path, naming), method));
  }
  return { document, operations, validators: new Validators(document) };
}

function operationAt<Id extends AnyOperationId>(document: JsonObject, id: Id, path: string, method: Method) {
  const itemPointer = `/paths/${escapePointer(path)}`;
  const pointer = `${itemPointer}/${method}`;
  const node = resolve(document, pointer);
  const statuses = Object.keys(objectAt(node, 'responses'));
  return {
    id,
    method,
    path,
    tag: textsIn(node['tags'])[0] ?? '',
    summary: String(node['summary'] ?? ''),
    security: objectsIn(node['security'] ?? document['security']).flatMap((requirement) =>
      securitySchemes.filter((scheme) => Object.hasOwn(requirement, scheme)),
    ),
    parameters: [itemPointer, pointer].flatMap((at) => {
      const listed = objectsIn(resolve(document, at)['parameters']);
      return listed.map((_, index) => parameterAt(document, `${at}/parameters/${index}`));
    }),
    body: node['requestBody'] ? bodyAt(document, `${pointer}/requestBody`) : undefined,
    responses: new Map(
      statuses.map((status) => [status, schemaPointer(document, `${pointer}/responses/${status}`)]),
    ),
  };
}

function parameterAt(document: JsonObject, pointer: string): Parameter {
  const { pointer: at, node } = followed(document, pointer);
  const place = parameterPlaces.find((one) => one === node['in']);
  if (!place) throw new Error(`A parameter stands in the path, the query or a header: ${at}`);
  return {
    name: String(node['name']),
    in: place,
    required: node['required'] === true,
    pointer: `${at}/schema`,
    schema: followed(document, `${at}/schema`).node,
  };
}

function bodyAt(document: JsonObject, pointer: string): Operation['body'] {
  const schema = schemaPointer(document, pointer);
  if (schema === undefined) return undefined;
  return { pointer: schema, required: followed(document, pointer).node['required'] === true };
}

function schemaPointer(document: JsonObject, pointer: string): string | undefined {
  const { pointer: at, node } = followed(document, pointer);
  return jsonMedia(node) ? `${at}/content/application~1json/schema` : undefined;
}

export type { ErrorObject, ValidateFunction };

/** Validators of one contract, each compiled from its place in the document when it is first asked for. */
export class Validators {
  readonly #document: JsonObject;
  readonly #finding: Record<'all' | 'first', { compiled: Map<string, ValidateFunction>; ajv?: Ajv2020 }> = {
    all: { compiled: new Map() },
    first: { compiled: new Map() },
  };

  constructor(document: JsonObject) {
    this.#document = document;
  }

  /** The validator of the schema at a JSON pointer; one that finds the first error alone stops there. */
  at(pointer: string, errors: 'all' | 'first' = 'all'): ValidateFunction {
    const finding = this.#finding[errors];
    let validate = finding.compiled.get(pointer);
    if (!validate) {
      finding.ajv ??= newAjv(this.#document, errors === 'all');
      validate = finding.ajv.compile({ $ref: `contract.json#${pointer}` });
      finding.compiled.set(pointer, validate);
    }
    return validate;
  }

  schema(name: string): ValidateFunction {
    return this.at(`/components/schemas/${name}`);
  }
}

function newAjv(document: JsonObject, allErrors: boolean): Ajv2020 {
  const Ajv = loadAjv();
  // Without optimisation a schema compiles in half the time, and validates a page of ten users in 20.0 µs instead of 19.3.
  const code = { optimize: false };
  const ajv = new Ajv({ allErrors, strict: false, verbose: true, validateSchema: false, code });
  loadFormats()(ajv);
  const { validate } = ajv.formats['date-time'] as { validate: (text: string) => boolean };
  ajv.addFormat('date-time', (text) => usualInstant.test(text) || validate(text));
  return ajv.addSchema(document, 'contract.json');
}

/** Instants as nearly all are written. Ajv takes each apart, which was 6% of the processor time of a watched page. */
const usualInstant =
  /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?Z$/;

/** The names under which a document for other tools finds the two contracts beside it. */
export const sources = { service: 'openapi.yaml', arrangement: 'sandbox.yaml' } as const;
