import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { isHere } from '../../deployment/offers.ts';
import { TargetUnusable } from '../../target/call-errors.ts';
import { endOf, outputOf } from '../../target/child-end.ts';
import { PactProblem, telemetryOff } from '../library/pact-library.ts';
import type { VerifyOptions } from './options.ts';
import type { Verification } from './verification.ts';
import type { ProcessAnswer } from './verifier-process.ts';

export type WatchedVerification = Verification & { readonly output: string };

// TypeScript in a clone, JavaScript in the package.
const program = new URL(
  `./verifier-process.${import.meta.url.endsWith('.ts') ? 'ts' : 'js'}`,
  import.meta.url,
);

/** Verifies in a process of its own: the native library writes to its standard output and may take the caller down. */
export async function verifyPacts(options: VerifyOptions): Promise<WatchedVerification> {
  const child = fork(fileURLToPath(program), [], {
    env: { ...process.env, ...environmentFor(options.target.baseUrl) },
    execArgv: [],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    detached: true,
  });
  const output = outputOf(child);
  const answers: ProcessAnswer[] = [];
  child.on('message', (message: ProcessAnswer) => answers.push(message));
  const ended = endOf(child);
  child.send(options);
  const { code, signal } = await ended;
  const answer = answers.at(-1);
  if (!answer)
    throw new PactProblem(`The verifier broke (${signal ?? code}): ${output().trim().slice(-2000)}`);
  if ('verification' in answer) return { ...answer.verification, output: output() };
  throw answer.unusable ? new TargetUnusable(answer.problem) : new PactProblem(answer.problem);
}

const misleading = [
  ...['BROKER_BASE_URL', 'BROKER_TOKEN', 'BROKER_USERNAME', 'BROKER_PASSWORD'],
  ...['BROKER_PUBLISH_VERIFICATION_RESULTS', 'DESCRIPTION', 'PROVIDER_STATE', 'PROVIDER_NO_STATE'],
];

/** Variables that would lead requests astray, verify less than asked, or bring in another broker. */
function environmentFor(baseUrl: string): Record<string, string | undefined> {
  const local = ['127.0.0.1', 'localhost', process.env['NO_PROXY']].filter(Boolean).join(',');
  const environment: Record<string, string | undefined> = {
    ...telemetryOff,
    ...Object.fromEntries(misleading.map((name) => [`PACT_${name}`, undefined])),
    NO_PROXY: local,
  };
  // The library uses a proxy even for requests to this machine.
  return isHere(baseUrl) ? { ...environment, HTTPS_PROXY: undefined, HTTP_PROXY: undefined } : environment;
}
