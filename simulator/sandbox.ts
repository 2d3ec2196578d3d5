import type { AddressInfo } from 'node:net';
import { completeProfile } from '../spec/profile.ts';
import type { Effect } from '../spec/types.ts';
import type { Client } from './client.ts';
import { createClient } from './create-client.ts';
import { resumeExtractions } from './documents/extract-document.ts';
import { Uploads } from './documents/uploads.ts';
import { plusDuration } from './domain/instant.ts';
import { drawPayroll } from './draw-payroll.ts';
import { expenditureOptionsOf } from './expenditure/options.ts';
import { isLoopback } from './http/allowed-hosts.ts';
import { createApp } from './http/app.ts';
import { Keys } from './http/keys.ts';
import { createServer, listen, stopServing } from './http/server.ts';
import { Tokens } from './http/tokens.ts';
import type { ExtraClient, SandboxOptions } from './options.ts';
import { realPorts } from './ports.ts';
import { resetClient } from './reset.ts';
import type { Services } from './services.ts';
import { startingMembers } from './starting-members.ts';
import { signingSecret } from './state/signing-secret.ts';
import type { Store } from './store/store.ts';
import { advance } from './time/advance.ts';
import { Slots } from './webhooks/slots.ts';
import { targetRules } from './webhooks/target-rules.ts';

/** A running sandbox. */
export type Sandbox = {
  url: string;
  /** Of the first client. */
  apiKey: string;
  /** Of the second client. */
  otherApiKey: string;
  /** Returns every client to its starting world. */
  reset(): Promise<void>;
  /** Moves the clock of every client forward, by an ISO 8601 duration or to an instant; what happened to the first. */
  advance(step: { by: string } | { to: string }): Promise<Effect[]>;
  close(): Promise<void>;
};

const standardClients: readonly ExtraClient[] = [
  { name: 'sandbox', apiKey: 'sandbox-key' },
  { name: 'sandbox-2', apiKey: 'sandbox-key-2' },
];

/** Starts a sandbox. Many can run in one process; they share nothing. */
export async function createSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const host = options.host ?? '127.0.0.1';
  if (!isLoopback(host) && !options.sandboxKey) {
    throw new Error(`A sandbox that listens on ${host}, beyond this machine, needs a sandbox key`);
  }
  const profile = completeProfile(options.profile);
  const onError = (error: unknown, requestId?: string): void => options.log?.error?.(error, requestId);
  const webhookTargets = targetRules(options);
  const { close: closePorts, ...ownPorts } = realPorts(webhookTargets);
  const ports = options.wrap?.ports?.(ownPorts) ?? ownPorts;
  const store = await openStore(options);
  const secret = await signingSecret(store, ports.randomBytes);
  let url = '';
  const clients: Client[] = [];
  const services: Services = {
    ...ports,
    profile,
    webhookTargets,
    environment: options.environment ?? 'sandbox',
    expenditure: expenditureOptionsOf(profile.points),
    tokens: new Tokens(secret),
    uploads: new Uploads(secret, () => options.publicUrl ?? url),
    clients,
    baseUrl: () => options.publicUrl ?? url,
    catalogue: async () => (await import('../generators/catalogue/catalogue.ts')).catalogue.listed,
    drawPayroll,
  };
  const wanted = clientsOf(options.clients ?? []);
  const slots = new Slots();
  for (const { name, member } of wanted) {
    const members = await startingMembers(name, member, ports.randomBytes);
    const seed = name === 'sandbox' ? String(options.seed ?? 1) : `${options.seed ?? 1}/${name}`;
    clients.push(
      await createClient(
        { name, seed, users: options.users ?? 100, members },
        store,
        services,
        slots,
        onError,
      ),
    );
  }
  const keys = new Keys(
    wanted.map(({ name, apiKey }) => [apiKey, clients.find((one) => one.name === name) as Client] as const),
  );
  const app = createApp(options, services, keys, {
    onError,
    // The well-known key may stand on a page; one of somebody's own may not.
    docsKey: wanted[0] === standardClients[0] ? standardClients[0]?.apiKey : undefined,
  });
  const server = createServer(app);
  const stop = async (): Promise<void> => {
    for (const client of clients) await client.scheduler.close();
    for (const client of clients) await client.dispatcher.close();
    await closePorts();
    if (!options.store) await store.close();
  };
  try {
    await listen(server, options.port ?? 0, host);
  } catch (error) {
    await stop();
    throw error;
  }
  url = `http://${host.includes(':') ? `[${host}]` : host}:${(server.address() as AddressInfo).port}`;
  for (const client of clients) {
    client.dispatcher.wake();
    void client.users
      .sweepFiles()
      .then(() => resumeExtractions(client, services))
      .catch(onError);
  }
  const [first, ...others] = clients as [Client, ...Client[]];
  return {
    url,
    apiKey: wanted[0]!.apiKey,
    otherApiKey: wanted[1]!.apiKey,
    async reset() {
      for (const client of clients) await resetClient(client);
    },
    async advance(step) {
      const target = (client: Client) =>
        'to' in step ? Date.parse(step.to) : plusDuration(client.state.now(), step.by);
      const effects = await advance(first, services, target(first));
      for (const client of others) await advance(client, services, target(client));
      return effects;
    },
    async close() {
      await stopServing(server);
      await stop();
    },
  };
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

async function openStore(options: SandboxOptions): Promise<Store> {
  const own = options.store ?? (options.data ? await fileStore(options.data, options) : await inMemory());
  const store = options.strict ? (await import('./store/frozen-store.ts')).frozenStore(own) : own;
  return options.wrap?.store?.(store) ?? store;
}

async function inMemory(): Promise<Store> {
  return (await import('./store/memory-store.ts')).memoryStore();
}

async function fileStore(directory: string, { log }: SandboxOptions): Promise<Store> {
  const { lowdbStore } = await import('./store/lowdb-store.ts');
  return lowdbStore(directory, {
    report: ({ file, problem }) => log?.error?.(new Error(`Damaged file ${file}: ${problem}`)),
  });
}
