import { Command } from 'commander';
import { paintFor } from '../paint.ts';

type ReportOptions = { annotate: boolean; summary: boolean; compare?: string };

/** `payrig report`: a report.json again, for people, for GitHub, or beside an older one. */
export const command = (): Command =>
  new Command('report')
    .description(
      'print a report.json again: for people, as GitHub annotations, as Markdown, or beside an older one',
    )
    .argument('<report.json>', 'what payrig check or payrig exam wrote with --report-dir')
    .option('--annotate', 'workflow commands of GitHub Actions: ::error and ::warning lines', false)
    .option('--summary', 'Markdown, as for a job summary or a comment', false)
    .option('--compare <old.json>', 'what got better and what got worse since an older report')
    .addHelpText(
      'after',
      `
Exit codes: 0 it was printed, 2 a file is no report.

Examples:
  payrig report reports/report.json
  payrig report reports/report.json --annotate
  payrig report reports/report.json --summary >> "$GITHUB_STEP_SUMMARY"
  payrig report reports/report.json --compare last-week.json`,
    )
    .action(report);

async function report(file: string, { annotate, summary, compare }: ReportOptions): Promise<void> {
  const [{ readReport }, { githubAnnotations, markdownSummary }, { consoleReport }, compared, { printable }] =
    await Promise.all([
      import('../../conformance/report/read-report.ts'),
      import('../../conformance/report/github.ts'),
      import('../../conformance/report/console.ts'),
      import('../../conformance/report/compare.ts'),
      import('../../conformance/printable.ts'),
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
