import { isDeepStrictEqual } from 'node:util';
import type { PactV4 } from '@pact-foundation/pact';
import { createPayrollClient, ServiceError, unwrap } from '../../../spec/client.ts';
import { loadContract, type Operation, operationOf, resolve } from '../../../spec/contract.ts';
import { mapValues, objectAt } from '../../../spec/json.ts';
import type { OperationId } from '../../../spec/operations.ts';
import { completeProfile, defaultProfile, type PartialProfile, type Profile } from '../../../spec/profile.ts';
import { bodyText } from '../../../spec/read-body.ts';
import { type Json, openPointsOf, rename } from '../../../spec/render.ts';
import { examples, wrongCredentials } from '../../specimens/examples.ts';
import { nameSwap } from '../../target/naming.ts';
import { tolerantContract } from '../../target/tolerant-contract.ts';
import type { PactLibrary } from '../library/pact-library.ts';
import { descriptionOf, type HttpInteraction } from './interactions.ts';
import { asText, injected, injectedJson, matcherFor, regex } from './matchers.ts';

type Fetch = (request: Request) => Promise<Response>;

/** How one kind of deployment speaks: its names, its open points, and the contract that follows from them. */
export type Dialect = ReturnType<typeof dialectOf>;

/** The dialect of a profile; the default profile is the one that the typed client was made for. */
export function dialectOf(partial: PartialProfile = {}) {
  const profile = completeProfile(partial);
  const canonical = loadContract(defaultProfile()).operations;
  const { vendor, authority } = profile.naming;
  /** A value with the deployment's names in place of the stand-ins. */
  const named = <T>(value: T): T => rename(value as Json, profile.naming) as T;
  return {
    profile,
    contract: loadContract(profile),
    /** The contract without the bounds that are ours alone: the matchers of a pact are made from it. */
    stated: tolerantContract(profile).document,
    clientPath: (operation: OperationId) => canonical.get(operation)?.path ?? '',
    named,
    /** For a client that uses the stand-in names with a deployment that has its own; undefined when it has none. */
    fetch: vendor === 'svc' && authority === 'taxauth' ? undefined : namedFetch(profile.naming, named),
  };
}

function namedFetch(naming: Profile['naming'], named: (text: string) => string): Fetch {
  const swap = nameSwap(naming);
  const swapText = (text: string): string => (text === '' ? text : JSON.stringify(swap(JSON.parse(text))));
  return async (request) => {
    const url = new URL(request.url);
    url.pathname = named(url.pathname);
    const headers = [...request.headers].map(([name, value]): [string, string] => [named(name), value]);
    const body = swapText(await bodyText(request));
    const response = await fetch(url, { method: request.method, headers, body: body || undefined });
    const text = await bodyText(response);
    return new Response(text === '' ? null : swapText(text), response);
  };
}

/** Puts one interaction into the pact by letting the typed client do it against the Pact library's server. */
export async function makeHttp(
  library: PactLibrary,
  pact: PactV4,
  dialect: Dialect,
  one: HttpInteraction,
): Promise<void> {
  const operation = operationOf(dialect.contract, one.operation);
  const answer = answerOf(library, dialect, operation, one);
  const builder = pact.addInteraction().uponReceiving(descriptionOf(one));
  for (const { state, params } of one.given) builder.given(state, params);
  builder.reference('OpenAPI', 'operationId', one.operation);
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => one.path?.[name] ?? '');
  const body = one.unlawful ?? one.body;
  await builder
    .withRequest(operation.method.toUpperCase(), injected(path), (request) => {
      request.headers(headersOf(dialect, operation, one));
      if (one.query) request.query(mapValues(one.query, String));
      if (body !== undefined) request.jsonBody(injectedJson(dialect.named(body)));
    })
    .willRespondWith(answer.status, (response) => {
      if (answer.body === undefined) return;
      response.headers({ 'Content-Type': asText(regex('^application/json(;.*)?$', 'application/json')) });
      const schema = resolve(dialect.stated, answer.schema ?? '');
      response.jsonBody(matcherFor(dialect.stated, schema, dialect.named(answer.body)));
    })
    .executeTest(({ url }) => drive(dialect, operation, one, url, answer.body));
}

function answerOf(
  { MatchersV3 }: PactLibrary,
  { profile, contract }: Dialect,
  { id, path, method, responses }: Operation,
  one: HttpInteraction,
) {
  if (one.status !== undefined) {
    const text = { 400: 'The request is not valid', 401: 'Wrong credentials', 404: 'It does not exist' };
    return { status: one.status, schema: '/components/schemas/Errors', body: { errors: [text[one.status]] } };
  }
  const status = [...responses.keys()].find((each) => each.startsWith('2')) ?? '200';
  const exact = Number(status);
  const response = objectAt(contract.document, 'paths', path, method, 'responses', status);
  // Where we chose the status because the document shows none, any success will do.
  const open = openPointsOf(response).length > 0 && response['x-stated'] !== true;
  const schema = responses.get(status);
  const success = MatchersV3.HTTPResponseStatusClass.Success;
  return {
    status: open ? MatchersV3.matchStatus(exact, success) : exact,
    schema,
    body: schema && listShape(id, profile.points['webhooks.list.shape'], one.answer),
  };
}

function listShape(operation: string, shape: string, answer: Json | undefined): Json | undefined {
  if (operation !== 'listWebhooks' || answer === undefined || shape === 'object') return answer;
  const { webhooks } = answer as { webhooks: Json[] };
  const pagination = { offset: 1, limit: 20, count: 1, total_count: 1 };
  return shape === 'array' ? webhooks : { webhooks, pagination };
}

function headersOf(dialect: Dialect, { security }: Operation, one: HttpInteraction): Record<string, string> {
  const { apiKey, token } = credentialsOf(security, one);
  return dialect.named({
    ...(apiKey && { 'X-API-KEY': injected(apiKey) }),
    ...(token && { Authorization: injected(`Bearer ${token}`) }),
    ...(one.authorisation && { 'x-svc-authorisation-id': injected(one.authorisation) }),
  });
}

function credentialsOf(security: Operation['security'], { credentials }: HttpInteraction) {
  if (security.length === 0) return {};
  const wrong = credentials === 'wrong';
  return security.includes('userBearer')
    ? { token: wrong ? wrongCredentials.token : examples.user_token }
    : { apiKey: wrong ? wrongCredentials.apiKey : examples.api_key };
}

/** Any call of the typed client; the interactions were checked against its types when they were declared. */
type AnyCall = (
  method: string,
  path: string,
  init: object,
) => Promise<{ data?: unknown; error?: unknown; response: Response }>;

async function drive(
  dialect: Dialect,
  { id, method, security }: Operation,
  one: HttpInteraction,
  baseUrl: string,
  expected: Json | undefined,
): Promise<void> {
  const { fetch } = dialect;
  const client = createPayrollClient({ baseUrl, ...credentialsOf(security, one), fetch });
  const call = client.request as unknown as AnyCall;
  const header = one.authorisation === undefined ? {} : { 'x-svc-authorisation-id': one.authorisation };
  const params = { path: { ...one.path }, query: { ...one.query }, header };
  const init = { params, body: one.unlawful ?? one.body };
  const outcome = unwrap(call(method, dialect.clientPath(one.operation), init));
  const refusal = (error: unknown) =>
    error instanceof ServiceError ? { errors: error.errors } : Promise.reject(error);
  const got = await (one.status === undefined ? outcome : outcome.then(() => undefined, refusal));
  if (!isDeepStrictEqual(got, expected))
    throw new Error(
      `The client made ${JSON.stringify(got)} of the answer to ${id}, not ${JSON.stringify(expected)}`,
    );
}
