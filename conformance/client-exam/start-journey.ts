import { spawn } from 'node:child_process';
import { isObject } from '../../spec/json.ts';
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
export async function startJourney(
  start: JourneyStart,
  values: Values,
  options: StartOptions,
): Promise<Outcome> {
  if ('run' in start) return runCommand(start, values, options);
  const late = AbortSignal.timeout(options.patienceMs);
  const isLate = new Promise<never>((_, reject) => {
    late.addEventListener('abort', () => reject(late.reason));
  });
  isLate.catch(() => {});
  const failed = { ok: false, ended: true, output: '', printed: undefined };
  try {
    return 'http' in start
      ? await posted(start.http, values, AbortSignal.any([late, options.signal]))
      : returned(await Promise.race([Promise.resolve().then(() => start.call(values)), isLate]));
  } catch (error) {
    if (late.aborted) return { ...failed, ended: false, how: lateText(options.patienceMs) };
    const message = error instanceof Error ? error.message : String(error);
    if ('call' in start) return { ...failed, how: 'it threw', output: message };
    const cause = error instanceof Error ? (error.cause ?? message) : message;
    return { ...failed, how: `no answer from ${start.http}: ${String(cause)}` };
  }
}

async function posted(url: string, values: Values, signal: AbortSignal): Promise<Outcome> {
  const headers = { 'Content-Type': 'application/json' };
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(values), signal });
  const output = await response.text();
  const how = `status ${response.status}`;
  return { ok: response.ok, ended: true, how, output, printed: objectIn(output) };
}

function returned(result: unknown): Outcome {
  const output = JSON.stringify(result) ?? '';
  return { ok: true, ended: true, how: 'it returned', output, printed: objectIn(output) };
}

function runCommand(
  { run, cwd }: { run: string; cwd?: string },
  values: Values,
  { patienceMs, env, signal }: StartOptions,
): Promise<Outcome> {
  const given = Object.entries(values).map(([name, value]) => [`PAYRIG_EXAM_${name}`, value]);
  return new Promise((resolve) => {
    // A group of its own, so that the end of the case ends whatever the shell started.
    const child = spawn(run, {
      cwd,
      shell: true,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...env, ...Object.fromEntries(given) },
    });
    let stdout = '';
    let stderr = '';
    let ended = true;
    const end = (): void => {
      ended = false;
      try {
        if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
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
      const lastLine = stdout.trimEnd().split('\n').at(-1) ?? '';
      resolve({ ok: ok && ended, ended, how: text, output: stdout + stderr, printed: objectIn(lastLine) });
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

const lateText = (ms: number): string => `it had not ended after ${ms / 1000} s, and the exam ended it`;

function objectIn(text: string): Outcome['printed'] {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
