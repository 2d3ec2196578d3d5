// `npm run check [step ...]`: everything about the sources that can be wrong without running them.
import { projectRoot, runTool } from '../terminal/run-tool.ts';
import { changedSince, contentsOf, rememberGreen } from './last-green.ts';

type Step = {
  command: string;
  /** The files that its verdict depends on, if not all. */
  reads?: RegExp;
  /** It judges each file on its own and takes the names of those that changed; `all`, if one of its settings did. */
  eachBy?: { settings: RegExp; all: string[] };
};

/** Pages and pictures have no types and import nothing. */
const code = /^(?!.*\.(?:md|png)$)/;
/** The import graph holds these to importing no tests. */
const sources = /^(?!.*\.test\.tsx?$)/;

/** Everything that must hold before the tests are worth running; a new rule is a new line. */
const steps: Readonly<Record<string, Step>> = {
  // With one checker the compiler takes a third less processor time, and the other steps keep the other cores busy.
  types: {
    command: 'node node_modules/typescript7/bin/tsc -p tsconfig.json --pretty false --checkers 1',
    reads: code,
  },
  lint: {
    command: 'biome ci --colors=off --diagnostic-level=warn --error-on-warnings --no-errors-on-unmatched',
    // The rules that read a second file are of the domains project and types, which biome.json leaves off.
    reads: /\.(?:[cm]?[jt]sx?|jsonc?|css|html|svg|grit)$|^\.gitignore$/,
    eachBy: { settings: /(?:^|\/)(?:biome\.jsonc?|package\.json|\.gitignore|[^/]*\.grit)$/, all: ['.'] },
  },
  'import graph': { command: 'node scripts/check/import-graph.ts', reads: code },
  'dead code': { command: 'knip --no-progress --no-config-hints', reads: code },
  'spec lint': { command: 'redocly lint --format=stylish', reads: /^spec\/.*\.(?:ya?ml|json)$|^\.?redocly/ },
  // A lock file without the optional packages of every platform installs here and nowhere else.
  'lock file': {
    // The packages' install scripts are not part of the lock file, and to look them up takes half of the time.
    command: 'npm ci --dry-run --offline --ignore-scripts --loglevel=error',
    reads: /^(?:package\.json|package-lock\.json|npm-shrinkwrap\.json|\.npmrc)$/,
  },
  'regular expressions': {
    command: 'node scripts/check/regexp-problems.ts',
    reads: /^(?:spec|generators|simulator|conformance|scripts)\//,
    eachBy: { settings: /^scripts\/(?:check\/regexp-problems|terminal\/run-tool)\.ts$/, all: [] },
  },
  dependencies: { command: 'node scripts/release/dependency-problems.ts' },
  'clause coverage': { command: 'node scripts/check/check-coverage.ts', reads: sources },
  'generated files': { command: 'node scripts/generate/generate.ts --check', reads: sources },
};
// GOGC: the compiler collects garbage less often, which takes a fifth off its processor time for 0.5 GB of memory.
const env = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', NO_COLOR: '1', GOGC: '400' };

const all = Object.keys(steps);
const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !all.includes(name));
if (unknown.length > 0) {
  console.error(`There is no step ${unknown.map((name) => `[${name}]`).join(', ')}; there are:`);
  for (const name of all) console.error(`  ${name}`);
  process.exit(2);
}

const names = wanted.length > 0 ? all.filter((name) => wanted.includes(name)) : all;
const width = Math.max(...names.map((name) => name.length));
const contents = contentsOf(projectRoot);
const results = await Promise.all(names.map(check));
for (const { name, output } of results.filter((result) => !result.passed))
  console.log(`\n--- ${name}: ${steps[name]!.command}\n${output.trim()}`);
process.exitCode = results.every((result) => result.passed) ? 0 : 1;

async function check(name: string): Promise<{ name: string; passed: boolean; output: string }> {
  const { command, reads = /^/, eachBy } = steps[name]!;
  const read = contents && {
    ...Object.fromEntries(Object.entries(contents).filter(([file]) => reads.test(file))),
    '': `${command} ${contents['']}`,
  };
  const changed = read && changedSince(projectRoot, name, read);
  const say = (verdict: string, how: string): void =>
    console.log(`${verdict}  ${name.padEnd(width)}  ${how}`);
  if (changed?.length === 0) {
    say('ok  ', 'as before');
    return { name, passed: true, output: '' };
  }
  const [program = '', ...args] = [...command.split(' '), ...filesFor(eachBy, changed)];
  const { code, stdout, stderr, seconds } = await runTool(program, args, { env });
  const passed = code === 0;
  if (passed && read) rememberGreen(projectRoot, name, read);
  say(passed ? 'ok  ' : 'FAIL', `${seconds.toFixed(1)} s`);
  return { name, passed, output: `${stdout}\n${stderr}` };
}

function filesFor(eachBy: Step['eachBy'], changed: readonly string[] | undefined): string[] {
  if (!eachBy) return [];
  const isWhole = !changed || changed.some((file) => file === '' || eachBy.settings.test(file));
  const files = isWhole ? [] : changed.filter((file) => contents?.[file] !== undefined);
  // Some systems take a short command line only.
  return files.length === 0 || files.length > 200 ? eachBy.all : files;
}
