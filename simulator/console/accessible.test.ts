import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { inBrowser } from './testing/in-browser.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Axe reads every element of long pages, which takes ten seconds, and more on a busy machine. */
const PATIENCE = 180_000;

inBrowser('every page', (browsing) => {
  it.each(['light', 'dark'] as const)(
    'has nothing serious for axe to find, nor a page too wide, when it is %s',
    { timeout: PATIENCE },
    async (colorScheme) => {
      const userId = await browsing.personOf('steady-salary');
      const [slip] = (await browsing.at.dossier(userId)).payroll_submissions;
      const events = ['user-payroll-submitted'];
      await browsing.at.call('POST', '/webhooks', { name: 'w', events, url: browsing.receiver.url });
      await browsing.at.call('POST', `/_sandbox/users/${userId}/entries`, { payroll_submissions: [{}] });
      await browsing.at.call('GET', '/users?limit=0');
      const [delivery] = (await browsing.at.call('GET', '/_sandbox/deliveries')).body.deliveries;
      const [request] = (await browsing.at.call('GET', '/_sandbox/requests')).body.requests;
      const page = await browsing.open('/', { width: 360, colorScheme });
      const found: string[] = [];
      for (const path of [
        '/',
        `/console/people/${userId}?payslip=${slip!.id}`,
        '/console/people/new',
        `/console/deliveries?delivery=${delivery.delivery_id}`,
        `/console/requests?request=${request.request_id}`,
        '/console/clock',
        '/console/faults',
        '/console/configuration',
      ]) {
        await page.goto(browsing.at.sandbox.url + path);
        await page.getByText('live', { exact: true }).waitFor();
        found.push(...(await faultsOf(page)));
      }
      expect(found).toEqual([]);
    },
  );

  it.each(['light', 'dark'] as const)(
    'has a contract that axe finds nothing serious in when it is %s',
    { timeout: PATIENCE },
    async (colorScheme) => {
      expect(await faultsOf(await browsing.open('/docs', { width: 360, colorScheme }))).toEqual([]);
    },
  );
});

/** What is wrong with a page for somebody who cannot see it well, or has little room. */
async function faultsOf(page: Page): Promise<string[]> {
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
