import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { sample } from '../../../spec/testing/test-run.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** Light and dark differ in colours alone. */
const schemes = [
  ['light', standards],
  ['dark', ['color-contrast']],
] as const;

/** What is wrong with a page, light or dark, for a user who cannot see it well, or has a small screen. */
export async function faultsOf(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  const found: string[] = [];
  for (const [colorScheme, runOnly] of sample(schemes, 1)) {
    await page.emulateMedia({ colorScheme });
    const violations = await page.evaluate(axeIn, runOnly);
    const serious = violations.filter((one) => /^(serious|critical)/.test(one));
    found.push(...serious.map((one) => `${page.url()}, ${colorScheme}: ${one}`));
  }
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  return wide > 0 ? [...found, `${page.url()}: ${wide} pixels too wide`] : found;
}

async function axeIn(runOnly: readonly string[]): Promise<string[]> {
  const { axe } = globalThis as unknown as { axe: AxeLike };
  const { violations } = await axe.run({ resultTypes: ['violations'], runOnly });
  return violations.map(({ id, impact, nodes }) => `${impact} ${id}: ${nodes[0]?.html}`);
}

type AxeLike = {
  run: (
    options: object,
  ) => Promise<{ violations: { id: string; impact: string; nodes: { html: string }[] }[] }>;
};
