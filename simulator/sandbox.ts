import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import type { Scenario } from '../generators/scenarios/scenario.ts';
import { completeProfile } from '../spec/profile.ts';
import type { Effect } from '../spec/types.ts';
import { isLoopback } from './app/allowed-hosts.ts';
import { createApp } from './app/app.ts';
import { agreedBirth, openStore } from './app/open-store.ts';
import type { ExtraClient, SandboxOptions } from './app/options.ts';
import { createClient } from './client/create-client.ts';
import { resetClient } from './client/reset-client.ts';
import { expenditureOptionsOf } from './expenditure/options.ts';
import { type ClientHandle, clientHandle, type MemberHandle, memberHandle } from './handle/client-handle.ts';
import { createServer, listen, stopServing } from './http/server.ts';
import { realPorts } from './ports/ports.ts';
import type { Client } from './tenant/client.ts';
import { Keys } from './tenant/keys.ts';
import { PasswordCheck } from './tenant/password.ts';
import type { Services } from './tenant/services.ts';
import { Tokens } from './tenant/tokens.ts';
import { Uploads } from './tenant/uploads.ts';
import { Runs } from './tools/runs.ts';
import { targetRules } from './webhooks/target-rules.ts';
import { workHandlers } from './work/work-handlers.ts';
import { ConcurrencyLimit } from './worker/concurrency-limit.ts';

/** A running sandbox, and the handle of its first client. */
export type Sandbox = AsyncDisposable &
  ClientHandle & {
    url: string;
    /** Of the second client. */
    otherApiKey: string;
    /** Of the first client's team. */
    member: MemberHandle;
    /** One more client, in a starting world of the same people: tests that run side by side take one each. */
    newClient(): Promise<ClientHandle>;
    /** Returns every client to its starting world. */
    reset(): Promise<void>;
    /** Moves the clock of every client forward, by an ISO 8601 duration or to an instant; what happened to the first. */
    advance(step: { by: string } | { to: string }): Promise<Effect[]>;
    close(): Promise<void>;
  };

const standardMember = { email: 'member@sandbox.test', password: 'sandbox-password' };
const standardClients: readonly ExtraClient[] = [
  { name: 'sandbox', apiKey: 'sandbox-key' },
  { name: 'sandbox-2', apiKey: 'sandbox-key-2' },
];

/** Longer than an upload takes from its last byte to its commit. */
const UPLOAD_MS = 60_000;

/** Starts a sandbox. Many can run in one process; they share nothing. */
export async function createSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const host = options.host ?? '127.0.0.1';
  if (!isLoopback(host) && !options.sandboxKey) {
    throw new Error(`A sandbox that listens on ${host}, beyond this machine, needs a sandbox key`);
  }
  const wanted = clientsOf(options.clients ?? []);
  // What was opened is closed again in the opposite order, also when the rest cannot be opened.
  const closers: (() => unknown)[] = [];
  const close = async (): Promise<void> => {
    for (let closer = closers.pop(); closer; closer = closers.pop()) await closer();
  };
  try {
    const { url, seed, clients, add, services } = await open(options, host, wanted, closers);
    const handleOf = (apiKey: string) => clientHandle({ url, apiKey, sandboxKey: options.sandboxKey, seed });
    const handles = wanted.map(({ apiKey }) => handleOf(apiKey)) as [ClientHandle, ...ClientHandle[]];
    const { email, password } = wanted[0]?.member ?? standardMember;
    return {
      ...handles[0],
      url,
      otherApiKey: wanted[1]!.apiKey,
      member: memberHandle(url, email, password),
      async newClient() {
        const name = `client-${services.ids.uuid()}`;
        await add({ name, apiKey: `key-of-${name}` }, seed);
        const handle = handleOf(`key-of-${name}`);
        handles.push(handle);
        return handle;
      },
      async reset() {
        for (const client of clients) await resetClient(client);
      },
      async advance(step) {
        const [effects = []] = await mapSequentially(handles, ({ clock }) =>
          'to' in step ? clock.to(step.to) : clock.advance(step.by),
        );
        return effects;
      },
      close,
      [Symbol.asyncDispose]: close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function open(
  options: SandboxOptions,
  host: string,
  wanted: readonly ExtraClient[],
  closers: (() => unknown)[],
): Promise<Opened> {
  const profile = completeProfile(options.profile);
  const onError = (error: unknown, requestId?: string): void => options.log?.error?.(error, requestId);
  const webhookTargets = targetRules(options);
  const { close: closePorts, ...ownPorts } = realPorts(webhookTargets);
  closers.push(closePorts);
  const ports = options.wrap?.ports?.(ownPorts) ?? ownPorts;
  const { store, close: closeStore } = await openStore(options, ports.realNow);
  closers.push(closeStore);
  const { secret, birth } = await agreedBirth(store, options, ports);
  let url = '';
  const closing = new AbortController();
  const clients: Client[] = [];
  const services: Services = {
    ...ports,
    profile,
    webhookTargets,
    environment: options.environment ?? 'sandbox',
    expenditure: expenditureOptionsOf(profile.points),
    tokens: new Tokens(secret),
    passwords: new PasswordCheck(),
    uploads: new Uploads(secret, () => options.publicUrl ?? url),
    runs: new Runs({ ...ports, tools: options.tools, baseUrl: () => options.publicUrl ?? url, onError }),
    store,
    clients,
    closing: closing.signal,
    baseUrl: () => options.publicUrl ?? url,
    localUrl: () => reachable(url),
    catalogue: async () => (await import('../generators/catalogue/catalogue.ts')).catalogue.listed,
  };
  const slots = new ConcurrencyLimit();
  const scenarios = await ownScenarios(options, birth.born);
  const keys = new Keys<Client>([]);
  const create = async ({ name, apiKey, member }: ExtraClient, seed: string): Promise<Client> => {
    const own = { name, birth: { ...birth, seed }, member, scenarios };
    const client = await createClient(own, store.clientStore(name), services, slots, onError);
    clients.push(client);
    keys.add(apiKey, client);
    return client;
  };
  for (const client of wanted)
    await create(client, client.name === 'sandbox' ? birth.seed : `${birth.seed}/${client.name}`);
  const app = createApp(options, services, keys, {
    onError,
    // The well-known keys may stand on a page; somebody's own may not.
    shownKeys:
      wanted[0] === standardClients[0]
        ? standardClients.filter((one) => wanted.includes(one)).map(({ apiKey }) => apiKey)
        : [],
  });
  const server = createServer(app);
  await listen(server, options.port ?? 0, host);
  closers.push(async () => {
    // First: a check that is stopped removes what it made, and that may be here.
    await services.runs.close();
    closing.abort();
    return stopServing(server);
  });
  url = `http://${host.includes(':') ? `[${host}]` : host}:${(server.address() as AddressInfo).port}`;
  const start = (client: Client): void => {
    if (client.isDamaged) return;
    client.worker.start(workHandlers(client, services));
    closers.splice(-1, 0, () => client.worker.close());
    const { signal } = closing;
    const later = () => setTimeout(UPLOAD_MS, undefined, { ref: false, signal });
    void client.users.sweepFiles(later).catch((error) => signal.aborted || onError(error));
  };
  clients.forEach(start);
  const add = async (client: ExtraClient, seed: string): Promise<void> => start(await create(client, seed));
  return { url, seed: birth.seed, clients, add, services };
}

type Opened = {
  url: string;
  seed: string;
  clients: readonly Client[];
  /** Brings a further client into a sandbox that runs. */
  add: (client: ExtraClient, seed: string) => Promise<void>;
  services: Services;
};

/** An address to call: one that means every interface is no place to go to. */
export function reachable(url: string): string {
  return url.replace('//0.0.0.0:', '//127.0.0.1:').replace('//[::]:', '//[::1]:');
}

async function mapSequentially<T, R>(items: readonly T[], task: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (const item of items) results.push(await task(item));
  return results;
}

/** The scenarios that the options bring along; what reads and checks them loads only when there are some. */
async function ownScenarios(
  { scenarios: given }: SandboxOptions,
  born: string,
): Promise<readonly Scenario[]> {
  if (given === undefined) return [];
  const { checkedScenarios, readScenarios } = await import('../generators/scenarios/read-scenarios.ts');
  const begins = born.slice(0, 10);
  return typeof given === 'string' ? readScenarios(given, begins) : checkedScenarios(given, begins);
}

/** The two clients that are always there and those asked for; one of a standard name takes that one's place. */
function clientsOf(extra: readonly ExtraClient[]): readonly ExtraClient[] {
  const replaced = standardClients.map((client) => extra.find(({ name }) => name === client.name) ?? client);
  const wanted = [...replaced, ...extra.filter((client) => !replaced.includes(client))];
  for (const field of ['name', 'apiKey'] as const) {
    if (new Set(wanted.map((client) => client[field])).size < wanted.length)
      throw new Error(`Two clients have the same ${field === 'name' ? 'name' : 'API key'}`);
  }
  return wanted;
}
