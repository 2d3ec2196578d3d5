import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { BadUsage } from '../judgement/failure.ts';
import { countCheck, run } from '../testing/run-fake.ts';
import { readReport } from './read-report.ts';

const folder = mkdtempSync(join(tmpdir(), 'payrig-report-'));
afterAll(() => rmSync(folder, { recursive: true }));

function written(value: unknown): string {
  const file = join(folder, 'report.json');
  writeFileSync(file, JSON.stringify(value));
  return file;
}

test('a report is read back as it was written, and one with a part of the wrong type is refused with its place', async () => {
  const report = JSON.parse(JSON.stringify(await run({ checks: [countCheck] })));
  expect(readReport(written(report))).toEqual(report);
  expect(() => readReport(written({ ...report, clauses: [null] }))).toThrow(BadUsage);
  expect(() => readReport(written({ ...report, clauses: [null] }))).toThrow('clauses > 0 must be object');
  expect(() => readReport(written({ ...report, points: [{}] }))).toThrow(/points > 0 must have/);
  expect(() => readReport(written(null))).toThrow('the file must be object');
});
