import { createHmac } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { isLoopback } from '../spec/allowed-hosts.ts';
import { listening } from '../spec/local-server.ts';
import { packageVersion } from '../spec/package-version.ts';
import { completeProfile } from '../spec/profile.ts';
import type { Effect } from '../spec/types.ts';
import { createApp } from './app/app.ts';
import { agreedBirth, openStore } from './app/open-store.ts';
import type { ExtraClient, SandboxOptions } from './app/options.ts';
import { createClient } from './client/create-client.ts';
import { resetClient } from './client/snapshot.ts';
import type { Birth } from './domain/client-record.ts';
import { checkAges } from './expenditure/model.ts';
import { type ClientHandle, clientHandle, type MemberHandle, memberHandle } from './handle/client-handle.ts';
import { Keys } from './http/gate.ts';
import { createServer, stopServing } from './http/server.ts';
import { measureEventLoop } from './ports/event-loop.ts';
import { Metrics } from './ports/metrics.ts';
import { realPorts } from './ports/ports.ts';
import { openTracing } from './ports/trace.ts';
import type { Client } from './tenant/client.ts';
import { logHealth } from './tenant/health.ts';
import { IssuedClients, REGISTER } from './tenant/issued-clients.ts';
import { PasswordCheck } from './tenant/password.ts';
import type { Services } from './tenant/services.ts';
import { tokens } from './tenant/tokens.ts';
import { uploads } from './tenant/uploads.ts';
import { Runs } from './tools/runs.ts';
import { targetRules } from './webhooks/target-rules.ts';
import { workHandlers } from './work/work-handlers.ts';
import { ConcurrencyLimit } from './worker/concurrency-limit.ts';

/** A running sandbox, and the handle of its first client. */
export type Sandbox = AsyncDisposable &
  ClientHandle & {
    url: string;
    otherApiKey: string;
    /** Of the first client's team. */
    member: MemberHandle;
    /** Adds a client with the same starting world: one for each of the tests that run side by side. */
    newClient(): Promise<ClientHandle>;
    reset(): Promise<void>;
    /** Moves the clock of every client, by an ISO 8601 duration or to an instant. Returns the effects on the first one. */
    advance(step: { by: string } | { to: string }): Promise<Effect[]>;
    close(): Promise<void>;
  };

const standardMember = { email: 'member@sandbox.test', password: 'sandbox-password' };
const firstClient: ExtraClient = { name: 'sandbox', apiKey: 'sandbox-key' };
const secondClient: ExtraClient = { name: 'sandbox-2', apiKey: 'sandbox-key-2' };

/** Starts a sandbox. Many can run in one process; they share nothing. */
export async function createSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const host = options.host ?? '127.0.0.1';
  if (!isLoopback(host) && !options.sandboxKey)
    throw new Error(`A sandbox that listens on ${host}, beyond this machine, needs a sandbox key`);
  const standard = clientsOf(options.clients ?? []);
  const closers: Closer[] = [];
  const close = async (): Promise<void> => {
    for (let closer = closers.pop(); closer; closer = closers.pop()) await closer();
  };
  try {
    const { url, seed, clients, wanted, addClient } = await open(options, host, standard, closers);
    const handleOf = (apiKey: string) => clientHandle({ url, apiKey, sandboxKey: options.sandboxKey, seed });
    const [first, second, ...others] = wanted;
    const firstHandle = handleOf(first.apiKey);
    const handles = [firstHandle, ...[second, ...others].map(({ apiKey }) => handleOf(apiKey))];
    const { email, password } = first.member ?? standardMember;
    // A spread would read its getters, and so make what they are to make at their first use.
    return Object.assign(firstHandle, {
      url,
      otherApiKey: second.apiKey,
      member: memberHandle(url, email, password),
      async newClient() {
        const handle = handleOf(await addClient());
        handles.push(handle);
        return handle;
      },
      async reset() {
        for (const client of clients) await resetClient(client);
      },
      async advance(step: { by: string } | { to: string }) {
        const effects: Effect[][] = [];
        for (const { clock } of handles)
          effects.push(await ('to' in step ? clock.to(step.to) : clock.advance(step.by)));
        return effects[0]!;
      },
      close,
      [Symbol.asyncDispose]: close,
    });
  } catch (error) {
    await close();
    throw error;
  }
}

type Clients = readonly [ExtraClient, ExtraClient, ...ExtraClient[]];

/** Closes one part of a sandbox. They run in the reverse order of opening, also when a later part fails to open. */
type Closer = () => Promise<void>;

/** Opens a sandbox part by part; `wanted` are its clients with their keys, and `addClient` returns the API key of a new one. */
async function open(options: SandboxOptions, host: string, standard: Clients, closers: Closer[]) {
  const base = await openBase(options, closers);
  const { birth, secret, onError } = base;
  const running = { url: '', closing: new AbortController(), eventLoop: measureEventLoop() };
  closers.push(async () => running.eventLoop.stop());
  const services = servicesOf(options, base, running);
  const wanted = isLoopback(host) ? standard : withOwnKeys(standard, secret);
  const keys = new Keys<Client>();
  for (const { name, apiKey, member } of wanted) {
    const seed = name === firstClient.name ? birth.seed : `${birth.seed}/${name}`;
    keys.add(apiKey, await openClient({ name, birth: { ...birth, seed }, member }, base, services, onError));
  }
  closers.push(async () => {
    for (const { worker } of services.clients) await worker.close();
  });

  const server = createServer(createApp(options, { services, keys, onError, shownKeys: shownKeys(wanted) }));
  running.url = await listening(server, options.port ?? 0, host);
  running.eventLoop.begin();
  closers.push(async () => {
    // While the server still runs: a check that is stopped removes what it has made, which may be in this sandbox.
    await services.runs.close();
    running.closing.abort();
    await stopServing(server);
  });

  for (const client of services.clients) startWork(client, services, onError);
  logHealth(services, (sentence) => options.log?.warn?.(sentence));
  const addClient = async () => (await services.issuedClients.add()).api_key;
  return { url: running.url, seed: birth.seed, clients: services.clients, wanted, addClient };
}

type Base = Awaited<ReturnType<typeof openBase>>;

/** What a sandbox stands on: the outside world, the store, and what the processes of one store agree on. */
async function openBase(options: SandboxOptions, closers: Closer[]) {
  const onError = (error: unknown, requestId?: string): void => options.log?.error?.(error, requestId);
  const webhookTargets = targetRules(options);
  const { close: closePorts, ...ownPorts } = realPorts(webhookTargets);
  closers.push(closePorts);
  const ports = options.wrap?.ports?.(ownPorts) ?? ownPorts;
  const version = packageVersion();
  const tracing = await openTracing(process.env, version, onError);
  if (tracing) closers.push(tracing.close);
  const { store, close: closeStore } = await openStore(options, ports.realNow);
  closers.push(closeStore);
  const { secret, birth } = await agreedBirth(store, options, ports);
  const scenarios = await ownScenarios(options, birth.born);
  const { startSpan } = tracing ?? {};
  const slots = new ConcurrencyLimit();
  return { ports, webhookTargets, version, startSpan, store, secret, birth, scenarios, slots, onError };
}

type Running = { url: string; closing: AbortController; eventLoop: ReturnType<typeof measureEventLoop> };
type OpenServices = Services & { clients: Client[] };

/** What handlers use. No client is open yet, and the URL is known once the server listens. */
function servicesOf(options: SandboxOptions, base: Base, running: Running): OpenServices {
  const { ports, store, secret, birth, onError, webhookTargets, version, startSpan } = base;
  const profile = completeProfile(options.profile);
  checkAges(profile.points['expenditure.model']);
  const baseUrl = (): string => options.publicUrl ?? running.url;
  const runs = new Runs({ ...ports, store, tools: options.tools, baseUrl, onError });
  const services: OpenServices = {
    ...{ ...ports, profile, webhookTargets, runs, store, version, startSpan, baseUrl },
    environment: options.environment ?? 'sandbox',
    tokens: tokens(secret),
    passwords: new PasswordCheck(),
    uploads: uploads(secret, baseUrl),
    clients: [],
    issuedClients: new IssuedClients({
      ...{ secret, birth, onError, randomBytes: ports.randomBytes, realNow: ports.realNow },
      register: store.clientStore(REGISTER),
      removed: (name) => runs.forget(name),
      forget: store.forget,
      async open(client, whenWrong) {
        const opened = await openClient(client, base, services, whenWrong);
        startWork(opened, services, whenWrong);
        return opened;
      },
      async close(client) {
        const { clients } = services;
        if (clients.includes(client)) clients.splice(clients.indexOf(client), 1);
        await client.worker.close();
      },
    }),
    eventLoopDelay: running.eventLoop.delay,
    metrics: new Metrics(),
    closing: running.closing.signal,
    localUrl: () => reachable(running.url),
  };
  return services;
}

async function openClient(
  client: { name: string; birth?: Birth; member: ExtraClient['member'] },
  { store, scenarios, slots }: Base,
  services: OpenServices,
  whenWrong: (error: unknown) => void,
): Promise<Client> {
  const clientStore = store.clientStore(client.name);
  const opened = await createClient({ ...client, scenarios }, clientStore, services, slots, whenWrong);
  services.clients.push(opened);
  return opened;
}

/** Longer than an upload takes from its last byte to its commit. */
const UPLOAD_MS = 60_000;

/** Starts a client's worker, and removes files that a crash has left behind. */
function startWork(client: Client, services: Services, onError: (error: unknown) => void): void {
  if (client.state.damage) return;
  client.worker.start(workHandlers(client, services));
  const signal = services.closing;
  const later = () => setTimeout(UPLOAD_MS, undefined, { ref: false, signal });
  client.users.sweepFiles(later).catch((error) => {
    if (!signal.aborted) onError(error);
  });
}

/** A URL to call: the address that stands for every interface of the machine becomes its loopback address. */
export const reachable = (url: string): string =>
  url.replace('//0.0.0.0:', '//127.0.0.1:').replace('//[::]:', '//[::1]:');

/** The scenarios in the options; the code that reads and checks them loads only when there are some. */
async function ownScenarios({ scenarios: given }: SandboxOptions, born: string) {
  if (given === undefined) return [];
  const { checkedScenarios, readScenarios } = await import('../generators/world/read-scenarios.ts');
  const begins = born.slice(0, 10);
  return typeof given === 'string' ? readScenarios(given, begins) : checkedScenarios(given, begins);
}

/** The two standard clients and those of the options; one of a standard name replaces that client. */
function clientsOf(extra: readonly ExtraClient[]): Clients {
  const orReplacement = (standard: ExtraClient): ExtraClient =>
    extra.find(({ name }) => name === standard.name) ?? standard;
  const first = orReplacement(firstClient);
  const second = orReplacement(secondClient);
  const others = extra.filter((client) => client !== first && client !== second);
  for (const field of ['name', 'apiKey'] as const) {
    const values = [first, second, ...others].map((client) => client[field]);
    if (new Set(values).size < values.length)
      throw new Error(`Two clients have the same ${field === 'name' ? 'name' : 'API key'}`);
  }
  return [first, second, ...others];
}

/** Beyond this machine a standard client gets a key made from the store's secret, unless the options set one. */
function withOwnKeys([first, second, ...others]: Clients, secret: Uint8Array): Clients {
  const own = (client: ExtraClient): ExtraClient => {
    if (client !== firstClient && client !== secondClient) return client;
    const apiKey = createHmac('sha256', secret).update(`api-key/${client.name}`).digest('base64url');
    return { ...client, apiKey };
  };
  return [own(first), own(second), ...others];
}

/** The keys that a page may show: the well-known ones, unless the first client has a key of its own. */
function shownKeys(clients: readonly ExtraClient[]): string[] {
  if (!clients.includes(firstClient)) return [];
  const standard = [firstClient, secondClient].filter((client) => clients.includes(client));
  return standard.map(({ apiKey }) => apiKey);
}
