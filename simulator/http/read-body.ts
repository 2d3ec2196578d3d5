import type { IncomingMessage } from 'node:http';
import type { Points } from '../../spec/profile.ts';
import { Refusal, refusals } from '../domain/refusal.ts';
import type { Call } from './call.ts';

/** Some take YAML too, and are given its text. */
const takesYaml: ReadonlySet<string> = new Set(['createScenario', 'checkScenario']);
/** A snapshot holds all that a client has, uploaded files included. */
const limits: Readonly<Record<string, string>> = { loadSnapshot: '512mb' };
const usualLimit = '1mb';

type Parse = typeof import('express')['json'] extends (...given: never[]) => infer P ? P : never;
const parsers = new Map<string, Parse>();

/** Reads bodies up to a size; what does it is loaded with the first that comes. */
async function parserOf(kind: 'json' | 'text', limit: string): Promise<Parse> {
  const known = parsers.get(kind + limit);
  if (known) return known;
  const { default: express } = await import('express');
  const type = () => true;
  const parse =
    kind === 'json' ? express.json({ limit, strict: false, type }) : express.text({ limit, type });
  parsers.set(kind + limit, parse);
  return parse;
}

/** Reads a JSON body; one that is not there counts as an empty object, so that missing fields are named. */
export async function readBody(
  { request, response }: Pick<Call, 'request' | 'response'>,
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
  const limit = limits[operation] ?? usualLimit;
  const parse = await parserOf(isYaml ? 'text' : 'json', limit);
  await new Promise<void>((resolve, reject) => {
    parse(request, response, (error?: unknown) =>
      error ? reject(refusalOf(error, points, limit)) : resolve(),
    );
  });
  const { body } = request as IncomingMessage & { body?: unknown };
  return body === undefined ? {} : body;
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

function refusalOf(error: unknown, points: Points, limit: string): Error {
  const { type, status, message } = error as { type?: string; status?: number; message?: string };
  if (type === 'entity.parse.failed') return refusals.malformedJson(points['requests.malformed-json-status']);
  if (type === 'entity.too.large') return refusals.tooLarge(points['requests.body-too-large-status'], limit);
  if (status !== undefined && status >= 400 && status < 500)
    return new Refusal(status, `The body cannot be read: ${message ?? type}`);
  return error as Error;
}
