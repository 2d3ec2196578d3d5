import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What is wrong with a page for somebody who cannot see it well, or has little room. */
export async function faultsOf(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  const [wide, violations] = await page.evaluate(async () => {
    const { violations } = await (globalThis as unknown as { axe: AxeLike }).axe.run({
      resultTypes: ['violations'],
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
    });
    const told = violations.map(({ id, impact, nodes }) => `${impact} ${id}: ${nodes[0]?.html}`);
    return [document.documentElement.scrollWidth - innerWidth, told] as const;
  });
  const serious = violations.filter((one) => /^(serious|critical)/.test(one));
  return [...(wide > 0 ? [`${wide} pixels too wide`] : []), ...serious].map((one) => `${page.url()}: ${one}`);
}

type AxeLike = {
  run: (
    options: object,
  ) => Promise<{ violations: { id: string; impact: string; nodes: { html: string }[] }[] }>;
};
