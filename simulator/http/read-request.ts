import type { IncomingMessage } from 'node:http';
import type { ParsedUrlQuery } from 'node:querystring';
import express, { type Request, type RequestHandler, type Response } from 'express';
import { hasMoreValues, isTooDeep, MOST_LEVELS, MOST_SCENARIO_BYTES } from '../../spec/bounds.ts';
import type { Contract, ErrorObject, Operation } from '../../spec/contract.ts';
import type { Points } from '../../spec/profile.ts';
import { Refusal, refusals } from '../domain/refusal.ts';
import { messages } from '../expenditure/messages.ts';
import { problemsOf } from './problems.ts';

/** The most values of a body: a million empty objects take 3 MB to send, and 400 ms and 100 MB to parse. */
const MOST_VALUES = 2_000_000;

type Reading = { limit: string; parse: RequestHandler };
const asJson = (limit: string): Reading => ({
  limit,
  parse: express.json({ limit, strict: false, type: () => true, verify: refuseManyValues }),
});
const SCENARIO = `${MOST_SCENARIO_BYTES / 1024}kb`;
/** How large a body may be, by its operation; one that comes compressed is measured while it is inflated. */
const readings = {
  usual: asJson('1mb'),
  scenario: asJson(SCENARIO),
  /** The handlers of scenarios parse YAML themselves. */
  yaml: { limit: SCENARIO, parse: express.text({ limit: SCENARIO, type: () => true }) },
  /** A snapshot holds all that a client has, uploaded files included. */
  snapshot: asJson('512mb'),
  compressedSnapshot: asJson('16mb'),
};
const takesYaml: ReadonlySet<string> = new Set(['createScenario', 'checkScenario']);

function readingOf(operation: string, isYaml: boolean, isCompressed: boolean): Reading {
  if (operation === 'loadSnapshot') return isCompressed ? readings.compressedSnapshot : readings.snapshot;
  if (takesYaml.has(operation)) return isYaml ? readings.yaml : readings.scenario;
  return readings.usual;
}

/** Looks at the bytes before they are parsed: what stands between values is in texts too, but not as often. */
function refuseManyValues(_request: unknown, _response: unknown, bytes: Buffer): void {
  if (bytes.length <= MOST_VALUES) return;
  let values = 0;
  // An iterator would take ten times as long: a quarter of a second for 4 MB.
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === 0x2c || byte === 0x5b || byte === 0x7b) values += 1;
  }
  if (values > MOST_VALUES)
    throw Object.assign(new Error(), { type: 'entity.too.large', limit: `${MOST_VALUES} values` });
}

/** Reads a body as JSON. A missing body counts as an empty object, so that the refusal names the missing fields. */
export async function readBody(
  request: Request,
  response: Response,
  points: Points,
  operation: string,
): Promise<unknown> {
  if (!hasBody(request)) return {};
  // The caller has left while the sandbox looked at the request: Express would take the body for an empty one.
  if (request.destroyed && !request.readableEnded) throw unreadable(400, 'aborted');
  const { 'content-type': contentType, 'content-encoding': encoding = 'identity' } = request.headers;
  const isYaml =
    takesYaml.has(operation) && /^(application|text)\/(x-)?yaml\s*(;|$)/i.test(contentType ?? '');
  if (!isYaml && !/^application\/([\w.-]+\+)?json\s*(;|$)/i.test(contentType ?? ''))
    throw refusals.contentType(points['requests.wrong-content-type-status'], contentType);
  const reading = readingOf(operation, isYaml, encoding !== 'identity');
  const body = isPlain(request, reading)
    ? parsed(await plainText(request), points)
    : await parsedByExpress(request, response, points, reading);
  if (isTooDeep(body)) throw refusals.badRequest(`The body is nested more than ${MOST_LEVELS} levels deep`);
  return body === undefined ? {} : body;
}

/** Whether a body needs nothing of what express.json can do beyond a plain read, which takes it 12 µs more (8% of a PATCH). */
const isPlain = ({ headers, readableEnded }: IncomingMessage, reading: Reading): boolean =>
  reading === readings.usual &&
  headers['content-encoding'] === undefined &&
  Number(headers['content-length']) <= MOST_PLAIN_BYTES &&
  /^application\/json(; ?charset=utf-8)?$/i.test(headers['content-type'] ?? '') &&
  // What was put in front of the sandbox may have read it.
  !readableEnded;

const MOST_PLAIN_BYTES = 65_536;

const plainText = (request: IncomingMessage): Promise<string> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => resolve(String(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks))));
    request.on('error', ({ message }) => reject(unreadable(400, message)));
  });

function parsed(text: string, points: Points): unknown {
  try {
    return JSON.parse(text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text);
  } catch {
    throw refusals.malformedJson(points['requests.malformed-json-status']);
  }
}

const BYTE_ORDER_MARK = '\uFEFF';

async function parsedByExpress(
  request: Request,
  response: Response,
  points: Points,
  { parse, limit }: Reading,
): Promise<unknown> {
  await new Promise<void>((resolve, reject) => {
    parse(request, response, (error?: unknown) =>
      error ? reject(bodyRefusal(error, points, limit)) : resolve(),
    );
    // Express waits without end for the rest of a compressed body that is cut off.
    request.on('error', ({ message }) => reject(unreadable(400, message)));
  });
  return request.body;
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

function bodyRefusal(error: unknown, points: Points, limit: string): unknown {
  if (!(error instanceof Error) || !('status' in error)) return error;
  const { status, message } = error;
  const type = 'type' in error ? error.type : undefined;
  if (type === 'entity.parse.failed') return refusals.malformedJson(points['requests.malformed-json-status']);
  if (type === 'entity.too.large') {
    const bound = 'limit' in error && typeof error.limit === 'string' ? error.limit : limit;
    return refusals.tooLarge(points['requests.body-too-large-status'], bound);
  }
  if (typeof status === 'number' && status >= 400 && status < 500) return unreadable(status, message);
  return error;
}

const unreadable = (status: number, message: string): Refusal =>
  new Refusal(status, `The body cannot be read: ${message}`);

/** How a body breaks the contract of its operation, in the terms of the environment: production has no hourly checks. */
export function bodyProblems(
  contract: Contract,
  operation: Operation,
  body: unknown,
  environment: 'sandbox' | 'production',
): string[] {
  if (!operation.body) return [];
  // The time to find every problem grows with the square of their number.
  const wanted = hasMoreValues(body, MANY_VALUES) ? 'first' : 'all';
  const validate = contract.validators.at(operation.body.pointer, wanted);
  if (validate(body)) return [];
  const errors = validate.errors ?? [];
  return problemsOf(environment === 'sandbox' ? errors : errors.map(withoutHourly), 'Field');
}

function withoutHourly(error: ErrorObject): ErrorObject {
  if (error.keyword !== 'enum') return error;
  const allowedValues = [error.params['allowedValues'] ?? []].flat().filter((value) => value !== 'HOURLY');
  return { ...error, params: { ...error.params, allowedValues } };
}

const MANY_VALUES = 1000;

type QueryReading = {
  values: Record<string, unknown>;
  problems: string[];
  /** A problem for each parameter that the operation does not know; the profile says whether it is one. */
  unknown: string[];
};

/** An operation's query parameters with the types of the contract; each problem names its parameter. */
export function readQuery(contract: Contract, operation: Operation, given: ParsedUrlQuery, points: Points) {
  const isKnown = (name: string): boolean =>
    operation.parameters.some((one) => one.in === 'query' && one.name === name);
  const unknown = Object.keys(given)
    .filter((name) => !isKnown(name))
    .map((name) => `Query parameter [${name}] is not known`);
  const reading: QueryReading = { values: {}, problems: [], unknown };
  const { values, problems } = reading;
  for (const { in: place, name, schema, pointer } of operation.parameters) {
    const text = place === 'query' ? given[name] : undefined;
    if (Array.isArray(text)) problems.push(`Query parameter [${name}] is given more than once`);
    if (typeof text !== 'string') continue;
    const isWhole = schema['type'] === 'integer' && /^[+-]?\d+$/.test(text);
    // Beyond the safe integers one number is as good as another: no list is that long.
    const value = isWhole ? Math.min(Number(text), Number.MAX_SAFE_INTEGER) : text;
    const validate = contract.validators.at(pointer);
    if (validate(value)) values[name] = value;
    else if ((name !== 'offset' && name !== 'limit') || !isClamping(operation.id, points))
      problems.push(...problemsOf(validate.errors ?? [], 'Query parameter', name).slice(0, 1));
    else if (typeof value === 'number') values[name] = clamped(value, schema);
  }
  return reading;
}

const lists = {
  listUsers: 'users',
  listBankStatements: 'bank-statements',
  getTaxauthIncome: 'income',
} as const;

/** Whether a list takes a page out of range for the nearest one within it. */
const isClamping = (operation: string, points: Points): boolean =>
  Object.hasOwn(lists, operation) &&
  points[`${lists[operation as keyof typeof lists]}.list.out-of-range`] === 'clamp';

const clamped = (value: number, { minimum, maximum }: { minimum?: number; maximum?: number }): number =>
  Math.min(Math.max(value, minimum ?? value), maximum ?? Number.POSITIVE_INFINITY);

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

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
