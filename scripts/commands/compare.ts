import { commandOf } from '../terminal/command-of.ts';
import { readJson } from '../terminal/usage-error.ts';

export const command = () => commandOf('compare', compare);

async function compare(older: string, newer: string): Promise<void> {
  const { compareRuns, comparisonLines } = await import('../../conformance/report/compare.ts');
  const { printable } = await import('../../conformance/target/printable.ts');
  const comparison = compareRuns(await reportIn(older), await reportIn(newer));
  process.stdout.write(`${printable(comparisonLines(comparison).join('\n'))}\n`);
  if (comparison.worse.length + comparison.found.length + comparison.points.length > 0) process.exitCode = 1;
}

async function reportIn(file: string) {
  const { Ledger } = await import('../../conformance/watch/ledger.ts');
  const { readLedger } = await import('../../conformance/watch/open-watch.ts');
  const read = (await readJson(file)) as { kind?: string; clauses?: unknown } | null;
  if (read?.kind === 'payrig-ledger') {
    const ledger = readLedger(file)!;
    return new Ledger(ledger).report(ledger.target);
  }
  if (Array.isArray(read?.clauses))
    return (await import('../../conformance/report/read-report.ts')).readReport(file);
  const { profileOf } = await import('../judging/check-arguments.ts');
  const points = (await profileOf(file))?.points ?? {};
  const ledger = new Ledger();
  for (const [point, value] of Object.entries(points))
    ledger.learn(point as Parameters<typeof ledger.learn>[0], value);
  return ledger.report(file);
}
