import { performance } from 'node:perf_hooks';
import { preload } from '../../simulator/app/preload.ts';
import { createSandbox, reachable, type Sandbox } from '../../simulator/sandbox.ts';
import type { Transport } from '../../simulator/webhooks/http-transport.ts';
import { paintFor } from '../paint.ts';
import { readProfile } from '../read-profile.ts';
import { banner } from './banner.ts';
import { jsonSink } from './json-sink.ts';
import type { Resolved } from './resolve-settings.ts';
import { type Sink, sandboxLog } from './sandbox-log.ts';
import { startProblem } from './start-problem.ts';
import { terminalSink } from './terminal-sink.ts';
import { toolsFor } from './tools/tools-for.ts';
import { untilStopped } from './until-stopped.ts';

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
  const stopped = untilStopped(sandbox, sink, quiet);
  const url = settings.publicUrl ?? reachable(sandbox.url);
  const further = client.filter(({ name }) => name !== 'sandbox' && name !== 'sandbox-2');
  const keys = [sandbox.apiKey, sandbox.otherApiKey, ...further.map(({ apiKey }) => apiKey)];
  process.stdout.write(quiet ? `${url}\n` : `${banner(url, keys, settings, paintFor(process.stdout))}\n`);
  // Not at once: the first requests of a waiting caller come before.
  setTimeout(() => preload().catch((error) => log.error?.(error)), PRELOAD_AFTER_MS).unref();
  return stopped;
}

async function fileProfile(file: string | undefined) {
  return file === undefined ? undefined : readProfile(file);
}

/** Lines for a terminal, JSON for a program; both on standard error, since standard output is for the address. */
function logSink(): Sink {
  return process.stderr.isTTY
    ? terminalSink(
        (text) => process.stderr.write(text),
        paintFor(process.stderr),
        () => new Date(),
      )
    : jsonSink(() => new Date());
}

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
