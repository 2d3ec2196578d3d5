import { expect, test } from 'vitest';
import { clipped } from '../target/printable.ts';
import { wrapped } from './wrapped.ts';

test('wrapped lines lose nothing and break neither a value of JSON nor an id', () => {
  const id = '9fc93fe6-ac52-4fe3-8554-bf3b995eab95';
  const secret = '"a secret with spaces, as long as two lines or more"';
  const text = `a few words {"user_id":"${id}","post_codes":["LS1 4AP","EH1 1YZ"],"a":true,${secret}}\nand a "second paragraph`;
  const lines = wrapped(text, 30, '    ');
  expect(lines.join('').replace(/\s/g, '')).toBe(text.replace(/\s/g, ''));
  for (const whole of [`"user_id":"${id}",`, '"LS1 4AP"', '"EH1 1YZ"', '"a":true,', secret])
    expect(
      lines.some((line) => line.includes(whole)),
      whole,
    ).toBe(true);
  expect(lines.filter((line) => line.length > 30 && !line.includes(id) && !line.includes(secret))).toEqual(
    [],
  );
  expect(clipped(text, 40)).toBe('a few words { …');
});
