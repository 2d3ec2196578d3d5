import { Ajv2020 } from 'ajv/dist/2020.js';
import { Validators } from '../contract.ts';
import type { Json, JsonObject } from '../render.ts';
import { examplesOf, referencesOf } from './examples-of.ts';

const meta = new Ajv2020({ strict: false });
const methods = ['get', 'put', 'post', 'patch', 'delete'];

/** What is structurally wrong with an OpenAPI document; a quick stand-in for a linter, run on many documents. */
export function faultsOf(document: JsonObject): string[] {
  return [
    ...deadReferences(document),
    ...Object.entries(document['paths'] as JsonObject).flatMap(([path, item]) =>
      pathFaults(document, path, item as JsonObject),
    ),
    ...schemaFaults(document),
    ...exampleFaults(document),
  ];
}

function target(document: JsonObject, reference: string): JsonObject | undefined {
  let node: Json | undefined = document;
  for (const part of reference.slice(2).split('/')) {
    if (typeof node !== 'object' || node === null || Array.isArray(node)) return undefined;
    node = node[part.replaceAll('~1', '/').replaceAll('~0', '~')];
  }
  return node as JsonObject | undefined;
}

const deadReferences = (document: JsonObject): string[] =>
  referencesOf(document)
    .filter((reference) => target(document, reference) === undefined)
    .map((reference) => `${reference} leads nowhere`);

function pathFaults(document: JsonObject, path: string, item: JsonObject): string[] {
  const followed = (node: JsonObject) =>
    typeof node['$ref'] === 'string' ? target(document, node['$ref'])! : node;
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
  return methods.flatMap((method) => {
    const operation = item[method] as JsonObject | undefined;
    if (!operation) return [];
    const parameters = [item['parameters'] ?? [], operation['parameters'] ?? []]
      .flat()
      .map((one) => followed(one as JsonObject));
    const names = parameters.map((one) => `${one['in']} ${one['name']}`);
    const declared = parameters.filter((one) => one['in'] === 'path').map((one) => one['name']);
    const responses = Object.entries(operation['responses'] as JsonObject);
    return [
      ...names.filter((name, at) => names.indexOf(name) !== at).map((name) => `${name} comes twice`),
      ...inPath.filter((name) => !declared.includes(name as string)).map((name) => `${name} is not declared`),
      ...(responses.some(([status]) => status.startsWith('2')) ? [] : ['there is no success']),
      ...responses.flatMap(([status, response]) => responseFaults(status, followed(response as JsonObject))),
    ].map((fault) => `${method} ${path}: ${fault}`);
  });
}

function responseFaults(status: string, response: JsonObject): string[] {
  const faults: string[] = [];
  if (!/^[1-5](\d\d|XX)$/.test(status)) faults.push(`${status} is no status`);
  if (typeof response['description'] !== 'string') faults.push(`${status} has no description`);
  if (status === '204' && response['content'] !== undefined) faults.push('204 has a body');
  return faults;
}

const schemaFaults = (document: JsonObject): string[] =>
  Object.entries((document['components'] as JsonObject)['schemas'] as JsonObject)
    .filter(([, schema]) => meta.validateSchema(schema as object) !== true)
    .map(([name]) => `${name} is not JSON Schema: ${meta.errorsText(meta.errors)}`);

function exampleFaults(document: JsonObject): string[] {
  const validators = new Validators(document);
  return examplesOf(document).flatMap(({ at, schema, value }) => {
    // Most bodies are a bare reference to a few schemas; compiled once, those are quick to check many times.
    const reference = target(document, `#${schema}`)?.['$ref'];
    const validate = validators.at(typeof reference === 'string' ? reference.slice(1) : schema);
    return validate(value)
      ? []
      : (validate.errors ?? []).map((error) => `${at}${error.instancePath} ${error.message}`);
  });
}
