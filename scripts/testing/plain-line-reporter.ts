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
    const skipped = count.skipped > 0 ? `, ${count.skipped} skipped` : '';
    process.on('exit', () => {
      process.stdout.write(
        `\nPAYRIG_TEST_SEED=${process.env['PAYRIG_TEST_SEED']} draws the same again.\n${count.passed} passed, ${count.failed} failed${skipped}\n`,
      );
    });
  }
}
