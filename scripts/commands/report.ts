import type { CommandOptions } from '../generated/command-line.ts';
import { commandOf } from '../terminal/command-of.ts';
import { paintFor } from '../terminal/paint.ts';

export const command = () => commandOf('report', report);

async function report(file: string, { annotate, summary, compare }: CommandOptions['report']): Promise<void> {
  const [{ readReport }, { githubAnnotations, markdownSummary }, { consoleReport }, compared, { printable }] =
    await Promise.all([
      import('../../conformance/report/read-report.ts'),
      import('../../conformance/report/github.ts'),
      import('../../conformance/report/console.ts'),
      import('../../conformance/report/compare.ts'),
      import('../../conformance/target/printable.ts'),
    ]);
  const result = readReport(file);
  if (annotate) process.stdout.write(githubAnnotations(result));
  if (summary) process.stdout.write(`${markdownSummary(result)}\n`);
  if (compare !== undefined) {
    const lines = compared.comparisonLines(compared.compareRuns(readReport(compare), result));
    process.stdout.write(`${printable(lines.join('\n'))}\n`);
  }
  if (annotate || summary || compare !== undefined) return;
  const paint = paintFor(process.stdout);
  process.stdout.write(`${consoleReport(result, { paint, columns: process.stdout.columns ?? 80 })}\n`);
}
