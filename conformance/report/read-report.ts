import { readFileSync } from 'node:fs';
import { lazy } from '../../spec/lazy.ts';
import { loadAjv } from '../../spec/load-ajv.ts';
import { whyUnreadable } from '../../spec/why-unreadable.ts';
import { BadUsage } from '../judgement/failure.ts';
import type { RunResult } from '../judgement/result.ts';

export function readReport(file: string): RunResult {
  let read: unknown;
  try {
    read = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new BadUsage(`Cannot read the report ${file}: ${whyUnreadable(error)}`);
  }
  const validate = validator();
  if (validate(read)) return read;
  const [fault] = validate.errors ?? [];
  const where = fault?.instancePath.slice(1).replaceAll('/', ' > ') || 'the file';
  const why = `${where} ${fault?.message}`;
  throw new BadUsage(`${file} is not a report.json of payrig check or payrig exam: ${why}.`);
}

const validator = lazy(() => {
  const schema = JSON.parse(readFileSync(new URL('./report.schema.json', import.meta.url), 'utf8'));
  return new (loadAjv())({ strict: false, validateFormats: false }).compile<RunResult>(schema);
});
