import { compiler, type ToolOptions } from './run-tool.ts';

/** One thing that `npm run check` looks at: a tool that exits with 0 when all is well. */
export type CheckStep = { name: string; command: string; args: readonly string[]; env?: ToolOptions['env'] };

const folders = ['spec', 'generators', 'simulator', 'conformance', 'scripts'];

/** Everything that must hold before the tests are worth running; a new rule is a new line. */
export const checkSteps: readonly CheckStep[] = [
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
  { name: 'dependencies', command: 'node', args: ['scripts/dependency-problems.ts'] },
  { name: 'clause coverage', command: 'node', args: ['scripts/check-coverage.ts'] },
  { name: 'generated files', command: 'node', args: ['scripts/generate.ts', '--check'] },
];
