// `npm run check [step ...]`: everything about the sources that can be wrong without running them.
import { runTool } from '../terminal/run-tool.ts';

/** Everything that must hold before the tests are worth running; a new rule is a new line. */
const commands: Readonly<Record<string, string>> = {
  types: 'node node_modules/typescript7/bin/tsc -p tsconfig.json --pretty false',
  lint: 'biome ci . --colors=off --diagnostic-level=warn --error-on-warnings',
  'import graph': 'node scripts/check/import-graph.ts',
  'dead code': 'knip --no-progress --no-config-hints',
  'spec lint': 'redocly lint --format=stylish',
  // A lock file without the optional packages of every platform installs here and nowhere else.
  'lock file': 'npm ci --dry-run --offline --loglevel=error',
  'regular expressions': 'node scripts/check/regexp-problems.ts',
  dependencies: 'node scripts/release/dependency-problems.ts',
  'clause coverage': 'node scripts/check/check-coverage.ts',
  'generated files': 'node scripts/generate/generate.ts --check',
};
const env = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', NO_COLOR: '1' };

const all = Object.keys(commands);
const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !all.includes(name));
if (unknown.length > 0) {
  console.error(`There is no step ${unknown.map((name) => `[${name}]`).join(', ')}; there are:`);
  for (const name of all) console.error(`  ${name}`);
  process.exit(2);
}

const names = wanted.length > 0 ? all.filter((name) => wanted.includes(name)) : all;
const width = Math.max(...names.map((name) => name.length));
const results = await Promise.all(names.map(check));
for (const { name, output } of results.filter((result) => !result.passed))
  console.log(`\n--- ${name}: ${commands[name]}\n${output.trim()}`);
process.exitCode = results.every((result) => result.passed) ? 0 : 1;

async function check(name: string): Promise<{ name: string; passed: boolean; output: string }> {
  const [command = '', ...args] = commands[name]!.split(' ');
  const { code, stdout, stderr, seconds } = await runTool(command, args, { env });
  const passed = code === 0;
  console.log(`${passed ? 'ok  ' : 'FAIL'}  ${name.padEnd(width)}  ${seconds.toFixed(1)} s`);
  return { name, passed, output: `${stdout}\n${stderr}` };
}
