import { existsSync, readFileSync, rmSync } from 'node:fs';
import type { Reporter, TestModule } from 'vitest/node';

/** Ends a run with one plain line that any machine can read: `N passed, N failed`; before it, the seed that was drawn. */
export default class PlainLineReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    const count = { passed: 0, failed: unhandledErrors.length, skipped: 0 };
    for (const module of modules) {
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        if (state === 'passed' || state === 'failed') count[state] += 1;
        else count.skipped += 1;
      }
      // A file that breaks before its first test has no test to blame, yet it is a failure.
      if (module.errors().length > 0) count.failed += 1;
    }
    for (const line of samples()) process.stdout.write(`${line}\n`);
    const skipped = count.skipped > 0 ? `, ${count.skipped} skipped` : '';
    process.on('exit', () => {
      process.stdout.write(
        `\nPAYRIG_TEST_SEED=${process.env['PAYRIG_TEST_SEED']} draws the same again.\n${count.passed} passed, ${count.failed} failed${skipped}\n`,
      );
    });
  }
}

/** After a proof: what `npm test` takes of how many, in each file that calls `sample` or `few`. */
function samples(): string[] {
  const notes = process.env['PAYRIG_PROOF_SAMPLES'];
  if (notes === undefined || !existsSync(notes)) return [];
  const counts = new Map<string, Set<string>>();
  for (const [file = '', count = ''] of readFileSync(notes, 'utf8')
    .split('\n')
    .map((line) => line.split('\t')))
    if (count !== '') counts.set(file, (counts.get(file) ?? new Set()).add(count));
  rmSync(notes);
  return [...counts].sort().map(([file, each]) => `npm test takes ${[...each].join(', ')}: ${file}`);
}
