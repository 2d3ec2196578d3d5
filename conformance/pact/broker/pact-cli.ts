import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { PactProblem } from '../pact-library.ts';

export type CliRun = { readonly code: number | null; readonly output: string };

/** Runs the official Pact command line, for so long and no longer, with these variables changed in its environment. */
export function runPactCli(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
  timeoutMs: number,
): Promise<CliRun> {
  const program = pactProgram();
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      env: { ...process.env, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: timeoutMs,
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (chunk: string) => {
        output += chunk;
      });
    child.on('error', (error) =>
      reject(new PactProblem(`The Pact command line cannot be run: ${error.message}`)),
    );
    child.on('close', (code) => resolve({ code, output: output.trim() }));
  });
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
