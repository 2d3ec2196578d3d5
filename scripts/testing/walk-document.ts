import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parse } from 'yaml';
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
  /** A document whose blocks are run first: what the page says to begin with. */
  setUp?: string;
  /** What `npx payrig check` leaves out, as its `--skip` takes it; `npx payrig exam` then leaves out the thousand bodies. */
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
 * Free ports stand in for its ports. Where it speaks of staging, a sandbox is that deployment, with its keys in the
 * variables that documents name; there is nothing else that the page or its set-up does not start or install. Answers with
 * all that was printed.
 */
export async function walkDocument(name: string, markdown: string, options: WalkOptions): Promise<string> {
  const { cwd, only, programs = [], node = Number.POSITIVE_INFINITY } = options;
  const isWanted = (mark: Runnable): boolean =>
    (only === undefined
      ? mark.program === undefined || programs.includes(mark.program)
      : mark.program === only) && (mark.node ?? 0) <= node;
  const first = documentBlocks(options.setUp ?? '').map((block) => ({
    ...block,
    line: block.line + 100_000,
  }));
  const blocks = [...first, ...documentBlocks(markdown)].filter(
    ({ mark }) => !(mark && 'prints' in mark) || isWanted(mark),
  );
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
  // A page that speaks of staging takes it that the reader has one, unless it is the sandbox that the page starts.
  const startsOne = steps.some(({ mark, text }) => mark.kind === 'background' && text.includes('sandbox'));
  const needsStaging = !startsOne && steps.some(({ text }) => text.includes('https://staging.example'));
  const aside = mkdtempSync(join(tmpdir(), 'payrig-walk-'));
  for (const { mark, text, line } of blocks)
    if (mark?.kind === 'file' || mark?.kind === 'pipeline')
      writeFileSync(join(aside, String(line)), here(text));
  const script = [
    opening,
    npm,
    options.prelude ?? '',
    ...(needsStaging && !only ? [ownSandbox, ...blocks] : blocks).map((block) => stepOf(block, here)),
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
    // The repository of the documents is this one.
    ...{ GIT_CONFIG_COUNT: '2', GIT_CONFIG_KEY_0: `url.file://${projectRoot}.insteadOf` },
    ...{ GIT_CONFIG_VALUE_0: 'https://github.com/payrig/payrig.git', GIT_CONFIG_KEY_1: 'safe.directory' },
    GIT_CONFIG_VALUE_1: '*',
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
    const isRun = mark?.kind === 'run' || mark?.kind === 'pipeline';
    if (isRun) said = parts[parts.indexOf(String(line)) + 1] ?? '';
    const wanted = isRun ? mark.prints : mark?.kind === 'printed' ? [text] : [];
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
      return `${begin}\nmkdir -p '${dirname(mark.name)}'\ncp "$ASIDE/${line}" '${mark.name}'`;
    case 'pipeline':
      return `${begin}\nmkdir -p '${dirname(mark.name)}'\ncp "$ASIDE/${line}" '${mark.name}'\n{\n${here(pipelineScript(text))}\n} 2>&1`;
    case 'run':
      return `${begin}\n{\n${here(text)}} 2>&1`;
    case 'background':
      return `${begin}\n: >${output(line)}\n(\n${here(text)}) >${output(line)} 2>${output(line)}.err &\npid_${line}=$!\nuntil_said ${output(line)} $!`;
    default:
      return '';
  }
}

type Step = { run?: string; env?: Record<string, string> };

/** The commands of a GitHub workflow or a GitLab pipeline, in order, as its runner would give them to a shell. */
function pipelineScript(text: string): string {
  const { jobs, ...gitlab } = parse(text);
  const exported = (env: Record<string, string> = {}): string[] =>
    Object.entries(env).map(([name, value]) => {
      const given = String(value).replace(/\$\{\{ (?:secrets|env)\.(\w+) \}\}/g, '$$$1');
      return `export ${name}="${given}"`;
    });
  if (jobs) {
    return Object.values<{ env?: Record<string, string>; steps: Step[] }>(jobs)
      .flatMap(({ env, steps }) => [
        'export GITHUB_STEP_SUMMARY="$ASIDE/summary"',
        ...exported(env),
        ...steps.flatMap(({ run, env: own }) => (run ? [`(\n${exported(own).join('\n')}\n${run}\n)`] : [])),
        'cat "$GITHUB_STEP_SUMMARY"',
      ])
      .join('\n');
  }
  const listed = Object.values<Record<string, unknown>>(gitlab).filter((job) => job?.['script']);
  return listed
    .flatMap(({ variables, before_script: before, script, after_script: after }) => [
      ...exported(variables as Record<string, string>),
      ...[before, script, after].flatMap((lines) => (lines ?? []) as string[]),
    ])
    .join('\n');
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
 * `npm install` takes packages from the lock file, without a registry; of a folder that was cloned it makes a link, whose
 * `payrig` is the one that is built, since the first command in a clone asks a registry. `npm pack` in a clone gives the
 * package that was packed for all tests. `npx` runs a program that is installed, without the
 * second that the real npx takes to find it.
 */
const npm = `npx() {
  if test -x "node_modules/.bin/$1"; then
    program=node_modules/.bin/$1; shift
    test "$1" = check && test -n "$LEFT_OUT" && set -- "$@" --skip "$LEFT_OUT"
    test "$1" = exam && test "$2" != client && test -n "$LEFT_OUT" && set -- "$@" --skip survival.garbage
    "$program" "$@"
  else command npx "$@"; fi
}
npm() {
  if test "$1" = pack; then test -f scripts/payrig.mjs && cp "$TARBALL" . && return; fi
  test "$1" = install || { command npm "$@"; return; }
  shift
  for word in "$@"; do
    shift
    case "$word" in
      -*) ;;
      .*.tgz) test -f "$word" && set -- "$@" "$word" || { echo "there is no $word"; return 1; } ;;
      .*)
        test -f "$word/scripts/payrig.mjs" || { echo "there is no $word"; return 1; }
        mkdir -p node_modules/.bin && ln -sfn "../$word" node_modules/payrig && ln -sf "$PAYRIG" node_modules/.bin/payrig
        ;;
      *) set -- "$@" "$word" ;;
    esac
  done
  test $# -eq 0 && return
  "$ROOT/node_modules/node/bin/node" "$ROOT/scripts/testing/install-locked.ts" "$TARBALL" "$@" >&2
}`;
