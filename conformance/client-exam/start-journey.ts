import { spawn } from 'node:child_process';
import type { Values } from './journeys.ts';
import type { ReceivingClient } from './stage.ts';

/** How the integrator's code is started (a command, an address that is sent a POST, or a function), and takes webhooks. */
export type JourneyStart = ReceivingClient &
  (
    | { readonly run: string; readonly cwd?: string }
    | { readonly http: string }
    | { readonly call: (values: Values) => unknown }
  );

/** How one run of a journey ended. */
export type Outcome = {
  /** Whether it says that it did its job. */
  readonly ok: boolean;
  /** False when the exam had to end it. */
  readonly ended: boolean;
  /** In words, such as "exit code 1". */
  readonly how: string;
  readonly output: string;
  /** What it concluded; undefined when it printed nothing that can be compared. */
  readonly printed: Readonly<Record<string, unknown>> | undefined;
};

export type StartOptions = {
  readonly patienceMs: number;
  readonly env?: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
};

const mostOutput = 1 << 20;

/** Starts a journey, and ends it when it takes longer than the exam's patience. */
export function startJourney(start: JourneyStart, values: Values, options: StartOptions): Promise<Outcome> {
  if ('run' in start) return runCommand(start, values, options);
  if ('http' in start) return postTo(start.http, values, options);
  return callFunction(start.call, values, options);
}

function runCommand(
  { run, cwd }: { run: string; cwd?: string },
  values: Values,
  { patienceMs, env, signal }: StartOptions,
): Promise<Outcome> {
  const given = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [`PAYRIG_EXAM_${name}`, value]),
  );
  return new Promise((resolve) => {
    // A group of its own, so that the end of the case ends whatever the shell started.
    const child = spawn(run, {
      cwd,
      shell: true,
      detached: true,
      env: { ...process.env, ...env, ...given },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let stdout = '';
    let stderr = '';
    let ended = true;
    const end = (): void => {
      ended = false;
      if (child.pid === undefined) return;
      try {
        process.kill(-child.pid, 'SIGKILL');
      } catch {
        // It is gone already.
      }
    };
    const timer = setTimeout(end, patienceMs);
    signal.addEventListener('abort', end);
    const settle = (ok: boolean, how: string): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      const text = ended ? how : lateText(patienceMs);
      resolve({ ok: ok && ended, ended, how: text, output: stdout + stderr, printed: lastLine(stdout) });
    };
    child.stdout.on('data', (chunk: Buffer) => {
      if (stdout.length < mostOutput) stdout += chunk;
    });
    child.stderr.on('data', (chunk: Buffer) => {
      if (stderr.length < mostOutput) stderr += chunk;
    });
    child.once('error', ({ message }) => settle(false, `it could not be started: ${message}`));
    child.once('close', (code, by) => settle(code === 0, by ? `ended by ${by}` : `exit code ${code}`));
  });
}

async function postTo(url: string, values: Values, { patienceMs, signal }: StartOptions): Promise<Outcome> {
  const late = AbortSignal.timeout(patienceMs);
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(values),
      signal: AbortSignal.any([late, signal]),
    });
    const output = await response.text();
    return {
      ok: response.ok,
      ended: true,
      how: `status ${response.status}`,
      output,
      printed: objectIn(output),
    };
  } catch (error) {
    const cause = error instanceof Error ? (error.cause ?? error.message) : error;
    const how = late.aborted ? lateText(patienceMs) : `no answer from ${url}: ${String(cause)}`;
    return { ok: false, ended: !late.aborted, how, output: '', printed: undefined };
  }
}

async function callFunction(
  call: (values: Values) => unknown,
  values: Values,
  { patienceMs }: StartOptions,
): Promise<Outcome> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(resolve, patienceMs, 'late');
  });
  try {
    const result = await Promise.race([Promise.resolve().then(() => call(values)), late]);
    if (result === 'late')
      return { ok: false, ended: false, how: lateText(patienceMs), output: '', printed: undefined };
    const printed = objectIn(JSON.stringify(result) ?? '');
    return { ok: true, ended: true, how: 'it returned', output: JSON.stringify(result) ?? '', printed };
  } catch (error) {
    const output = error instanceof Error ? error.message : String(error);
    return { ok: false, ended: true, how: 'it threw', output, printed: undefined };
  } finally {
    clearTimeout(timer);
  }
}

const lateText = (ms: number): string => `it had not ended after ${ms / 1000} s, and the exam ended it`;

const lastLine = (text: string) => objectIn(text.trimEnd().split('\n').at(-1) ?? '');

function objectIn(text: string): Outcome['printed'] {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}
