import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endOf, killGroup } from '../../conformance/target/child-end.ts';
import { onStop } from '../terminal/on-stop.ts';
import { projectRoot } from '../terminal/run-tool.ts';

/** The part that is read of what vitest's reporter `json` writes; a test passes on what it found in its `meta`. */
export type TestReport<Meta> = {
  testResults: readonly {
    name: string;
    message: string;
    assertionResults: readonly {
      title: string;
      status: string;
      duration?: number;
      failureMessages: readonly string[];
      meta: Meta;
    }[];
  }[];
};

/** Runs tests by vitest, in a group of processes of their own: all that they started ends with them, or with a Ctrl-C. */
export async function testReport<Meta>(
  words: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<TestReport<Meta>> {
  const folder = mkdtempSync(join(tmpdir(), 'payrig-report-'));
  const report = join(folder, 'report.json');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const run = ['node_modules/vitest/vitest.mjs', 'run', ...reporters, ...words];
  const around = { cwd: projectRoot, env: { ...process.env, ...env }, detached: true };
  const tests = spawn(process.execPath, run, { ...around, stdio: ['ignore', 'inherit', 'inherit'] });
  const endAll = (): void => {
    killGroup(tests);
    rmSync(folder, { recursive: true, force: true });
  };
  onStop(() => {
    endAll();
    process.exit(130);
  });
  await endOf(tests);
  const text = existsSync(report) ? readFileSync(report, 'utf8') : '{"testResults":[]}';
  endAll();
  return JSON.parse(text);
}
