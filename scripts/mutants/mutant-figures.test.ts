import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { figuresPage, publishedFigures, readmeText, withReadmeText } from './mutant-figures.ts';

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

test('the README and the page of mutants say what the latest runs have found', () => {
  const figures = publishedFigures();
  expect(read('docs/figures/mutants.md')).toBe(figuresPage(figures));
  expect(read('README.md')).toBe(withReadmeText(read('README.md'), figures));
});

test('a score that no run has found is not shown', () => {
  expect(readmeText({})).toBe('');
  expect(readmeText({ byHand: { mutants: 9, killed: 8, seed: 1 } })).toBe(
    'Of 9 mutants made by hand 8 are caught by the clause that they break.',
  );
});
