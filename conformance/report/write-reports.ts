import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RunResult } from '../result.ts';
import { htmlReport } from './html/html-report.ts';
import { junitReport } from './junit.ts';

/** Writes report.html, report.json and junit.xml into a folder, which is made if it is not there; their paths. */
export async function writeReports(result: RunResult, folder: string): Promise<string[]> {
  await mkdir(folder, { recursive: true });
  const files: [name: string, text: string][] = [
    ['report.html', htmlReport(result)],
    ['report.json', `${JSON.stringify(result, null, 2)}\n`],
    ['junit.xml', junitReport(result)],
  ];
  return Promise.all(
    files.map(async ([name, text]) => {
      const path = join(folder, name);
      await writeFile(path, text);
      return path;
    }),
  );
}
