import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testSeed } from '../../spec/testing/test-run.ts';
import { curlOf } from './curl.ts';
import type { SentRequest } from './exchange.ts';
import { isPrintableLine } from './printable.ts';
import { Redactor } from './redactor.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'payrig-curl-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const mark = 'END OF WORDS';

/** What a real shell makes of the line: the words that curl gets, and what it gets on its standard input. */
function inShell(line: string, variables: Record<string, string> = {}): { words: string[]; input: Buffer } {
  const script = `curl() { for word in "$@"; do printf '%s\\0' "$word"; done; printf '${mark}'; case " $* " in *" @- "*) cat;; esac; }\n${line}\n`;
  const output = execFileSync('sh', ['-c', script], {
    cwd: folder,
    env: { PATH: process.env['PATH'] ?? '', ...variables },
  });
  const end = output.indexOf(`\0${mark}`);
  return {
    words: output.subarray(0, end).toString().split('\0'),
    input: output.subarray(end + 1 + mark.length),
  };
}

/** The value of an option among the words. */
const after = (words: readonly string[], option: string): string[] =>
  words.flatMap((word, at) => (words[at - 1] === option ? [word] : []));

const redactor = new Redactor();
redactor.add('the-key-itself', '$API_KEY');
redactor.add('AAAA', '$HEADER_A');

const hostile = [
  '$(touch ran)',
  '`touch ran`',
  "'; touch ran; '",
  '"; touch ran; "',
  `$${'{IFS}'}$(touch$${'{IFS}'}ran)`,
  "\\'$(touch ran)\\'",
  '!!; touch ran',
  '$API_KEY$(touch ran)the-key-itself`touch ran`',
  '--output ran',
  '-o ran',
  '@/etc/passwd',
  'a\ntouch ran\n',
  '\u001b]0;title\u0007\u009b2J',
  '# comment',
  '\\',
  '~root {a,b} [1-9] *',
];
const values = fc.oneof(
  fc.constantFrom(...hostile),
  fc.string({
    unit: fc.constantFrom(...'$`"\'\\(){};&|<>!#*?[]~@-= \n\ta', 'the-key-itself', 'AAAA'),
    maxLength: 20,
  }),
);

const request = (value: string, kind: 'body' | 'header' | 'url'): SentRequest => ({
  method: 'POST',
  url: kind === 'url' ? `http://h/${value}?q=${value}#${value}` : 'http://h/users',
  headers: {
    'X-API-KEY': 'the-key-itself',
    ...(kind === 'header' && { 'X-Value': value.replace(/[^\x20-\x7e]/g, '') }),
  },
  ...(kind === 'body' && { body: value }),
});

test('whatever stands in a curl line is data: a real shell runs nothing of it, and gives curl every byte', () => {
  fc.assert(
    fc.property(
      values,
      fc.constantFrom('body' as const, 'header' as const, 'url' as const),
      (value, kind) => {
        const sent = request(value, kind);
        const line = curlOf(sent, redactor);
        expect(isPrintableLine(line)).toBe(true);
        expect(line).not.toContain('the-key-itself');
        const { words, input } = inShell(line, { API_KEY: 'the-key-itself', HEADER_A: 'AAAA' });
        expect(existsSync(join(folder, 'ran'))).toBe(false);
        expect(words.filter((word) => word.startsWith('http')).length).toBe(1);
        const headers = after(words, '-H');
        expect(headers).toContain('X-API-KEY: the-key-itself');
        if (kind === 'header' && value !== '') {
          const given = sent.headers['X-Value'] as string;
          expect(headers).toContain(given === '' ? 'X-Value;' : `X-Value: ${given}`);
        }
        if (kind !== 'body') return;
        // Nothing in the body is taken for the name of a file.
        if (after(words, '--data-binary')[0] === '@body') return;
        const [raw] = after(words, '--data-raw');
        expect(raw ?? input.toString()).toBe(value);
      },
    ),
    { numRuns: 60, seed: testSeed },
  );
});

test('binary bodies are passed as Base64, and a content type that was not sent is not added', () => {
  const body = Uint8Array.from([0, 255, 39, 36, 40]);
  const line = curlOf({ method: 'PUT', url: 'http://h/x', headers: {}, body }, redactor);
  const { words, input } = inShell(line);
  expect([...input]).toEqual([...body]);
  expect(after(words, '-H')).toEqual(['Content-Type:']);
});

test('a body too long for a command line is left to a file', () => {
  const line = curlOf({ method: 'PUT', url: 'http://h/x', headers: {}, body: 'x'.repeat(70_000) }, redactor);
  expect(line).toMatch(/--data-binary @body # a body of 70000 bytes$/);
});
