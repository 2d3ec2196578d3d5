import fc, { type Arbitrary } from 'fast-check';
import type { Schema } from '../../spec/openapi-document.ts';
import { penceToGroupedText, penceToText } from '../money.ts';
import { forenames, surnames } from '../people/names.ts';

const EARLIEST = new Date('1900-01-01T00:00:00.000Z');
const LATEST = new Date('2099-12-31T23:59:59.999Z');

/** Instants in UTC with milliseconds; they shrink towards a plain day of our time. */
const instants: Arbitrary<string> = fc
  .date({ min: EARLIEST, max: LATEST, noInvalidDate: true })
  .map((date) => date.toISOString());

const days: Arbitrary<string> = instants.map((instant) => instant.slice(0, 10));

/** Amounts in whole pence, negative ones too; they shrink towards nothing. */
const pence: Arbitrary<number> = fc.integer({ min: -10_000_000, max: 10_000_000 });

const money: Arbitrary<string> = pence.map(penceToText);

const words = fc.stringMatching(/^[a-z]{1,8}$/);
const urls = fc
  .tuple(fc.constantFrom('https', 'http'), words, fc.array(words, { maxLength: 2 }))
  .map(([scheme, host, path]) => [`${scheme}://${host}.example`, ...path].join('/'));

/** Base64 of exactly 32 bytes. */
const keys = fc
  .uint8Array({ minLength: 32, maxLength: 32 })
  .map((bytes) => Buffer.from(bytes).toString('base64'));

// Arbitraries for known patterns, so that numbers shrink as numbers and not as text.
const BY_PATTERN: Readonly<Record<string, Arbitrary<string>>> = {
  '^-?\\d+\\.\\d{2}$': money,
  '^-?\\d{1,3}(,\\d{3})*\\.\\d{2}$': pence.map(penceToGroupedText),
  '^[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=$': keys,
};

const BY_FORMAT: Readonly<Record<string, Arbitrary<string>>> = {
  uuid: fc.uuid({ version: 4 }),
  'date-time': instants,
  date: days,
  email: words.map((word) => `${word}@example.com`),
  uri: urls,
};

/** Leaves whose content decides nothing, by the name of their field. */
const COSMETIC: Readonly<Record<string, readonly string[]>> = {
  forename: forenames,
  surname: surnames,
  account_holder_name: surnames,
  post_code: ['LS1 4AP', 'EH1 1YZ', 'CF10 1EP', 'BT1 5GS', 'JE2 3AB', 'ch5 1aa', 'SW1A1AA'],
  ni_number: ['QQ123456A', 'QQ000000D', 'qq 12 34 56 c'],
  NI_number: ['QQ123456A', 'QQ000000D'],
};

function plainText({ minLength = 0, maxLength = 60 }: Schema): Arbitrary<string> {
  const ascii = fc.string({
    unit: 'grapheme-ascii',
    minLength,
    maxLength: Math.max(minLength, Math.min(maxLength, 60)),
  });
  // One grapheme can be several characters long, so the wide ones are left out where room is scarce.
  return maxLength < 60
    ? ascii
    : fc.oneof(
        { arbitrary: ascii, weight: 3 },
        { arbitrary: fc.string({ unit: 'grapheme', minLength, maxLength: minLength + 6 }), weight: 1 },
      );
}

/** Strings that match a pattern; what it looks ahead for is tested afterwards, since none can be made from it. */
function matching(pattern: string): Arbitrary<string> {
  const plain = pattern.replace(/\(\?[=!][^()]*\)/g, '');
  const strings = fc.stringMatching(new RegExp(plain));
  return plain === pattern ? strings : strings.filter((text) => new RegExp(pattern).test(text));
}

/** Strings that a schema allows; the field's name gives cosmetic ones a likely face. */
export function stringsOf(schema: Schema, field: string): Arbitrary<string> {
  const { pattern, format } = schema;
  const known = (pattern && BY_PATTERN[pattern]) || (format && BY_FORMAT[format]);
  if (known) return known;
  if (pattern) return matching(pattern);
  const cosmetic = COSMETIC[field];
  const text = plainText(schema);
  return cosmetic
    ? fc.oneof({ arbitrary: fc.constantFrom(...cosmetic), weight: 3 }, { arbitrary: text, weight: 1 })
    : text;
}

/** Whole numbers between the bounds of a schema. */
export function integersOf({ minimum, maximum, exclusiveMinimum }: Schema): Arbitrary<number> {
  const min = minimum ?? (exclusiveMinimum === undefined ? -1_000_000 : Math.floor(exclusiveMinimum) + 1);
  return fc.integer({ min, max: maximum ?? Math.max(min, 0) + 1_000_000 });
}

/** Numbers between the bounds of a schema, with at most two decimals, as amounts have. */
export function numbersOf(schema: Schema): Arbitrary<number> {
  const { minimum, maximum, exclusiveMinimum } = schema;
  const min = minimum ?? exclusiveMinimum ?? -100_000;
  const max = maximum ?? Math.max(min, 0) + 100_000;
  const lowest = Math.ceil(min * 100) + (exclusiveMinimum === undefined ? 0 : 1);
  return fc.integer({ min: lowest, max: Math.floor(max * 100) }).map((hundredths) => hundredths / 100);
}
