import { performance } from 'node:perf_hooks';
import { preload } from '../../simulator/app/preload.ts';
import { createSandbox, reachable, type Sandbox } from '../../simulator/sandbox.ts';
import type { Transport } from '../../simulator/webhooks/http-transport.ts';
import { packageVersion } from '../../spec/package-version.ts';
import { onStopTwice } from '../on-stop.ts';
import { paintFor } from '../paint.ts';
import { readProfile } from '../read-profile.ts';
import { banner } from './banner.ts';
import { jsonSink } from './json-sink.ts';
import type { Resolved } from './resolve-settings.ts';
import { type Sink, sandboxLog } from './sandbox-log.ts';
import { terminalSink } from './terminal-sink.ts';
import { toolsFor } from './tools/tools-for.ts';

const PRELOAD_AFTER_MS = 1000;

/** Runs a sandbox until it is told to stop; answers with the exit code. */
export async function runSandbox(settings: Resolved): Promise<number> {
  const { quiet, logLevel = 'info', client = [] } = settings;
  const profile =
    typeof settings.profile === 'object' ? settings.profile : await fileProfile(settings.profile);
  const sink = logSink();
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

const fileProfile = async (file: string | undefined) => (file === undefined ? undefined : readProfile(file));

/** Lines for a terminal, JSON for a program; both on standard error, since standard output is for the address. */
const logSink = (): Sink =>
  process.stderr.isTTY
    ? terminalSink(
        (text) => process.stderr.write(text),
        paintFor(process.stderr),
        () => new Date(),
      )
    : jsonSink(() => new Date());

/** The secrets in the settings; the default keys of every sandbox are none. */
function secretsOf({ client = [], sandboxKey, store }: Resolved): string[] {
  const own = client.flatMap(({ apiKey, member }) => [apiKey, member?.password]);
  return [...own, sandboxKey, store, 'sandbox-password'].filter((secret) => secret !== undefined);
}

function logged(transport: Transport, log: ReturnType<typeof sandboxLog>['delivery']): Transport {
  if (!log) return transport;
  return async (request) => {
    const started = performance.now();
    const outcome = await transport(request);
    log({
      url: request.url,
      durationMs: performance.now() - started,
      status: 'status' in outcome ? outcome.status : null,
      error: 'status' in outcome ? undefined : outcome.error,
    });
    return outcome;
  };
}

/** How long requests and deliveries under way may take to finish. */
const PATIENCE_MS = 4000;

/** Waits for Ctrl-C or a polite kill, then lets what is under way finish; a second one stops at once. */
function untilStopped(
  sandbox: Sandbox,
  sink: Sink,
  quiet: boolean,
  log: ReturnType<typeof sandboxLog>,
): Promise<number> {
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
      await sandbox.close();
      clearTimeout(late);
      log.event('Payrig has stopped');
      sink.flush();
      resolve(0);
      // A handle that a library left open must not keep the process alive.
      setTimeout(() => process.exit(0), 250).unref();
    };
    onStopTwice(
      () => void stop(),
      () => exit(130),
    );
  });
}

/** Errors whose message says what to do. */
const selfExplaining = new Set([
  'FolderInUseError',
  'StoreMismatchError',
  'StoreUnavailableError',
  'ScenarioError',
  'BirthError',
]);

/** Why a sandbox could not start, in one line; undefined when it is our own fault and deserves a stack. */
function startProblem(error: unknown, { port, host, data }: Resolved): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if (selfExplaining.has(error.name)) return error.message;
  const { code, syscall }: NodeJS.ErrnoException = error;
  if (syscall === 'listen' || syscall === 'bind' || syscall === 'getaddrinfo')
    return listenProblem(code, port, host);
  if (data !== undefined && syscall !== undefined && code !== undefined)
    return `Cannot use the data folder ${data}: ${error.message}`;
  return undefined;
}

function listenProblem(code: string | undefined, port: number, host: string): string {
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} is in use. Choose another with --port, or --port 0 for any that is free.`;
    case 'EACCES':
      return `Port ${port} is not yours to listen on. Choose one above 1023 with --port.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `${host} is no address of this machine; --host takes one that is.`;
    default:
      return `Cannot listen on ${host}, port ${port}: ${code}`;
  }
}
