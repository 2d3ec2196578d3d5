import { constants } from 'node:fs';
import { access, mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { printable, printableJson } from '../../conformance/printable.ts';
import { compareRuns, comparisonLines } from '../../conformance/report/compare.ts';
import { consoleReport } from '../../conformance/report/console.ts';
import { readReport } from '../../conformance/report/read-report.ts';
import { writeReports } from '../../conformance/report/write-reports.ts';
import type { RunResult } from '../../conformance/result.ts';
import { paintFor } from '../paint.ts';
import { UsageError } from '../usage-error.ts';

export type OutputOptions = {
  json?: boolean;
  reportDir?: string;
  learn?: string;
  compare?: string;
  writeBaseline?: string;
};

/** Makes what is to be written to ready before anything is judged: a run is too dear to be lost at its end. */
export async function outputsFor(options: OutputOptions): Promise<(result: RunResult) => Promise<void>> {
  const { reportDir, learn, compare, writeBaseline } = options;
  const older = compare === undefined ? undefined : readReport(compare);
  for (const folder of [reportDir, ...[learn, writeBaseline].map((file) => file && dirname(file))])
    if (folder !== undefined) await expectFolder(folder);
  return (result) => show(result, options, older);
}

async function expectFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true });
    await access(folder, constants.W_OK);
  } catch (error) {
    throw new UsageError(`Nothing can be written to the folder ${folder}: ${(error as Error).message}`);
  }
}

/** Shows a result and writes what was asked for; what cannot be written is told, and is no reason to pass. */
async function show(result: RunResult, options: OutputOptions, older: RunResult | undefined): Promise<void> {
  const { json = false, reportDir, learn, writeBaseline } = options;
  // With --json whoever reads standard output is a program.
  const tell = (text: string): void => void (json ? process.stderr : process.stdout).write(`${text}\n`);
  if (json) process.stdout.write(`${printableJson(result)}\n`);
  else {
    const paint = paintFor(process.stdout);
    tell(consoleReport(result, { paint, columns: process.stdout.columns ?? 80 }));
  }
  if (older) tell(printable(comparisonLines(compareRuns(older, result)).join('\n')));
  process.exitCode = result.exitCode;
  const written: string[] = [];
  const tryTo = async (what: string, write: () => Promise<readonly string[]>): Promise<void> => {
    try {
      written.push(...(await write()));
    } catch (error) {
      process.stderr.write(`${what} could not be written: ${printable((error as Error).message)}\n`);
      process.exitCode = process.exitCode || 3;
    }
  };
  if (learn !== undefined)
    await tryTo('The profile', () => fileWritten(learn, `${JSON.stringify(result.profile, null, 2)}\n`));
  if (reportDir !== undefined) await tryTo('The reports', () => writeReports(result, reportDir));
  if (writeBaseline !== undefined)
    await tryTo('The baseline', async () => {
      const files = await fileWritten(writeBaseline, baselineText(result));
      // What is known from now on is no reason to fail.
      if (result.exitCode === 1) process.exitCode = 0;
      return files;
    });
  if (written.length > 0) tell(`Written: ${written.join(', ')}`);
}

const fileWritten = async (file: string, text: string): Promise<string[]> => {
  await writeFile(file, text);
  return [file];
};

/** Every clause that does not hold, as --baseline takes it. */
const baselineText = ({ clauses }: RunResult): string =>
  `${JSON.stringify(
    clauses.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn').map(({ clause }) => clause),
    null,
    2,
  )}\n`;
