import type { KeyObject } from 'node:crypto';
import { constants } from 'node:fs';
import { access, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { RunResult } from '../../conformance/judgement/result.ts';
import { compareRuns, comparisonLines } from '../../conformance/report/compare.ts';
import { consoleReport } from '../../conformance/report/console.ts';
import { having } from '../../conformance/report/grouped.ts';
import { readReport } from '../../conformance/report/read-report.ts';
import { writeReports } from '../../conformance/report/write-reports.ts';
import { printable, printableJson } from '../../conformance/target/printable.ts';
import { paintFor } from '../terminal/paint.ts';
import { messageOf, readText, UsageError } from '../terminal/usage-error.ts';

type Output = 'reportDir' | 'learn' | 'compare' | 'writeBaseline' | 'attest';
/** `verbose`: of watched traffic, also what was not judged. */
export type OutputOptions = { json?: boolean; verbose?: boolean } & { [File in Output]?: string };

/** Creates the folders for the output before the run: a run takes too long to lose its result at the end. */
export async function outputsFor(options: OutputOptions): Promise<(result: RunResult) => Promise<void>> {
  const { reportDir, learn, compare, writeBaseline, attest } = options;
  const older = compare === undefined ? undefined : readReport(compare);
  for (const folder of [reportDir, ...[learn, writeBaseline].map((file) => file && dirname(file))])
    if (folder !== undefined) await expectFolder(folder);
  const key = attest === undefined ? undefined : await signingKey(attest);
  return (result) => show(result, options, older, key);
}

async function signingKey(file: string): Promise<KeyObject> {
  const { keyOf } = await import('../../conformance/attest/envelope.ts');
  return keyOf(await readText(file, 'key'), 'private', file);
}

async function attested(result: RunResult, key: KeyObject): Promise<string> {
  const { signed } = await import('../../conformance/attest/envelope.ts');
  const { statementOf } = await import('../../conformance/attest/statement.ts');
  return `${JSON.stringify(signed(statementOf(result), key), null, 2)}\n`;
}

async function expectFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true });
    await access(folder, constants.W_OK);
  } catch (error) {
    throw new UsageError(`Nothing can be written to the folder ${folder}: ${messageOf(error)}`);
  }
}

/** Shows a result and writes the files that options name; a file that cannot be written makes the command fail. */
async function show(result: RunResult, options: OutputOptions, older?: RunResult, key?: KeyObject) {
  const { json = false, reportDir, learn, writeBaseline } = options;
  // With --json standard output is for a program.
  const tell = (text: string): void => void (json ? process.stderr : process.stdout).write(`${text}\n`);
  if (json) process.stdout.write(`${printableJson(result)}\n`);
  else {
    const paint = paintFor(process.stdout);
    const isShort = options.verbose === false;
    tell(consoleReport(result, { paint, columns: process.stdout.columns ?? 80, isShort }));
  }
  const compared = older && compareRuns(older, result);
  if (compared) tell(printable(comparisonLines(compared).join('\n')));
  process.exitCode = result.exitCode;
  const written: string[] = [];
  const tryTo = async (what: string, write: () => Promise<readonly string[]>): Promise<void> => {
    try {
      written.push(...(await write()));
    } catch (error) {
      process.stderr.write(`${what} could not be written: ${printable(messageOf(error))}\n`);
      process.exitCode = process.exitCode || 3;
    }
  };
  if (learn !== undefined)
    await tryTo('The profile', () => fileWritten(learn, `${JSON.stringify(result.profile, null, 2)}\n`));
  if (reportDir !== undefined) await tryTo('The reports', () => writeReports(result, reportDir, compared));
  const file = join(reportDir ?? '.', 'attestation.json');
  if (key) await tryTo('The attestation', async () => fileWritten(file, await attested(result, key)));
  if (writeBaseline !== undefined)
    await tryTo('The baseline', async () => {
      const files = await fileWritten(writeBaseline, baselineText(result));
      // Failures that the baseline lists from now on do not fail the command.
      if (result.exitCode === 1) process.exitCode = 0;
      return files;
    });
  if (written.length > 0) tell(`Written: ${written.join(', ')}`);
}

const fileWritten = async (file: string, text: string): Promise<string[]> => {
  await writeFile(file, text);
  return [file];
};

const baselineText = ({ clauses }: RunResult): string =>
  `${JSON.stringify(
    having(clauses, 'fail', 'warn').map(({ clause }) => clause),
    null,
    2,
  )}\n`;
