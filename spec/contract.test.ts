import { expect, test } from 'vitest';
import { Validators } from './contract.ts';
import { loadAjv, loadFormats } from './load-ajv.ts';

const upTo = (most: number) => Array.from({ length: most + 1 }, (_, value) => String(value).padStart(2, '0'));
const product = (...parts: readonly (readonly string[])[]): string[] =>
  parts.reduce<string[]>((heads, tails) => heads.flatMap((head) => tails.map((tail) => head + tail)), ['']);

/** Every day of a leap year and of two others, every second of a day, every way to write one; and what is nearly one. */
const instants = [
  ...product(['2024-', '2023-', '1900-'], upTo(13), ['-'], upTo(32), ['T10:20:30Z']),
  ...product(['2024-02-03T'], upTo(25), [':'], upTo(61), [':00Z', ':59.9Z', ':60Z', ':61Z']),
  ...product(
    ['2024-02-03', '24-2-3'],
    ['T', 't', ' ', ''],
    ['23:59:59', '1:2:3'],
    ['', '.5', '.', ',5'],
    [...['Z', 'z', '', '+01:00', '-23:59', '+2460', ' Z', 'Z\n']],
  ),
];

test('an instant is right where the formats of Ajv say so', () => {
  const schema = { type: 'string', format: 'date-time' };
  const isRight = new Validators({ components: { schemas: { Instant: schema } } }).schema('Instant');
  const ajv = new (loadAjv())();
  loadFormats()(ajv);
  const isInstant = ajv.compile(schema);
  expect(instants.filter((text) => isRight(text))).toEqual(instants.filter((text) => isInstant(text)));
});
