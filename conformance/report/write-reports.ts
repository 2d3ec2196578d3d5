import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RunResult } from '../judgement/result.ts';
import type { Comparison } from './compare.ts';
import { htmlReport } from './html-report.ts';
import { junitReport } from './junit.ts';

/** Writes report.html, with a comparison if there is one, report.json and junit.xml into a folder, which it makes; their paths. */
export async function writeReports(
  result: RunResult,
  folder: string,
  compared?: Comparison,
): Promise<string[]> {
  await mkdir(folder, { recursive: true });
  const files: [name: string, text: string][] = [
    ['report.html', htmlReport(result, compared)],
    ['report.json', `${JSON.stringify(result, null, 2)}\n`],
    ['junit.xml', junitReport(result)],
  ];
  const outcomes = await Promise.allSettled(
    files.map(async ([name, text]) => {
      const path = join(folder, name);
      await writeFile(path, text);
      return path;
    }),
  );
  // One that cannot be written does not keep the others from it.
  const broken = outcomes.find(({ status }) => status === 'rejected');
  if (broken?.status === 'rejected') throw broken.reason;
  return outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
}
