import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { expect, test } from 'vitest';
import { runResult } from './testing/sample-runs.ts';
import { writeReports } from './write-reports.ts';

test('the written reports are three files, and the JSON keeps to its schema', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'payrig-reports-'));
  try {
    const paths = await writeReports(
      runResult(['pass', 'warn', 'fail', 'skip', 'error']),
      join(folder, 'deep', 'er'),
    );
    expect(paths.map((path) => path.split('/').at(-1))).toEqual(['report.html', 'report.json', 'junit.xml']);
    const ajv = new Ajv2020({ strict: false, allErrors: true });
    (addFormats as unknown as (ajv: Ajv2020) => void)(ajv);
    const validate = ajv.compile(
      JSON.parse(readFileSync(new URL('./report.schema.json', import.meta.url), 'utf8')),
    );
    validate(JSON.parse(await readFile(paths[1]!, 'utf8')));
    expect(validate.errors).toBeNull();
  } finally {
    await rm(folder, { recursive: true });
  }
});
