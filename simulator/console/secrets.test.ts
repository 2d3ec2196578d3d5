import { expect, it } from 'vitest';
import { inBrowser } from './testing/in-browser.ts';

inBrowser('what the console shows of secrets', (browsing) => {
  it('leaves out users, passwords and secret parameters of receivers, on every page that tells of them', async () => {
    const url = 'http://ann:s3cret-1@127.0.0.1:1/hook?api_token=s3cret-2&page=2';
    const hook = { name: 'a', events: ['user-payroll-submitted'], url, signing_secret: 's3cret-3' };
    expect((await browsing.at.call('POST', '/webhooks', hook)).status).toBe(201);
    await browsing.at.call('GET', '/users?token=s3cret-4');
    for (const path of ['/console/deliveries', '/console/requests']) {
      const page = await browsing.open(path);
      const row = path.endsWith('requests') ? /POST.*webhooks/ : /api_token=\[redacted\]/;
      await page.getByRole('row', { name: row }).first().waitFor();
      expect(await page.content(), path).not.toContain('s3cret');
    }
  });
});
