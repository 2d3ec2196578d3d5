import express, { type Request } from 'express';
import type { Points } from '../../spec/profile.ts';
import { Refusal, refusals } from '../domain/refusal.ts';
import type { RequestContext } from './request-context.ts';

const parserOf = (limit: string) => ({
  limit,
  parse: express.json({ limit, strict: false, type: () => true }),
});
const parser = parserOf('1mb');
/** Some take YAML too, and are given its text. */
const yaml = { ...parser, parse: express.text({ limit: '1mb', type: () => true }) };
const takesYaml: ReadonlySet<string> = new Set(['createScenario', 'checkScenario']);
/** A snapshot holds all that a client has, uploaded files included. */
const parsers: Readonly<Record<string, typeof parser>> = { loadSnapshot: parserOf('512mb') };

/** Reads a JSON body; one that is not there counts as an empty object, so that missing fields are named. */
export async function readBody(
  { request, response }: Pick<RequestContext, 'request' | 'response'>,
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
  const { parse, limit } = isYaml ? yaml : (parsers[operation] ?? parser);
  await new Promise<void>((resolve, reject) => {
    parse(request, response, (error?: unknown) =>
      error ? reject(refusalOf(error, points, limit)) : resolve(),
    );
  });
  return request.body === undefined ? {} : request.body;
}

function hasBody({ headers }: Request): boolean {
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
