import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { sample } from '../../spec/testing/test-run.ts';
import { projectRoot } from './run-tool.ts';
import { wholeNumber } from './script-command.ts';

const port = wholeNumber(0, 65_535);

it.each([
  ['0', wholeNumber(), 0],
  ['-7', wholeNumber(), -7],
  ['1', wholeNumber(1), 1],
  ['65535', port, 65_535],
])('%s is one', (text, read, number) => {
  expect(read(text)).toBe(number);
});

it.each([
  ['', wholeNumber(), 'a whole number'],
  ['1.5', wholeNumber(), 'a whole number'],
  ['1e3', wholeNumber(), 'a whole number'],
  ['9007199254740993', wholeNumber(), 'a whole number'],
  ['0', wholeNumber(1), 'a whole number from 1 on'],
  ['65536', port, 'a whole number from 0 to 65535'],
])('%s is refused, with what would be right', (text, read, wanted) => {
  expect(() => read(text)).toThrow(`Give ${wanted}.`);
});

const folder = join(projectRoot, 'scripts');
const scripts = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
  (name) => name.endsWith('.ts') && /= scriptCommand\(/.test(readFileSync(join(folder, name), 'utf8')),
);

it.each(sample(scripts, 3))('%s tells how it is used', (name) => {
  const printed = execFileSync(process.execPath, [join(folder, name), '--help'], { encoding: 'utf8' });
  expect(printed).toMatch(/^Usage: npm run /);
});
