// `npm run check [step ...]`: everything about the sources that can be wrong without running them.

import { compiler, runTool, type ToolOptions } from './run-tool.ts';

/** One thing that `npm run check` looks at: a tool that exits with 0 when all is well. */
type CheckStep = { name: string; command: string; args: readonly string[]; env?: ToolOptions['env'] };

const folders = ['spec', 'generators', 'simulator', 'conformance', 'scripts'];

/** Everything that must hold before the tests are worth running; a new rule is a new line. */
const checkSteps: readonly CheckStep[] = [
  { name: 'types', command: 'node', args: [compiler, '-p', 'tsconfig.json', '--pretty', 'false'] },
  {
    name: 'lint',
    command: 'biome',
    args: ['ci', '.', '--colors=off', '--diagnostic-level=warn', '--error-on-warnings'],
  },
  {
    name: 'import graph',
    command: 'depcruise',
    args: ['--config', '.dependency-cruiser.cjs', '--no-progress', ...folders],
  },
  {
    name: 'folder cycles',
    command: 'depcruise',
    args: ['--config', '.dependency-cruiser.folders.cjs', '--no-progress', ...folders],
  },
  { name: 'dead code', command: 'knip', args: ['--no-progress', '--no-config-hints'] },
  {
    name: 'spec lint',
    command: 'redocly',
    args: ['lint', '--format=stylish'],
    env: { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', NO_COLOR: '1' },
  },
  {
    // A lock file without the optional packages of every platform installs here and nowhere else.
    name: 'lock file',
    command: 'npm',
    args: ['ci', '--dry-run', '--offline', '--loglevel=error'],
  },
  { name: 'regular expressions', command: 'node', args: ['scripts/regexp-problems.ts'] },
  { name: 'dependencies', command: 'node', args: ['scripts/dependency-problems.ts'] },
  { name: 'clause coverage', command: 'node', args: ['scripts/check-coverage.ts'] },
  { name: 'generated files', command: 'node', args: ['scripts/generate.ts', '--check'] },
];

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !checkSteps.some((step) => step.name === name));
if (unknown.length > 0) {
  console.error(`There is no step ${unknown.map((name) => `[${name}]`).join(', ')}; there are:`);
  for (const step of checkSteps) console.error(`  ${step.name}`);
  process.exit(2);
}

const steps = wanted.length > 0 ? checkSteps.filter((step) => wanted.includes(step.name)) : checkSteps;
const width = Math.max(...steps.map((step) => step.name.length));
const results = await Promise.all(steps.map(check));
for (const { step, output } of results.filter((result) => !result.passed))
  console.log(`\n--- ${step.name}: ${step.command} ${step.args.join(' ')}\n${output.trim()}`);
process.exitCode = results.every((result) => result.passed) ? 0 : 1;

async function check(step: CheckStep): Promise<{ step: CheckStep; passed: boolean; output: string }> {
  const { code, stdout, stderr, seconds } = await runTool(step.command, step.args, { env: step.env });
  const passed = code === 0;
  console.log(`${passed ? 'ok  ' : 'FAIL'}  ${step.name.padEnd(width)}  ${seconds.toFixed(1)} s`);
  return { step, passed, output: `${stdout}\n${stderr}` };
}
