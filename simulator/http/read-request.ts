import type { IncomingMessage } from 'node:http';
import type { ParsedUrlQuery } from 'node:querystring';
import express, { type Request, type Response } from 'express';
import type { Contract, ErrorObject, Operation, Parameter } from '../../spec/contract.ts';
import type { Points } from '../../spec/profile.ts';
import { Refusal, refusals } from '../domain/refusal.ts';
import { messages } from '../expenditure/messages.ts';
import { problemsOf } from './problems.ts';

const JSON_LIMIT = '1mb';
/** A snapshot holds all that a client has, uploaded files included. */
const SNAPSHOT_LIMIT = '512mb';
const parseJson = express.json({ limit: JSON_LIMIT, strict: false, type: () => true });
const parseSnapshot = express.json({ limit: SNAPSHOT_LIMIT, strict: false, type: () => true });
const parseYaml = express.text({ limit: JSON_LIMIT, type: () => true });
/** Handlers of these parse YAML themselves, and get its text. */
const takesYaml: ReadonlySet<string> = new Set(['createScenario', 'checkScenario']);

/** Reads a body as JSON. A missing body counts as an empty object, so that the refusal names the missing fields. */
export async function readBody(
  request: Request,
  response: Response,
  points: Points,
  operation: string,
): Promise<unknown> {
  if (!hasBody(request)) return {};
  const contentType = request.headers['content-type'];
  const isYaml =
    takesYaml.has(operation) && /^(application|text)\/(x-)?yaml\s*(;|$)/i.test(contentType ?? '');
  if (!isYaml && !/^application\/([\w.-]+\+)?json\s*(;|$)/i.test(contentType ?? '')) {
    throw refusals.contentType(points['requests.wrong-content-type-status'], contentType);
  }
  const isSnapshot = operation === 'loadSnapshot';
  const parse = isYaml ? parseYaml : isSnapshot ? parseSnapshot : parseJson;
  const limit = isSnapshot ? SNAPSHOT_LIMIT : JSON_LIMIT;
  await new Promise<void>((resolve, reject) => {
    parse(request, response, (error?: unknown) =>
      error ? reject(bodyRefusal(error, points, limit)) : resolve(),
    );
  });
  return request.body === undefined ? {} : request.body;
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** What the caller is told of an error of Express's body parser. */
function bodyRefusal(error: unknown, points: Points, limit: string): unknown {
  if (!(error instanceof Error) || !('status' in error)) return error;
  const { status, message } = error;
  const type = 'type' in error ? error.type : undefined;
  if (type === 'entity.parse.failed') return refusals.malformedJson(points['requests.malformed-json-status']);
  if (type === 'entity.too.large') return refusals.tooLarge(points['requests.body-too-large-status'], limit);
  if (typeof status === 'number' && status >= 400 && status < 500)
    return new Refusal(status, `The body cannot be read: ${message}`);
  return error;
}

/** How a body breaks the contract of its operation, in the terms of the environment: production has no hourly checks. */
export function bodyProblems(
  contract: Contract,
  operation: Operation,
  body: unknown,
  environment: 'sandbox' | 'production',
): string[] {
  if (!operation.body) return [];
  // The time to find every problem grows with the square of their number.
  const validate = contract.validators.at(operation.body.pointer, isLarge(body) ? 'first' : 'all');
  if (validate(body)) return [];
  const errors = validate.errors ?? [];
  return problemsOf(environment === 'sandbox' ? errors : errors.map(withoutHourly), 'Field');
}

function withoutHourly(error: ErrorObject): ErrorObject {
  if (error.keyword !== 'enum') return error;
  const allowedValues = [error.params['allowedValues'] ?? []].flat().filter((value) => value !== 'HOURLY');
  return { ...error, params: { ...error.params, allowedValues } };
}

const MANY_VALUES = 5000;

function isLarge(body: unknown): boolean {
  let count = 0;
  const unseen = [body];
  while (unseen.length > 0) {
    const value = unseen.pop();
    if (typeof value !== 'object' || value === null) continue;
    const inside = Object.values(value);
    count += inside.length;
    if (count > MANY_VALUES) return true;
    unseen.push(...inside);
  }
  return false;
}

type QueryReading = { values: Record<string, unknown>; problems: string[] };

/** An operation's query parameters with the types of the contract; each problem names its parameter. */
export function readQuery(
  contract: Contract,
  operation: Operation,
  given: ParsedUrlQuery,
  points: Points,
): QueryReading {
  const reading: QueryReading = { values: {}, problems: [] };
  for (const parameter of operation.parameters) {
    const text = parameter.in === 'query' ? given[parameter.name] : undefined;
    if (Array.isArray(text))
      reading.problems.push(`Query parameter [${parameter.name}] is given more than once`);
    else if (text !== undefined) readParameter(contract, parameter, text, points, reading);
  }
  return reading;
}

function readParameter(
  contract: Contract,
  { name, schema, pointer }: Parameter,
  text: string,
  points: Points,
  { values, problems }: QueryReading,
): void {
  const value = schema['type'] === 'integer' && /^[+-]?\d{1,15}$/.test(text) ? Number(text) : text;
  const validate = contract.validators.at(pointer);
  if (validate(value)) {
    values[name] = value;
    return;
  }
  const isClamped = points['lists.out-of-range'] === 'clamp' && (name === 'offset' || name === 'limit');
  if (!isClamped) problems.push(...problemsOf(validate.errors ?? [], 'Query parameter', name).slice(0, 1));
  else if (typeof value === 'number') values[name] = clamped(value, schema);
}

function clamped(value: number, { minimum, maximum }: { minimum?: number; maximum?: number }): number {
  return Math.min(Math.max(value, minimum ?? value), maximum ?? Number.POSITIVE_INFINITY);
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Refuses a path with an id that nothing can have. */
export function checkPath(
  { validators }: Contract,
  { id, parameters }: Operation,
  path: Readonly<Record<string, string>>,
  status: number,
): void {
  for (const { in: part, name, pointer, schema } of parameters) {
    if (part !== 'path') continue;
    const value = path[name] ?? '';
    const canExist = schema['format'] === 'uuid' ? uuid.test(value) : validators.at(pointer)(value);
    if (canExist) continue;
    // The document words this one refusal of the estimate otherwise.
    if (id === 'getOnsExpenditure') throw new Refusal(status, messages.userNotFound(value));
    throw refusals.notFound(resourceName(name), value, status);
  }
}

function resourceName(parameter: string): string {
  const name = parameter.replace(/_id$/, '').replaceAll('_', ' ');
  return name.charAt(0).toUpperCase() + name.slice(1);
}
