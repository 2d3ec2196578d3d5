import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../spec/free-port.ts';
import { projectRoot } from '../terminal/run-tool.ts';
import { type Block, documentBlocks, type Mark } from './document-blocks.ts';
import { runShell } from './run-shell.ts';

export type WalkOptions = {
  /** The working folder of the reader. */
  cwd: string;
  env: NodeJS.ProcessEnv;
  /** The major version of the Node in it; blocks that ask for a newer one are left out. */
  node?: number;
  /** The package that `npm install payrig` gets, and a program of it that is installed already. */
  tarball?: string;
  payrig?: string;
  /** What stands in for the hosts of examples, and the like. */
  standIns?: Record<string, string>;
  /** What there is of the programs that blocks ask for. */
  programs?: readonly string[];
  /** Runs the blocks that ask for this program, and no others. */
  only?: string;
  /** Said to the shell first. */
  prelude?: string;
  /** What `npx payrig check` leaves out, as its `--skip` takes it. */
  skip?: string;
};

type Runnable = Extract<Mark, { prints: readonly string[] }>;

const ownSandbox: Block = {
  language: 'sh',
  text: '"$PAYRIG" sandbox --ephemeral --quiet\n',
  line: 0,
  mark: { kind: 'background', prints: [] },
};

/** Free ports take the places of these, but for the port within a container. */
const ports = /(?<!\b4010:)\b(4010|4011|3000|8080|9000)\b/g;

/**
 * Runs a document: the very text of its blocks, in order and in one shell, as a reader would who pastes block after block.
 * Free ports stand in for its ports, and a sandbox runs on the first even if the document starts none. That sandbox is
 * also the deployment that documents call staging, with its keys in the variables that they name. Answers with all that
 * was printed.
 */
export async function walkDocument(name: string, markdown: string, options: WalkOptions): Promise<string> {
  const { cwd, only, programs = [], node = Number.POSITIVE_INFINITY } = options;
  const isWanted = (mark: Runnable): boolean =>
    (only === undefined
      ? mark.program === undefined || programs.includes(mark.program)
      : mark.program === only) && (mark.node ?? 0) <= node;
  const blocks = documentBlocks(markdown).filter(({ mark }) => !(mark && 'prints' in mark) || isWanted(mark));
  const steps = blocks.filter(({ mark }) => mark && 'prints' in mark) as (Block & { mark: Runnable })[];
  if (steps.length === 0) return '';
  const own = new Map<string, number>();
  for (const number of ['4010', '4011', '3000', '8080', '9000']) own.set(number, await freePort());
  const sandbox = `http://127.0.0.1:${own.get('4010')}`;
  const standIns = { ...options.standIns, 'https://staging.example': sandbox };
  const here = (text: string): string =>
    Object.entries(standIns)
      .reduce((changed, [example, real]) => changed.replaceAll(example, real), text)
      .replaceAll(ports, (number) => String(own.get(number)));
  const startsOne = steps.some(({ mark, text }) => mark.kind === 'background' && text.includes('sandbox'));
  const aside = mkdtempSync(join(tmpdir(), 'payrig-walk-'));
  for (const { mark, text, line } of blocks)
    if (mark?.kind === 'file') writeFileSync(join(aside, String(line)), here(text));
  const script = [
    opening,
    npm,
    options.prelude ?? '',
    ...(startsOne || only ? blocks : [ownSandbox, ...blocks]).map((block) => stepOf(block, here)),
    ...steps.flatMap(({ mark, line }) => (mark.kind === 'background' ? waits(mark, line) : [])),
  ].join('\n');
  const { code, printed } = await runShell(script, cwd, {
    ...options.env,
    PAYRIG_PORT: String(own.get('4010')),
    PAYRIG_URL: sandbox,
    PAYRIG_PUBLISH: `127.0.0.1:${own.get('4010')}`,
    PORT: String(own.get('3000')),
    ...{ API_KEY: 'sandbox-key', OTHER_API_KEY: 'sandbox-key-2', STAGING_API_KEY: 'sandbox-key' },
    MEMBER: 'member@sandbox.test:sandbox-password',
    ROOT: projectRoot,
    TARBALL: options.tarball,
    PAYRIG: options.payrig,
    ASIDE: aside,
    LEFT_OUT: options.skip,
    XDG_CONFIG_HOME: aside,
    NO_COLOR: '1',
    // Nothing answers there: a walk that would need a registry fails.
    npm_config_registry: 'http://127.0.0.1:9/',
  });
  rmSync(aside, { recursive: true, force: true });
  judge(name, blocks, { code, printed });
  return printed;
}

function judge(name: string, blocks: Block[], { code, printed }: { code: number | null; printed: string }) {
  const parts = printed.split(/^@@ (\d+)\n/m);
  if (code !== 0) throw new Error(`${name}, line ${parts.at(-2) ?? 0}: exit code ${code}\n${parts.at(-1)}`);
  let said = '';
  for (const { mark, line, text } of blocks) {
    if (mark?.kind === 'run') said = parts[parts.indexOf(String(line)) + 1] ?? '';
    const wanted = mark?.kind === 'run' ? mark.prints : mark?.kind === 'printed' ? [text] : [];
    const missing = wanted.filter((one) => !said.includes(one));
    if (missing.length > 0)
      throw new Error(`${name}, line ${line} does not print ${missing.join(' | ')}:\n${said}`);
  }
}

const output = (line: number): string => `"$ASIDE/background-${line}"`;

/** What one block comes to in the shell. */
function stepOf({ mark, text, line }: Block, here: (text: string) => string): string {
  const begin = `printf '\\n@@ ${line}\\n'`;
  switch (mark?.kind) {
    case 'file':
      return `${begin}\ncp "$ASIDE/${line}" '${mark.name}'`;
    case 'run':
      return `${begin}\n{\n${here(text)}} 2>&1`;
    case 'background':
      return `${begin}\n: >${output(line)}\n(\n${here(text)}) >${output(line)} 2>${output(line)}.err &\npid_${line}=$!\nuntil_said ${output(line)} $!`;
    default:
      return '';
  }
}

/** What runs in the background says its words in time, if not at once. */
const waits = ({ prints }: Runnable, line: number): string[] =>
  prints.map((text) => `printf '\\n@@ ${line}\\n'\nuntil_prints ${output(line)} '${text}' $pid_${line}`);

const opening = `set -e
curl() { command curl -sS --fail-with-body "$@"; }
until_said() {
  tries=0
  until test -s "$1"; do
    tries=$((tries + 1)); kill -0 "$2" && test $tries -lt 1200 || { cat "$1" "$1.err"; exit 1; }
    sleep 0.1
  done
}
until_prints() {
  tries=0
  until grep -qF -- "$2" "$1"; do
    tries=$((tries + 1))
    kill -0 "$3" 2>&- && test $tries -lt 300 || { echo "does not print $2:"; cat "$1" "$1.err"; exit 1; }
    sleep 0.1
  done
}`;

/**
 * `npm install` takes packages from the lock file, without a registry. `npx` runs a program that is installed, without the
 * second that the real npx takes to find it.
 */
const npm = `npx() {
  if test -x "node_modules/.bin/$1"; then
    program=node_modules/.bin/$1; shift
    test "$1" = check && test -n "$LEFT_OUT" && set -- "$@" --skip "$LEFT_OUT"
    "$program" "$@"
  else command npx "$@"; fi
}
npm() {
  test "$1" = install || { command npm "$@"; return; }
  shift
  for word in "$@"; do
    shift
    case "$word" in
      -*) ;;
      *) set -- "$@" "$word" ;;
    esac
  done
  "$ROOT/node_modules/node/bin/node" "$ROOT/scripts/testing/install-locked.ts" "$TARBALL" "$@" >&2
}`;
