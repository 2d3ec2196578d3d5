import fc from 'fast-check';
import { expect, test } from 'vitest';
import { testSeed } from '../../spec/testing/test-run.ts';
import { isPrintableLine, printable, printableJson, printableValue } from './printable.ts';

const texts = fc.string({
  unit: fc
    .oneof(fc.integer({ min: 0, max: 0x2100 }), fc.integer({ min: 0xd7f0, max: 0xe010 }))
    .map((code) => String.fromCharCode(code)),
});

test('no text steers a terminal once it is printable, and ordinary text stays as it is', () => {
  fc.assert(
    fc.property(texts, (text) => {
      const shown = printable(text);
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they must not be there
      expect(shown).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/);
      expect(shown.isWellFormed()).toBe(true);
      expect(printable(shown)).toBe(shown);
    }),
    { seed: testSeed },
  );
  expect(printable('Zoë 🙂\tÅ\n')).toBe('Zoë 🙂\tÅ\n');
  expect(isPrintableLine('a\nb')).toBe(false);
});

test('JSON that is printable reads the same', () => {
  fc.assert(
    fc.property(texts, (text) => {
      expect(JSON.parse(printableJson({ [text]: [text] }))).toEqual({ [text]: [text] });
    }),
    { seed: testSeed },
  );
  expect(printableValue({ a: ['\u001b[31m', 1, null] })).toEqual({ a: ['\\u001b[31m', 1, null] });
});

test('a value that is nested without end is cut off, and overflows no stack', () => {
  const deep = JSON.parse(`${'['.repeat(20_000)}${']'.repeat(20_000)}`);
  expect(JSON.stringify(printableValue(deep))).toBe(`${'['.repeat(200)}"…"${']'.repeat(200)}`);
});
