import { readFileSync } from 'node:fs';
import { type Contract, loadContract, Validators } from '../../spec/contract.ts';
import { isObject } from '../../spec/json.ts';
import { latestMade } from '../../spec/lazy.ts';
import { jsonMedia } from '../../spec/openapi-document.ts';
import type { OperationId } from '../../spec/operations.ts';
import { completeProfile, type PartialProfile, type PointId, type Profile } from '../../spec/profile.ts';
import { type Json, type JsonObject, openPointsOf, rename } from '../../spec/render.ts';

/** What the interface document says of answers, and where our contract asks for more; stated-fields.json explains each. */
const { stated, unstatedBounds, looseTexts, looseTimestamps }: Statements = JSON.parse(
  readFileSync(new URL('./stated-fields.json', import.meta.url), 'utf8'),
);

type Statements = {
  stated: Record<string, readonly string[]>;
  unstatedBounds: Record<string, string>;
  looseTexts: Record<string, string>;
  looseTimestamps: readonly string[];
};

/** Points that decide the very shape of an answer: until they are known, nothing is said about it. */
const shapePoints: ReadonlySet<string> = new Set<PointId>([
  'webhooks.list.shape',
  'webhooks.delete.response',
  'events.bank-statement.payload-key',
  'events.income.payload-key',
]);

const bounds = 'enum const pattern minimum maximum minLength maxLength minItems maxItems'.split(' ');

const object = (node: Json | undefined): JsonObject => node as JsonObject;

/** The contract under what is known of a deployment, with answers judged by what the document states and no more. */
export function tolerantContract({ naming = {}, points = {} }: PartialProfile): Contract<OperationId> {
  const known = Object.keys(points).filter((point) => shapePoints.has(point));
  return contractUnder({ profile: completeProfile({ naming, points }), known });
}

/** A run asks for the same several times over, and many runs in one process do. */
const contractUnder = latestMade(
  8,
  ({ profile: { naming, points }, known }: { profile: Profile; known: readonly string[] }) =>
    JSON.stringify([naming, Object.entries(points).sort(), [...known].sort()]),
  ({ profile, known }) => {
    const contract = loadContract(profile);
    // Schema names bear the authority's word too once a profile has renamed them.
    const named = (name: string): string => rename(name, profile.naming) as string;
    const document = tolerantDocument(contract.document, new Set(known), named);
    return { ...contract, document, validators: new Validators(document) };
  },
);

/** A copy of a rendered contract document whose schemas ask for what is stated alone. */
function tolerantDocument(document: JsonObject, known: ReadonlySet<string>, named: (name: string) => string) {
  const copy = structuredClone(document);
  const schemas = object(object(copy['components'])['schemas']);
  const required = new Map(Object.entries(stated).map(([name, fields]) => [named(name), fields]));
  for (const [name, property] of Object.entries(unstatedBounds))
    loosen(object(object(object(schemas[named(name)])['properties'])[property]));
  for (const name of looseTimestamps)
    object(object(schemas[named(name)])['properties'])['timestamp'] = { type: 'string', format: 'date-time' };
  for (const [name, schema] of Object.entries(schemas))
    schemas[name] = tolerant(object(schema), required.get(name) ?? [], known);
  for (const [name, pattern] of Object.entries(looseTexts)) object(schemas[name])['pattern'] = pattern;
  for (const path of Object.values(object(copy['paths']))) openResponses(object(path), known);
  return copy;
}

function tolerant(schema: JsonObject, required: readonly string[], known: ReadonlySet<string>): JsonObject {
  const marks = openPointsOf(schema);
  if (marks.some((mark) => shapePoints.has(mark) && !known.has(mark))) return {};
  const result: JsonObject = { ...schema };
  delete result['additionalProperties'];
  delete result['required'];
  if (required.length > 0) result['required'] = [...required];
  // A marked schema is an open point: deployments must keep its type, and may use other values than ours.
  if (marks.length > 0) loosen(result);
  if (isObject(result['properties'])) {
    const properties = Object.entries(result['properties']).map(([name, property]) => {
      const inner = tolerant(object(property), [], known);
      return [name, required.includes(name) ? inner : orNull(inner)];
    });
    result['properties'] = Object.fromEntries(properties);
  }
  if (isObject(result['items'])) result['items'] = tolerant(result['items'], [], known);
  for (const key of ['anyOf', 'allOf', 'oneOf']) {
    const branches = result[key];
    if (Array.isArray(branches)) result[key] = branches.map((branch) => tolerant(object(branch), [], known));
  }
  return result;
}

function loosen(schema: JsonObject): void {
  for (const keyword of bounds) delete schema[keyword];
}

/** A field that need not be there may be null when it is: unset is written either way. */
function orNull(schema: JsonObject): JsonObject {
  return Object.keys(schema).length === 0 ? schema : { anyOf: [schema, { type: 'null' }] };
}

function openResponses(path: JsonObject, known: ReadonlySet<string>): void {
  for (const operation of Object.values(path)) {
    const responses = isObject(operation) ? operation['responses'] : undefined;
    if (!isObject(responses)) continue;
    for (const response of Object.values(responses).map(object)) {
      const open = openPointsOf(response).some((mark) => shapePoints.has(mark) && !known.has(mark));
      const media = jsonMedia(response);
      if (open && media) media['schema'] = {};
    }
  }
}
