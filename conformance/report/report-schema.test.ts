import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { countCheck, run, setsCheck, wrongCount } from '../testing/run-fake.ts';

test('a result keeps to the published schema, whatever became of its clauses', async () => {
  const schema = JSON.parse(readFileSync(new URL('./report.schema.json', import.meta.url), 'utf8'));
  const validate = new Ajv2020({ allErrors: true, strict: false, validateFormats: false }).compile(schema);
  const results = [
    await run({ checks: [countCheck, setsCheck] }, {}, wrongCount),
    await run({ checks: [countCheck, setsCheck] }, { arrange: 'none', readOnly: true }),
    await run({ checks: [countCheck] }, {}, () => ({ status: 401, body: { errors: ['no'] } })),
  ];
  for (const result of results) {
    const valid = validate(JSON.parse(JSON.stringify(result)));
    expect(validate.errors ?? []).toEqual([]);
    expect(valid).toBe(true);
  }
});
