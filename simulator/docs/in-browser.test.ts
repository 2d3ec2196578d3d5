import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { goTo, inBrowser, link } from '../console/testing/in-browser.ts';

inBrowser('the contract in a browser', (browsing) => {
  browsing.story('leads to the contract as a file, and to its people', async () => {
    const page = await browsing.open('/');
    await goTo(page, 'Contract');
    const saved = page.waitForEvent('download');
    await page.getByRole('link', { name: 'openapi.yaml' }).click();
    expect(readFileSync(await (await saved).path(), 'utf8')).toMatch(/^openapi: /);
    await link(page, 'Open the console').click();
    await page.getByRole('link', { name: /^Ada / }).first().waitFor();
  });

  browsing.story(
    'tries requests of the contract against this sandbox, and finds statuses and magic logins in it',
    async () => {
      const page = await browsing.open('/docs');
      await page.locator('.hero .try').click();
      await page.locator('.hero .answer', { hasText: '"cost_of_living"' }).waitFor();
      await page.locator('#createUser .try').click();
      await page.locator('#createUser .answer', { hasText: /^201/ }).waitFor();
      await page.getByLabel('Filter').fill('mfa-date');
      await page.getByText('Stays PENDING until the date 1990-01-31 is sent.').waitFor();
      expect(await page.locator('#listUsers').isVisible()).toBe(false);
      await page.getByLabel('Filter').fill('201');
      expect(await page.locator('#createWebhook').isVisible()).toBe(true);
      expect(await page.locator('#listUsers').isVisible()).toBe(false);
    },
  );
});
