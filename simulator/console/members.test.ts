import { expect, it } from 'vitest';
import { inBrowser } from './testing/in-browser.ts';

inBrowser('the team of a client', (browsing) => {
  it('is listed with its settings; an invited member is confirmed, gets a second factor and is disabled', async () => {
    await browsing.at.call('POST', '/members', { email: 'zoe@acme.test', role: 'viewer' });
    const page = await browsing.open('/console/configuration');
    const status = page.getByLabel('Status of zoe@acme.test');
    expect(await status.inputValue()).toBe('unconfirmed');
    const member = async () => {
      const { members } = (await browsing.at.call('GET', '/_sandbox/members')).body;
      const { status, mfa_status } = members.find(
        ({ email }: { email: string }) => email === 'zoe@acme.test',
      );
      return { status, mfa_status };
    };
    await status.selectOption('confirmed');
    await expect.poll(member).toEqual({ status: 'confirmed', mfa_status: 'disabled' });
    await page.getByLabel('Second factor of zoe@acme.test').selectOption('sms');
    await expect.poll(member).toEqual({ status: 'confirmed', mfa_status: 'sms' });
    await status.selectOption('archived');
    await expect.poll(member).toEqual({ status: 'archived', mfa_status: 'sms' });
  });
});
