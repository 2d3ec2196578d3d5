import { relative } from 'node:path';
import { performance } from 'node:perf_hooks';
import { personasOf } from '../../generators/world/world.ts';
import { preload } from '../../simulator/app/preload.ts';
import { createSandbox, reachable, type Sandbox } from '../../simulator/sandbox.ts';
import type { Transport } from '../../simulator/webhooks/http-transport.ts';
import { packageVersion } from '../../spec/package-version.ts';
import { onStopTwice } from '../terminal/on-stop.ts';
import { type Paint, paintFor } from '../terminal/paint.ts';
import { readProfile } from '../terminal/read-profile.ts';
import { wrapped } from '../terminal/text-table.ts';
import type { Resolved } from './resolve-settings.ts';
import { type FullLog, jsonSink, type Sink, sandboxLog, terminalSink } from './sandbox-log.ts';
import { toolsFor } from './tools/tools-for.ts';

const width = 80;
const indent = '  ';

function banner(url: string, apiKeys: readonly string[], settings: Resolved, paint: Paint): string {
  const own = settings.client?.find(({ name }) => name === 'sandbox')?.member;
  const rows: [string, string][] = [
    ['Address', paint.bold(paint.green(url))],
    ['Console', url],
    ['Docs', `${url}/docs`],
    ['Contract', `${url}/openapi.yaml (or .json)`],
    ['API keys', apiKeys.join(', ')],
    // A password of the user's own is not printed.
    ['Member', own ? own.email : 'member@sandbox.test / sandbox-password'],
    ['Data', placeOf(settings)],
    ['Seed', `${settings.seed}, with ${settings.users} users a client`],
  ];
  if (settings.now !== undefined || settings.frozen)
    rows.push(['Clock', `${settings.now ?? 'real time'}${settings.frozen ? ', frozen' : ''}`]);
  if (settings.sandboxKey !== undefined) rows.push(['Guarded', '/_sandbox, by your X-Sandbox-Key']);
  if (settings.environment === 'production') rows.push(['Environment', 'production']);
  const { profile } = settings;
  if (profile !== undefined)
    rows.push(['Profile', typeof profile === 'string' ? folder(profile) : 'of the config file']);
  const table = rows.map(([name, value]) => `${indent}${paint.dim(name.padEnd(12))}${value}`);
  const head = ['', `${indent}${paint.bold('Payrig sandbox')}`, ''];
  return [...head, ...table, '', ...personToTry(url, apiKeys[0]!, settings, paint), ''].join('\n');
}

function personToTry(url: string, apiKey: string, settings: Resolved, paint: Paint): string[] {
  const ada = personasOf(settings.seed).get('steady-salary')!;
  const name = ada.persona.description.split(' ', 2).join(' ');
  return [
    `${indent}${paint.bold(`Try ${name}`)}  ${paint.dim(ada.userId)}`,
    ...wrapped(ada.persona.purpose, width - indent.length).map((line) => indent + line),
    '',
    `${indent}${paint.cyan(`curl -H 'X-API-KEY: ${apiKey}' \\`)}`,
    // Pasted lines may be indented; the URL stands alone so that it is never broken.
    `${indent}${paint.cyan(`  ${url}/expenditure/${ada.userId}/ons`)}`,
    '',
    `${indent}The other people:            npx payrig world`,
    `${indent}Logins that fail, lock, ask: npx payrig world --magic`,
    `${indent}${paint.dim('Ctrl-C stops it.')}`,
  ];
}

function placeOf({ store, data }: Resolved): string {
  // The address may hold a password.
  if (store !== undefined) return `PostgreSQL at ${new URL(store).host}`;
  return data === undefined ? 'in memory, gone when it stops' : folder(data);
}

function folder(path: string): string {
  const near = relative(process.cwd(), path);
  return near !== '' && near.length < path.length && !near.startsWith('..') ? near : path;
}

const PRELOAD_AFTER_MS = 1000;

export async function runSandbox(settings: Resolved): Promise<number> {
  const { quiet, logLevel = 'info', client = [], profile: given } = settings;
  const profile = typeof given === 'string' ? await readProfile(given) : given;
  // Lines for a terminal, JSON for a program; both on standard error, since standard output is for the address.
  const sink = process.stderr.isTTY
    ? terminalSink((text) => process.stderr.write(text), paintFor(process.stderr))
    : jsonSink();
  const log = sandboxLog(logLevel, sink, secretsOf(settings));
  let sandbox: Sandbox;
  try {
    sandbox = await createSandbox({
      ...settings,
      profile,
      clients: client,
      log,
      tools: toolsFor(settings),
      wrap: { ports: (ports) => ({ ...ports, transport: logged(ports.transport, log.delivery) }) },
    });
  } catch (error) {
    const problem = startProblem(error, settings);
    if (problem === undefined) throw error;
    console.error(problem);
    return 1;
  }
  const stopped = untilStopped(sandbox, sink, quiet, log);
  log.event(`Payrig ${packageVersion()} listens on ${sandbox.url}`);
  const url = settings.publicUrl ?? reachable(sandbox.url);
  const further = client.filter(({ name }) => name !== 'sandbox' && name !== 'sandbox-2');
  const keys = [sandbox.apiKey, sandbox.otherApiKey, ...further.map(({ apiKey }) => apiKey)];
  process.stdout.write(quiet ? `${url}\n` : `${banner(url, keys, settings, paintFor(process.stdout))}\n`);
  // Not at once: the first requests of a waiting caller come before.
  setTimeout(() => preload().catch((error) => log.error?.(error)), PRELOAD_AFTER_MS).unref();
  return stopped;
}

/** The secrets in the settings; the default keys, which every sandbox has, are not secret. */
function secretsOf({ client = [], sandboxKey, store }: Resolved): string[] {
  const own = client.flatMap(({ apiKey, member }) => [apiKey, member?.password]);
  return [...own, sandboxKey, store, 'sandbox-password'].filter((secret) => secret !== undefined);
}

function logged(transport: Transport, log: FullLog['delivery']): Transport {
  if (!log) return transport;
  return async (request) => {
    const started = performance.now();
    const outcome = await transport(request);
    const { status, error } = { status: null, error: undefined, ...outcome };
    log({ url: request.url, durationMs: performance.now() - started, status, error });
    return outcome;
  };
}

/** How long requests and deliveries under way may take to finish. */
const PATIENCE_MS = 4000;

/** Waits for Ctrl-C or a polite kill, then lets what is under way finish; a second one stops at once. */
function untilStopped(sandbox: Sandbox, sink: Sink, quiet: boolean, log: FullLog): Promise<number> {
  const exit = (code: number): never => {
    sink.flush();
    process.exit(code);
  };
  return new Promise((resolve) => {
    const stop = async (): Promise<void> => {
      if (!quiet && process.stderr.isTTY) process.stderr.write('\nStopping. Ctrl-C again stops at once.\n');
      log.event('Payrig is stopping');
      // What is cut off was not acknowledged, or is in the outbox and is sent after the next start.
      const late = setTimeout(() => exit(0), PATIENCE_MS);
      await sandbox.close().catch((error) => log.error?.(error));
      clearTimeout(late);
      log.event('Payrig has stopped');
      sink.flush();
      resolve(0);
      // A handle that a library left open must not keep the process alive.
      setTimeout(() => process.exit(0), 250).unref();
    };
    onStopTwice(stop, () => exit(130));
  });
}

/** Errors whose message says what to do. */
const selfExplaining = /^(FolderInUse|StoreMismatch|StoreUnavailable|Scenario|Birth)Error$/;

/** Why a sandbox could not start, in one line; undefined when it is our own fault and deserves a stack. */
function startProblem(error: unknown, { port, host, data }: Resolved): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if (selfExplaining.test(error.name)) return error.message;
  const { code, syscall }: NodeJS.ErrnoException = error;
  if (syscall === 'listen' || syscall === 'bind' || syscall === 'getaddrinfo')
    return listenProblem(String(code), port, host);
  if (data !== undefined && syscall !== undefined && code !== undefined)
    return `Cannot use the data folder ${data}: ${error.message}`;
  return undefined;
}

function listenProblem(code: string, port: number, host: string): string {
  if (code === 'EADDRINUSE')
    return `Port ${port} is in use. Choose another with --port, or --port 0 for any that is free.`;
  if (code === 'EACCES') return `Port ${port} is not yours to listen on. Choose one above 1023 with --port.`;
  return ['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN'].includes(code)
    ? `${host} is not an address of this machine; --host takes one that is.`
    : `Cannot listen on ${host}, port ${port}: ${code}`;
}
