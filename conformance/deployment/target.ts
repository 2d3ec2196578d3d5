import type { Contract, Operation } from '../../spec/contract.ts';
import { lazy } from '../../spec/lazy.ts';
import { http } from '../../spec/node-http.ts';
import type { OperationId } from '../../spec/operations.ts';
import type { PartialProfile } from '../../spec/profile.ts';
import { CannotArrange, Failure } from '../judgement/failure.ts';
import { TargetUnusable } from '../target/call-errors.ts';
import type { Caller, CallOptions, Credentials, RawRequest } from '../target/caller.ts';
import type { Exchange, SentRequest, ServiceResponse } from '../target/exchange.ts';
import { faultsOf } from '../target/faults.ts';
import { headerName, nameSwap } from '../target/naming.ts';
import { fieldsOf, type JsonFields, readJson } from '../target/read-json.ts';
import type { Redactor } from '../target/redactor.ts';
import { tolerantContract } from '../target/tolerant-contract.ts';
import type { Transport } from '../target/transport.ts';
import { memberToken } from './member-token.ts';

export type TargetOptions = {
  baseUrl: string;
  apiKey?: string;
  member?: { username: string; password: string };
  headers?: Readonly<Record<string, string>>;
  transport: Transport;
  redactor: Redactor;
  readOnly?: boolean;
  /** Asked before an operation goes out; throws to hold it back. */
  guard?: (operation: OperationId, path: Readonly<Record<string, string>>) => void;
};

type Recorder = (exchange: Exchange) => void;

/** One client of one deployment over HTTP, spoken to in the contract's terms under the profile in force. */
export class Target {
  readonly baseUrl: string;
  readonly options: TargetOptions;
  readonly #watchers: ((answer: ServiceResponse) => void)[] = [];
  #profile: PartialProfile = {};
  #contract: Contract<OperationId>;
  #swap = nameSwap({ vendor: 'svc', authority: 'taxauth' });
  #token: Promise<string> | undefined;

  constructor(options: TargetOptions) {
    this.options = options;
    this.baseUrl = options.baseUrl.replace(/(?<!\/)\/+$/, '');
    this.#contract = tolerantContract({});
  }

  get naming(): { vendor: string; authority: string } {
    return { vendor: 'svc', authority: 'taxauth', ...this.#profile.naming };
  }

  /** The member signs in anew: on a clock that was moved forward its token may have expired. */
  forgetMemberToken(): void {
    this.#token = undefined;
  }

  obey(profile: PartialProfile): void {
    this.#profile = profile;
    this.#contract = tolerantContract(profile);
    this.#swap = nameSwap(this.naming);
  }

  watch(watcher: (answer: ServiceResponse) => void): void {
    this.#watchers.push(watcher);
  }

  caller(record: Recorder = () => {}): Caller {
    return {
      call: (operation, options = {}) => this.#call(operation, options, record),
      send: async (request) => {
        const sent = await this.#raw(request);
        return this.#exchange<never>(undefined, sent, record).catch((error) => {
          throw this.#isOwn(sent.url) ? error : elsewhere(error);
        });
      },
    };
  }

  async #call<Id extends OperationId>(id: Id, options: CallOptions<Id>, record: Recorder) {
    const operation = this.#contract.operations.get(id);
    if (!operation) throw new Error(`The contract has no ${id}`);
    const path = (options.path ?? {}) as Record<string, string>;
    expectIds(operation, path, fieldsOf(options.body));
    this.#allow(operation.method, id);
    this.options.guard?.(id, path);
    const answer = await this.#exchange(id, await this.#request(operation, options), record, path);
    const { jwt } = id === 'signInMember' ? fieldsOf(answer.body) : {};
    if (typeof jwt === 'string') this.options.redactor.add(jwt, '$MEMBER_TOKEN');
    for (const watch of this.#watchers) watch(answer);
    return answer;
  }

  #allow(method: string, id?: OperationId): void {
    if (!this.options.readOnly || /^(get|head)$/i.test(method) || id === 'signInMember') return;
    const asked = `${method.toUpperCase()} ${id ?? ''}`;
    throw new Error(`--read-only forbids ${asked}; the check should need writes`);
  }

  async #request(operation: Operation, options: CallOptions<OperationId>): Promise<SentRequest> {
    const { path = {}, query = {}, as = 'client', contentType = 'application/json' } = options;
    const filled = operation.path.replace(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent(String(fieldsOf(path)[name] ?? '').toWellFormed()),
    );
    const search = new URLSearchParams();
    for (const [name, value] of Object.entries(query))
      if (value !== undefined) search.append(name, String(value));
    const body = this.#body(options);
    const headers = await this.#headers(as, options.headers);
    if (body !== undefined && contentType !== null) headers['Content-Type'] = contentType;
    const url = `${this.baseUrl}${filled}${search.size > 0 ? `?${search}` : ''}`;
    return { method: operation.method.toUpperCase(), url, headers, body };
  }

  #body({ body, json = body, text }: CallOptions<OperationId>): string | Uint8Array | undefined {
    return text ?? (json === undefined ? undefined : JSON.stringify(this.#swap(json)));
  }

  #isOwn(url: string): boolean {
    return new URL(url).origin === new URL(this.baseUrl).origin;
  }

  async #raw({ method, url, headers, body, as = 'none' }: RawRequest): Promise<SentRequest> {
    this.#allow(method);
    const address = /^https?:/.test(url) ? url : `${this.baseUrl}${url}`;
    if (url === '' || !URL.canParse(address))
      throw new Failure('an address that requests can be sent to', url);
    return { method, url: address, headers: await this.#headers(as, headers), body };
  }

  async #headers(as: Credentials, extra: Readonly<Record<string, string>> = {}) {
    const headers: Record<string, string> = {
      Accept: 'application/json',
      // So that a deployment can tell the suite's requests from others.
      'User-Agent': 'payrig-check',
      ...this.options.headers,
    };
    const { apiKey, bearer } = await this.#credentials(as);
    if (apiKey !== undefined) headers['X-API-KEY'] = apiKey;
    if (bearer !== undefined) headers['Authorization'] = `Bearer ${bearer}`;
    for (const [name, value] of Object.entries(extra)) headers[headerName(name, this.naming)] = value;
    for (const [name, value] of Object.entries(headers)) checkHeader(name, value);
    return headers;
  }

  async #credentials(as: Credentials): Promise<{ apiKey?: string; bearer?: string }> {
    if (as === 'none') return {};
    if (as === 'client') return { apiKey: this.options.apiKey };
    if (as !== 'member' && 'altered' in as) {
      const apiKey = as.altered(this.options.apiKey ?? '');
      // A part of a short key may be an everyday word; a part of a long one would give it away.
      if (apiKey.length >= 16) this.options.redactor.add(apiKey, '$WRONG_API_KEY');
      return { apiKey };
    }
    if (as !== 'member') return as;
    this.#token ??= memberToken(this.caller(), this.options);
    return { bearer: await this.#token };
  }

  async #exchange<Id extends OperationId>(
    operation: Id | undefined,
    request: SentRequest,
    record: Recorder,
    path: Readonly<Record<string, string>> = {},
  ): Promise<ServiceResponse<Id>> {
    const contract = this.#contract;
    const wire = await this.options.transport.send(request);
    const exchange = { operation, request, ...wire };
    record(exchange);
    const parsed = readJson(wire.text);
    return {
      ...exchange,
      path,
      // An address takes 4 µs to read, and most have no query.
      query: request.url.includes('?') ? Object.fromEntries(new URL(request.url).searchParams) : {},
      sent: typeof request.body === 'string' ? this.#swap(readJson(request.body)) : undefined,
      body: this.#swap(parsed),
      faults: lazy(() => (operation ? faultsOf(contract, operation, wire.status, parsed) : [])),
    };
  }
}

/** Holds a request back whose id could not be arranged: DELETE /webhooks/ may mean all of them. */
function expectIds({ id, path: template }: Operation, path: JsonFields, body: JsonFields): void {
  const inPath = [...template.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, path[name]] as const);
  const inBody = Object.entries(body).filter(([name]) => /^(user|account)_id$/.test(name));
  const lacking = [...inPath, ...inBody].find(([, given]) => typeof given !== 'string' || !given.trim());
  if (lacking) throw new CannotArrange(`there is no ${lacking[0]} to call ${id} with`);
}

/** If no server answers at an address that the deployment gave, its clause fails and the run goes on. */
const elsewhere = (error: unknown): unknown =>
  error instanceof TargetUnusable
    ? new Failure('an address at which requests are answered', error.message)
    : error;

/** A token or an id from the deployment that no request can carry is the deployment's fault, too. */
function checkHeader(name: string, value: string): void {
  try {
    http.validateHeaderValue(name, value);
  } catch {
    throw new Failure('a value that a request can carry', `characters that HTTP does not allow in ${name}`);
  }
}
