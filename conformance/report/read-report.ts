import { readFileSync } from 'node:fs';
import { BadUsage } from '../failure.ts';
import type { RunResult } from '../result.ts';

/** A report.json as it was written; throws a sentence when it is none. */
export function readReport(file: string): RunResult {
  let read: Partial<RunResult>;
  try {
    read = JSON.parse(readFileSync(file, 'utf8')) ?? {};
  } catch (error) {
    throw new BadUsage(`The report ${file} cannot be read: ${(error as Error).message}`);
  }
  if (read.version !== 1 || !Array.isArray(read.clauses) || !Array.isArray(read.points) || !read.totals)
    throw new BadUsage(`${file} is no report.json of payrig check or payrig exam.`);
  return read as RunResult;
}
