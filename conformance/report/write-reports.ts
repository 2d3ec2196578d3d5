import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RunResult } from '../judgement/result.ts';
import type { Comparison } from './compare.ts';
import { htmlReport } from './html-report.ts';
import { junitReport } from './junit.ts';

/** Writes report.html, with a comparison if there is one, report.json and junit.xml into a folder, which it makes; their paths. */
export async function writeReports(result: RunResult, folder: string, compared?: Comparison) {
  await mkdir(folder, { recursive: true });
  const files: [name: string, text: string][] = [
    ['report.html', htmlReport(result, compared)],
    ['report.json', `${JSON.stringify(result, null, 2)}\n`],
    ['junit.xml', junitReport(result)],
  ];
  // One that cannot be written does not keep the others from it.
  const faults: unknown[] = [];
  for (const [name, text] of files)
    await writeFile(join(folder, name), text).catch((error: unknown) => faults.push(error));
  if (faults.length > 0) throw faults[0];
  return files.map(([name]) => join(folder, name));
}
