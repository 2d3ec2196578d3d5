import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express, { type Express, type NextFunction, type Request, type Response } from 'express';
import { loadArrangementContract, loadContract } from '../spec/contract.ts';
import { completeProfile } from '../spec/profile.ts';
import type { Effect } from '../spec/types.ts';
import { arrangement } from './arrangement/index.ts';
import type { Client } from './client.ts';
import { createClient } from './create-client.ts';
import { extractDocument, resumeExtractions } from './documents/extract-document.ts';
import { receiveUpload } from './documents/receive-upload.ts';
import { Uploads } from './documents/uploads.ts';
import { plusDuration } from './domain/instant.ts';
import { Refusal } from './domain/refusal.ts';
import { drawPayroll } from './draw-payroll.ts';
import { expenditureOptionsOf } from './expenditure/options.ts';
import { docs, isDocumentation } from './http/docs.ts';
import { createServer } from './http/front.ts';
import { KeyRing } from './http/keys.ts';
import { notesOf } from './http/messages.ts';
import { type Api, Pipeline } from './http/pipeline.ts';
import { sendErrors, sendJson } from './http/send.ts';
import { Tokens } from './http/tokens.ts';
import { operations } from './operations/index.ts';
import type { ExtraClient, SandboxOptions } from './options.ts';
import { realPorts } from './ports.ts';
import { resetClient } from './reset.ts';
import type { Services } from './services.ts';
import { startingMembers } from './starting-members.ts';
import { signingSecret } from './state/signing-secret.ts';
import type { Store } from './store/store.ts';
import { advance } from './time/advance.ts';
import { Slots } from './webhooks/slots.ts';

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
  const { close: closePorts, ...ownPorts } = realPorts();
  const ports = options.wrap?.ports?.(ownPorts) ?? ownPorts;
  const store = await openStore(options);
  const secret = await signingSecret(store, ports.randomBytes);
  let url = '';
  const clients: Client[] = [];
  const services: Services = {
    ...ports,
    profile,
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
  const keys = new KeyRing(
    wanted.map(({ name, apiKey }) => [apiKey, clients.find((one) => one.name === name) as Client] as const),
  );
  const app = sandboxApp(options, services, keys, onError);
  const server = createServer(app, { newId: () => services.ids.uuid(), log: options.log?.request });
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

function sandboxApp(
  options: SandboxOptions,
  services: Services,
  keys: KeyRing<Client>,
  onError: (error: unknown, requestId?: string) => void,
): Express {
  const contract = loadContract(services.profile);
  const arrangementContract = loadArrangementContract(services.profile.naming);
  const pipeline = new Pipeline({
    apis: [
      {
        contract,
        handlers: (options.wrap?.operations?.(operations) ?? operations) as unknown as Api['handlers'],
        isService: true,
      },
      {
        contract: arrangementContract,
        handlers: (options.wrap?.arrangement?.(arrangement) ?? arrangement) as unknown as Api['handlers'],
        isService: false,
      },
    ],
    keys,
    sandboxKeys: options.sandboxKey ? new KeyRing([[options.sandboxKey, true]]) : undefined,
    services,
    strict: options.strict ?? false,
    ...(options.wrap?.respond && { respond: options.wrap.respond }),
    onError,
  });
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  if (options.wrap?.app) app.use(options.wrap.app);
  const documentation = docs(contract, arrangementContract, services, {
    // The well-known key may stand on a page; one of somebody's own may not.
    apiKey: options.clients?.some(({ name }) => name === standardClients[0]!.name)
      ? undefined
      : standardClients[0]!.apiKey,
    needsSandboxKey: options.sandboxKey !== undefined,
  });
  // One layer for all that is served: Express asks every layer about every request.
  app.use((request: Request, response: Response, next: NextFunction) => {
    const { url } = request;
    if (url.startsWith('/_storage/')) return takeUpload(request, response, services, onError);
    if (!isDocumentation(url)) return pipeline.handle(request, response);
    response.setHeader('X-Request-Id', notesOf(response).requestId);
    return documentation(request, response, next);
  });
  // What the documentation does not have, nothing has.
  app.use((request: Request, response: Response) => pipeline.handle(request, response));
  app.use((error: unknown, _request: Request, response: Response, _next: NextFunction) => {
    const status = (error as { status?: number }).status;
    if (status !== undefined && status >= 400 && status < 500)
      sendErrors(response, status, [(error as Error).message]);
    else {
      onError(error, notesOf(response).requestId);
      sendErrors(response, 500, ['The sandbox broke; its log says how']);
    }
  });
  return app;
}

async function takeUpload(
  request: Request,
  response: Response,
  services: Services,
  onError: (error: unknown) => void,
): Promise<void> {
  try {
    const { client, userId, documentId } = await receiveUpload(request, services);
    sendJson(response, 200, { message: `Document [${documentId}] received` });
    extractDocument(client, services, userId, documentId).catch(onError);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    sendErrors(response, error.status, error.errors, error.headers);
  }
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

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => resolve());
  });
}

/** Lets requests under way finish, and cuts connections that only wait. */
function stopServing(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
    setTimeout(() => server.closeAllConnections(), 5000).unref();
  });
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\./.test(host);
}
