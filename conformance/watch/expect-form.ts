import { readFileSync } from 'node:fs';
import { lazy } from '../../spec/lazy.ts';
import { loadAjv } from '../../spec/load-ajv.ts';

const forms = lazy(() => {
  const schema = JSON.parse(readFileSync(new URL('./files.schema.json', import.meta.url), 'utf8'));
  return new (loadAjv())({ strict: false, verbose: true }).addSchema(schema, 'files');
});

/** Throws a sentence unless a value that was read from a file of a watch has the form that a watch writes. */
export function expectForm(name: 'line' | 'ledger', value: unknown): void {
  const validate = forms().getSchema(`files#/$defs/${name}`);
  if (!validate || validate(value)) return;
  const fault = validate.errors?.findLast(({ keyword }) => keyword !== 'anyOf');
  const where = fault?.instancePath.slice(1).replaceAll('/', ' > ') || 'it';
  throw new Error(`${where} ${fault?.message}`);
}
