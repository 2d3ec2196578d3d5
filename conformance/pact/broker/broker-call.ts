import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { endOf, outputOf } from '../../target/child-end.ts';
import { Redactor } from '../../target/redactor.ts';
import { PactProblem, telemetryOff } from '../library/pact-library.ts';
import { type RelayExchange, type RelayOptions, startRelay } from './relay.ts';

export type BrokerAccess = { url: string; token?: string; username?: string; password?: string };

/** Credentials are in the environment and on no command line; no variable of a broker comes in from the caller's. */
export const brokerEnvironment = (access: Partial<BrokerAccess>): Record<string, string | undefined> => ({
  ...telemetryOff,
  PACT_BROKER_BASE_URL: access.url,
  PACT_BROKER_TOKEN: access.token,
  PACT_BROKER_USERNAME: access.username,
  PACT_BROKER_PASSWORD: access.password,
});

export const flags = (values: Readonly<Record<string, string | undefined>>): string[] =>
  Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [`--${name}`, value]));

export type BrokerCallOptions = {
  access: BrokerAccess;
  /** How often a request that failed is sent again; 2 when left out. */
  retries?: number;
  /** How long the whole call may take; a minute when left out. */
  timeoutMs?: number;
};

/** Runs the Pact command line, and goes by the broker's own answer (`decisive`, `judge`) instead of the exit code. */
export async function brokerCall<T>(
  { access, retries = 2, timeoutMs = 60_000 }: BrokerCallOptions,
  args: readonly string[],
  decisive: (exchange: RelayExchange) => boolean,
  judge: (answer: unknown) => T | undefined,
  outgoing?: RelayOptions['outgoing'],
): Promise<T> {
  const redactor = redactorFor(access);
  const relay = await startRelay({
    brokerUrl: checkedUrl(access.url),
    timeoutMs: Math.min(timeoutMs, 30_000),
    retries,
    outgoing,
  });
  try {
    const environment = { ...brokerEnvironment({ ...access, url: relay.url }), NO_PROXY: '127.0.0.1' };
    // The pipe sends again; what the command line calls retries are attempts, for one request and not for another.
    const run = await runPactCli([...args, '--retries', '0'], environment, timeoutMs);
    const answered = relay.exchanges.findLast(decisive);
    const problem = problemOf(access, relay.exchanges);
    if (problem) throw new PactProblem(redactor.text(problem));
    const verdict = answered && judge(answered.answer);
    if (verdict !== undefined) return verdict;
    if (answered)
      throw new PactProblem(
        `The broker's answer to ${answered.method} ${bare(answered.path)} is incomplete.`,
      );
    const said = run.code === null ? `it was stopped after ${timeoutMs / 1000} s` : lastLine(run.output);
    throw new PactProblem(redactor.text(`The Pact command line never made its request: ${said}`));
  } finally {
    await relay.close();
  }
}

/** One sentence for a broker that cannot be reached, does not let us in, or refuses. */
export function problemOf(
  { url, token, username }: BrokerAccess,
  exchanges: readonly RelayExchange[],
): string | undefined {
  const last = exchanges.at(-1);
  if (!last) return undefined;
  const { status, unreachable, method, path, answer } = last;
  if (status === undefined) return `The broker ${unreachable}`;
  if (status < 400) return undefined;
  const given = token !== undefined ? 'token' : username !== undefined ? 'user name and password' : undefined;
  if (status === 401 || status === 403)
    return given
      ? `The broker does not accept the ${given} (${status}).`
      : `The broker wants credentials (${status}); give --token, or --username and --password.`;
  return `The broker ${new URL(url).origin} answered ${status} to ${method} ${bare(path)}${reason(answer)}.`;
}

function reason(answer: unknown): string {
  const error = fieldOf(answer, 'error') ?? fieldOf(answer, 'errors');
  if (error === undefined) return '';
  const message = fieldOf(error, 'message') ?? error;
  return `: ${typeof message === 'string' ? message : JSON.stringify(message)}`.slice(0, 300);
}

export const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;

const bare = (path: string): string => path.replace(/\?.*/s, '');
const lastLine = (output: string): string =>
  output.split('\n').findLast((line) => line.trim() !== '') ?? 'it said nothing';

function checkedUrl(url: string): string {
  if (!/^https?:\/\/[^/]/.test(url)) throw new PactProblem(`[${url}] is no http or https URL of a broker.`);
  return url;
}

export function redactorFor({ token, password }: BrokerAccess): Redactor {
  const redactor = new Redactor();
  redactor.add(token, '$BROKER_TOKEN');
  redactor.add(password, '$BROKER_PASSWORD');
  return redactor;
}

/** Runs the official Pact command line, for so long and no longer, with these variables changed in its environment. */
async function runPactCli(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
  timeoutMs: number,
): Promise<{ code: number | null; output: string }> {
  const child = spawn(pactProgram(), args, {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const output = outputOf(child);
  const { code } = await endOf(child, timeoutMs).catch((error: Error) => {
    throw new PactProblem(`The Pact command line cannot be run: ${error.message}`);
  });
  return { code, output: output().trim() };
}

/** The program itself, which the package brings along for each platform: no wrapper is left behind when it is stopped. */
function pactProgram(): string {
  const require = createRequire(import.meta.url);
  try {
    const root = dirname(require.resolve('@pact-foundation/pact-cli/package.json'));
    const { standalone }: { standalone(): { pactFullPath: string } } = require(
      join(root, 'src', 'pact-standalone.js'),
    );
    return standalone().pactFullPath;
  } catch (error) {
    const [line] = String(error).split('\n');
    throw new PactProblem(
      `The Pact command line cannot be found (${line}); install @pact-foundation/pact-cli beside payrig.`,
    );
  }
}
