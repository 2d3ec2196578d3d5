import { setTimeout as sleep } from 'node:timers/promises';
import { givenAddress } from '../../../spec/given-address.ts';
import { bodyText } from '../../../spec/read-body.ts';
import { fieldsOf, readJson } from '../../target/read-json.ts';
import { Redactor } from '../../target/redactor.ts';
import { unreachableText } from '../../target/transport.ts';
import { PactProblem } from '../library/pact-library.ts';

export type BrokerAccess = { url: string; token?: string; username?: string; password?: string };

export type BrokerCallOptions = {
  access: BrokerAccess;
  /** How often a request that failed is sent again; 2 when left out. */
  retries?: number;
  /** How long the whole call may take; a minute when left out. */
  timeoutMs?: number;
};

/** A request to a broker, and what came of it; `status` is undefined when the broker could not be reached. */
export type BrokerExchange = {
  readonly method: string;
  readonly path: string;
  readonly status: number | undefined;
  readonly answer: unknown;
  readonly unreachable?: string;
};

/** The resources of a Pact Broker; a call that fails throws one sentence that the user can act on. */
export function brokerAt({ access, retries = 2, timeoutMs = 60_000 }: BrokerCallOptions) {
  const { url, headers } = givenAddress(access.url);
  if (!/^https?:\/\/[^/]/.test(url))
    throw new PactProblem(`[${access.url}] is not an http or https URL of a broker.`);
  const base = url.replace(/(?<!\/)\/+$/, '');
  const redactor = redactorFor(access);
  const signal = AbortSignal.timeout(timeoutMs);
  const options = { signal, headers: { ...headers, ...headersOf(access) } };

  const once = async (method: string, address: string, body: object | undefined): Promise<BrokerExchange> => {
    const { pathname, search } = new URL(address);
    const exchange = { method, path: `${pathname}${search}`, status: undefined, answer: undefined };
    try {
      const answer = await fetch(address, { ...options, method, body: body && JSON.stringify(body) });
      return { ...exchange, status: answer.status, answer: readJson(await bodyText(answer)) };
    } catch (error) {
      return { ...exchange, unreachable: unreachableBroker(url, error) };
    }
  };

  /** Calls a path or a link, and reads the answer; what `read` cannot find there makes the answer incomplete. */
  return async <T>(
    method: string,
    place: string,
    body: object | undefined,
    read: (answer: unknown) => T | undefined,
  ): Promise<T> => {
    const address = place.startsWith('/') ? base + place : place;
    let exchange = await once(method, address, body);
    for (let again = 0; again < retries && (exchange.status ?? 500) >= 500; again++) {
      await sleep(250 * 2 ** again);
      exchange = await once(method, address, body);
    }
    const problem = problemOf(access, exchange);
    if (problem) throw new PactProblem(redactor.text(problem));
    const found = read(exchange.answer);
    if (found === undefined)
      throw new PactProblem(`The broker's answer to ${method} ${bare(exchange.path)} is incomplete.`);
    return found;
  };
}

/** Why a request by fetch got no answer. */
export const unreachableBroker = (url: string, error: unknown): string =>
  unreachableText(url, error instanceof Error ? (error.cause ?? error) : error);

function headersOf({ token, username, password }: BrokerAccess): Record<string, string> {
  const basic = username && Buffer.from(`${username}:${password}`).toString('base64');
  const authorization = token === undefined ? basic && `Basic ${basic}` : `Bearer ${token}`;
  return {
    Accept: 'application/hal+json, application/json',
    'Content-Type': 'application/json',
    ...(authorization && { Authorization: authorization }),
  };
}

/** The address that a HAL document links by a relation, and by a name where several are; with the template filled in. */
export function linkIn(
  answer: unknown,
  relation: string,
  { name, ...words }: Readonly<Record<string, string>> = {},
): string | undefined {
  const links = [fieldsOf(fieldsOf(answer)['_links'])[relation]].flat().map(fieldsOf);
  const { href } = links.find((one) => name === undefined || one['name'] === name) ?? {};
  if (typeof href !== 'string') return undefined;
  return href.replace(/\{(\w+)\}/g, (_, word: string) => encodeURIComponent(words[word] ?? ''));
}

/** One sentence for a broker that cannot be reached, does not let us in, or refuses. */
export function problemOf(
  { url, token, username }: BrokerAccess,
  { status, unreachable, method, path, answer }: BrokerExchange,
): string | undefined {
  if (status === undefined) return `The broker ${unreachable}`;
  if (status < 400) return undefined;
  const given = token !== undefined ? 'token' : username !== undefined ? 'user name and password' : undefined;
  if (status === 401 || status === 403)
    return given
      ? `The broker does not accept the ${given} (${status}).`
      : `The broker wants credentials (${status}); give --token, or --username and --password.`;
  return `The broker ${new URL(url).origin} answered ${status} to ${method} ${bare(path)}${reason(answer)}.`;
}

function reason(answer: unknown): string {
  const { errors, error = errors } = fieldsOf(answer);
  if (error === undefined) return '';
  const message = fieldsOf(error)['message'] ?? error;
  return `: ${typeof message === 'string' ? message : JSON.stringify(message)}`.slice(0, 300);
}

const bare = (path: string): string => path.replace(/\?.*/s, '');

export function redactorFor({ token, password }: BrokerAccess): Redactor {
  const redactor = new Redactor();
  redactor.add(token, '$BROKER_TOKEN');
  redactor.add(password, '$BROKER_PASSWORD');
  return redactor;
}
