import { type ChildProcess, fork } from 'node:child_process';
import { givenAddress } from '../../../spec/given-address.ts';
import { isObject } from '../../../spec/json.ts';
import { bodyText } from '../../../spec/read-body.ts';
import { readJson } from '../../target/read-json.ts';
import type { ReceivingClient } from './client-receiver.ts';
import type { Values } from './journeys.ts';
import type { LauncherAnswer, LauncherRequest } from './launcher-process.ts';

/** How the integrator's code is started (a command, an address that is sent a POST, or a function), and takes webhooks. */
export type JourneyStart = ReceivingClient &
  (Command | { readonly http: string } | { readonly call: (values: Values) => unknown });

type Command = { readonly run: string; readonly cwd?: string };

export type Outcome = {
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

/** Starts a journey, and ends it when it takes longer than the exam's patience. */
export async function startJourney(start: JourneyStart, values: Values, how: StartOptions): Promise<Outcome> {
  if ('run' in start) return runCommand(start, values, how);
  const late = AbortSignal.timeout(how.patienceMs);
  const isLate = new Promise<never>((_, reject) => {
    late.addEventListener('abort', () => reject(late.reason));
  });
  isLate.catch(() => {});
  const failed = { ok: false, ended: true, output: '', printed: undefined };
  try {
    return 'http' in start
      ? await posted(start.http, values, AbortSignal.any([late, how.signal]))
      : returned(await Promise.race([Promise.resolve().then(() => start.call(values)), isLate]));
  } catch (error) {
    if (late.aborted) return { ...failed, ended: false, how: lateText(how.patienceMs) };
    const message = error instanceof Error ? error.message : String(error);
    if ('call' in start) return { ...failed, how: 'it threw', output: message };
    const cause = error instanceof Error ? (error.cause ?? message) : message;
    return { ...failed, how: `no answer from ${givenAddress(start.http).url}: ${String(cause)}` };
  }
}

async function posted(start: string, values: Values, signal: AbortSignal): Promise<Outcome> {
  const { url, headers: basic } = givenAddress(start);
  const headers = { 'Content-Type': 'application/json', ...basic };
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(values), signal });
  const output = await bodyText(response, { most: 1024 * 1024 });
  const how = `status ${response.status}`;
  return { ok: response.ok, ended: true, how, output, printed: objectIn(output) };
}

function returned(result: unknown): Outcome {
  const output = JSON.stringify(result) ?? '';
  return { ok: true, ended: true, how: 'it returned', output, printed: objectIn(output) };
}

function runCommand({ run, cwd }: Command, values: Values, how: StartOptions): Promise<Outcome> {
  const { patienceMs, env, signal } = how;
  const given = Object.entries(values).map(([name, value]) => [`PAYRIG_EXAM_${name}`, value]);
  return new Promise((resolve) => {
    let ended = true;
    const end = (): void => {
      ended = false;
      sent.end();
    };
    const timer = setTimeout(end, patienceMs);
    signal.addEventListener('abort', end);
    const command = { run, cwd, env: { ...env, ...Object.fromEntries(given) } };
    const sent = launcher.start(command, ({ ok, how, stdout, stderr }) => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      const text = ended ? how : lateText(patienceMs);
      const lastLine = stdout.trimEnd().split('\n').at(-1) ?? '';
      resolve({ ok: ok && ended, ended, how: text, output: stdout + stderr, printed: objectIn(lastLine) });
    });
  });
}

const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
const program = new URL(`./launcher-process.${extension}`, import.meta.url);

/** The process that starts all commands; it begins with the first of them, and ends with this process. */
const launcher = {
  process: undefined as ChildProcess | undefined,
  last: 0,
  waiting: new Map<number, (answer: LauncherAnswer) => void>(),

  start(command: Omit<LauncherRequest, 'id'>, answered: (answer: LauncherAnswer) => void): { end(): void } {
    this.process ??= this.begin();
    const process = this.process;
    this.last += 1;
    const id = this.last;
    this.waiting.set(id, answered);
    // Where it is gone, its exit settles what waits.
    const send = (request: LauncherRequest) => process.send(request, () => {});
    send({ ...command, id });
    return { end: () => send({ id }) };
  },

  begin(): ChildProcess {
    const process = fork(program, { execArgv: [] });
    process.on('message', (answer: LauncherAnswer) => this.settle(answer));
    process.once('exit', () => {
      this.process = undefined;
      for (const id of this.waiting.keys())
        this.settle({ id, ok: false, how: 'it could not be started', stdout: '', stderr: '' });
    });
    // Whoever waits for a command has a timer; the launcher alone keeps nobody from ending.
    process.unref();
    process.channel?.unref();
    return process;
  },

  settle(answer: LauncherAnswer): void {
    const answered = this.waiting.get(answer.id);
    this.waiting.delete(answer.id);
    answered?.(answer);
  },
};

const lateText = (ms: number): string => `it had not ended after ${ms / 1000} s, and the exam ended it`;

function objectIn(text: string): Outcome['printed'] {
  const value = readJson(text);
  return isObject(value) ? value : undefined;
}
