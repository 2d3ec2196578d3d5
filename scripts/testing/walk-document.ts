import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { type Block, documentBlocks } from './document-blocks.ts';

export type WalkOptions = {
  /** The working folder of the reader. */
  cwd: string;
  env: NodeJS.ProcessEnv;
  /** Said to the shell first. */
  prelude?: string;
  /** What stands for `npx payrig`; that of the folder if left out. */
  payrig?: string;
};

const ownSandbox: Block = {
  language: 'sh',
  text: 'npx payrig sandbox --ephemeral --quiet\n',
  line: 0,
  mark: { kind: 'background' },
};

/**
 * Runs what a document marks as runnable, in order and in one shell, as a reader would who pastes block after block.
 * A free port stands in for 4010, and a sandbox runs there even if the document starts none; another for 3000. The
 * sandbox is also the deployment that documents call staging, with its keys in the variables that they name.
 */
export async function walkDocument(name: string, markdown: string, options: WalkOptions): Promise<void> {
  const blocks = documentBlocks(markdown);
  const steps = blocks.filter(({ mark }) => mark?.kind === 'run' || mark?.kind === 'background');
  if (steps.length === 0) return;
  const [port, receiver] = [await freePort(), await freePort()];
  const here = (text: string): string =>
    text
      .replaceAll(/\b(127\.0\.0\.1|localhost):4010\b/g, `$1:${port}`)
      .replaceAll('https://staging.example', `http://127.0.0.1:${port}`)
      .replaceAll(/\b127\.0\.0\.1:3000\b/g, `127.0.0.1:${receiver}`)
      .replaceAll('listen(3000,', `listen(${receiver},`);
  for (const { mark, text } of blocks)
    if (mark?.kind === 'file') writeFileSync(join(options.cwd, mark.name), here(text));
  const startsOne = steps.some(
    ({ mark, text }) => mark?.kind === 'background' && text.includes('payrig sandbox'),
  );
  const all = startsOne ? steps : [ownSandbox, ...steps];
  const { prelude = '', payrig = 'command npx payrig' } = options;
  const script = [prelude, opening, payrigIs(payrig), ...all.map((block) => here(stepText(block)))].join(
    '\n',
  );
  const env = {
    ...options.env,
    PAYRIG_PORT: String(port),
    PAYRIG_URL: `http://127.0.0.1:${port}`,
    ...{ API_KEY: 'sandbox-key', OTHER_API_KEY: 'sandbox-key-2', STAGING_API_KEY: 'sandbox-key' },
    NO_COLOR: '1',
  };
  const { code, printed } = await shell(script, options.cwd, env);
  const parts = printed.split(/^@@ (\d+)\n/m);
  const last = parts.at(-2) ?? '0';
  if (code !== 0) throw new Error(`${name}, line ${last}: exit code ${code}\n${parts.at(-1)}`);
  for (const { mark, line } of steps) {
    const said = parts[parts.indexOf(String(line)) + 1] ?? '';
    const missing = mark?.kind === 'run' ? mark.prints.filter((text) => !said.includes(text)) : [];
    if (missing.length > 0)
      throw new Error(`${name}, line ${line} does not print ${missing.join(' | ')}:\n${said}`);
  }
}

/** Commands are run as they are written, but a check judges few clauses: other tests judge all of them. */
const payrigIs = (command: string): string => `npx() {
  test "$1" = payrig || { command npx "$@"; return; }
  shift
  case "$1" in check) set -- "$@" --only 'users.list.*' ;; esac
  ${command} "$@"
}
payrig() { npx payrig "$@"; }`;

const opening = `set -e
curl() { command curl -sS --fail-with-body "$@"; }
until_said() {
  tries=0
  until test -s "$1"; do
    tries=$((tries + 1)); kill -0 "$2" && test $tries -lt 600 || { cat "$1" "$1.err"; exit 1; }
    sleep 0.1
  done
}`;

function stepText({ mark, text, line }: Block): string {
  if (mark?.kind !== 'background') return `printf '\\n@@ ${line}\\n'\n{\n${text}} 2>&1`;
  const out = `background-${line}.out`;
  return `printf '\\n@@ ${line}\\n'\n: >${out}\n(\n${text}) >${out} 2>${out}.err &\nuntil_said ${out} $!`;
}

/** The shell has a process group of its own, so that nothing that it started outlives it. */
function shell(
  script: string,
  cwd: string,
  env: NodeJS.ProcessEnv,
): Promise<{ code: number | null; printed: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn('sh', ['-c', script], {
      cwd,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    let printed = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (chunk: string) => {
        printed += chunk;
      });
    child.on('error', reject);
    child.on('exit', (code) => {
      try {
        process.kill(-child.pid!, 'SIGKILL');
      } catch {
        // Nothing is left of it.
      }
      child.on('close', () => resolve({ code, printed }));
    });
  });
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
