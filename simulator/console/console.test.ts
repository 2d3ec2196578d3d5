import { expect } from 'vitest';
import { arranging } from '../arrangement/testing/arranging.ts';
import { button, goTo, inBrowser, link } from './testing/in-browser.ts';

/** Dates of tables that stand on more than one line. */
const brokenDates = (): string[] =>
  [...document.querySelectorAll<HTMLElement>('td time')]
    .filter((one) => one.getClientRects().length > 1)
    .map((one) => one.innerText);

/** How many parts of the page have a scrollbar of their own. */
const scrollers = (): number =>
  [...document.querySelectorAll('main *')].filter((one) => {
    const { overflowY } = getComputedStyle(one);
    return /auto|scroll/.test(overflowY) && one.scrollHeight > one.clientHeight + 1;
  }).length;

inBrowser('the console in a browser', (browsing) => {
  browsing.story(
    'leads from its address to every page by links, and each page stands again after a reload',
    async () => {
      const page = await browsing.open('/');
      await link(page, 'Ada Fairweather').first().waitFor();
      for (const name of ['Deliveries', 'Requests', 'Clock', 'Faults', 'Snapshots', 'Tools', 'People']) {
        await goTo(page, name);
        await page.getByRole('heading', { level: 1, name }).waitFor();
        expect(await page.title()).toBe(`${name} · Payrig console`);
        expect(new URL(page.url()).pathname).toBe(`/console/${name.toLowerCase()}`);
        await page.reload();
        await page.getByRole('heading', { level: 1, name }).waitFor();
      }
      await goTo(page, 'Contract');
      expect(new URL(page.url()).pathname).toBe('/docs');
    },
  );

  browsing.story(
    'does what the README does, by clicks: a user, a consent, an account, a query, an estimate, a month',
    async () => {
      const page = await browsing.open(`/console/people/${await browsing.at.user({ forename: 'Nora' })}`);
      await button(page, "Accept the service's term").click();
      await page.locator('#consents .badge.active').waitFor();
      await page.getByLabel('Login').fill('ok');
      await page.getByRole('button', { name: 'Link', exact: true }).click();
      await button(page, 'Query payroll').click();
      await page.getByText(/new payslips? found/).waitFor();
      await page
        .getByRole('region', { name: /^Figures of/ })
        .getByRole('button', { name: /^Cost of living, .*£/ })
        .waitFor();
      await page
        .getByRole('navigation', { name: 'On this page' })
        .getByRole('link', { name: 'Clock' })
        .click();
      await page.getByRole('button', { name: 'A month', exact: true }).click();
      await page.locator('.big-time time[datetime^="2028-07-15"]').waitFor();
    },
  );

  browsing.story(
    'does what payrig listen and trigger do, by clicks: a receiver gets an event, and the page shows it',
    async () => {
      const page = await browsing.open('/console/deliveries');
      await button(page, 'Make a subscription').click();
      await page.getByLabel('Receiver').fill(browsing.receiver.url);
      await page.getByLabel('Signing secret').fill('a-secret-of-mine');
      await button(page, 'Subscribe').click();
      await button(page, 'Test console-1').waitFor();
      const before = browsing.receiver.seen.length;
      await goTo(page, 'People');
      await link(page, 'Ada Fairweather').first().click();
      await button(page, 'A new payslip').click();
      await link(page, 'See its deliveries').click();
      const row = page.getByRole('region', { name: 'Deliveries' }).getByRole('row', { name: /delivered/ });
      await row.getByText('Ada Fairweather').waitFor();
      await row.getByRole('button').click();
      await page.getByText('The signature is right. The body was not encrypted.').waitFor();
      expect(browsing.receiver.seen.length).toBe(before + 1);
    },
  );

  browsing.story('says on the tools page of a sandbox that has none what to run instead', async () => {
    const page = await browsing.open('/console/tools');
    await page.getByText('runs no tools').first().waitFor();
    await page.getByText('npx payrig exam http://127.0.0.1:3000/webhooks --unsigned').waitFor();
    expect(await button(page, 'Check it').isDisabled()).toBe(true);
  });

  browsing.story('shows a delivery without a reload, opened, and delivers it again', async () => {
    const page = await browsing.open('/console/deliveries');
    await page.getByText('live', { exact: true }).waitFor();
    await button(page, 'Make a subscription').click();
    await page.getByLabel('Receiver').fill(browsing.receiver.url);
    await page.getByLabel('Signing secret').fill('a secret');
    await button(page, 'Make a random key').click();
    await button(page, 'Subscribe').click();
    const other = { name: 'other', events: ['user-payroll-submitted'], url: browsing.receiver.url };
    await browsing.at.call('POST', '/webhooks', other);
    const ada = await browsing.personOf('steady-salary');
    const held = await browsing.at.dossier(ada);
    await button(page, 'Test console-1').dblclick();
    const row = page.getByRole('region', { name: 'Deliveries' }).getByRole('row', { name: /delivered/ });
    await row.waitFor();
    expect(await browsing.at.dossier(ada)).toEqual(held);
    const { deliveries } = (await browsing.at.call('GET', '/_sandbox/deliveries')).body;
    expect(deliveries).toHaveLength(1);
    // A toast leads to it; list and detail stand side by side, and the detail has the focus.
    await link(page, 'See the delivery').click();
    const detail = page.getByRole('article', { name: /^Delivery/ });
    await page.getByText('The signature is right. The body was encrypted.').waitFor();
    const [left, right] = [(await row.boundingBox())!, (await detail.boundingBox())!];
    expect(right.x).toBeGreaterThan(left.x + 100);
    await page.setViewportSize({ width: 1280, height: 800 });
    const list = page.locator('.split.open .table').first();
    expect(await list.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
    expect(Math.abs(right.y - left.y)).toBeLessThan(300);
    expect(await detail.evaluate((one) => one === document.activeElement)).toBe(true);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.reload();
    await detail.waitFor();
    await expect.poll(async () => (await detail.boundingBox())!.y).toBeLessThan(844);
    await page.setViewportSize({ width: 1100, height: 800 });
    await page.locator('pre', { hasText: '"event": "user-payroll-submitted"' }).waitFor();
    await button(page, 'Deliver again').click();
    await page.getByRole('region', { name: 'Attempts' }).getByRole('row').nth(2).waitFor();
  });

  browsing.story(
    'makes a person by a form, with the money by month before, and YAML that stays in step',
    async () => {
      const page = await browsing.open('/console/people/new');
      const preview = page.getByRole('complementary', { name: 'Preview' });
      await preview.getByText('The scenario is valid.').waitFor();
      await page.getByLabel('Forename').fill('Mina');
      await page.getByLabel('Salary, pounds a year').fill('36000');
      await preview.getByRole('heading', { name: 'Mina Taylor' }).waitFor();
      await preview.getByText('gross £3,000.00').waitFor();
      await preview.locator('svg').getByText('Jun 2028').waitFor();
      expect(await page.getByLabel('Description').inputValue()).toBe('Mina Taylor works as Clerk.');
      await button(page, 'Add to Consents').click();
      await button(page, 'Add to Accounts at providers').click();
      await page.getByLabel('Magic login').fill('no such login');
      await preview.getByText('not a magic user name').waitFor();
      expect(await preview.getByRole('status').first().innerText()).not.toMatch(/line \d/);
      expect(await button(page, 'Make the person').isDisabled()).toBe(true);
      await page.getByLabel('Magic login').fill('mfa');
      await page.getByRole('tab', { name: 'YAML' }).click();
      const yaml = page.getByLabel('Scenario, as YAML');
      await expect.poll(() => yaml.inputValue()).toMatch(/login: mfa/);
      const text = await yaml.inputValue();
      expect(text).toMatch(/term: recurring/);
      await yaml.fill(text.replace('key:', 'kee:'));
      await preview.getByText(/kee/).first().waitFor();
      expect(await page.getByRole('tab', { name: 'Form' }).isDisabled()).toBe(true);
      await yaml.fill(text.replace('salary: 36000', 'salary: 48000'));
      await preview.getByText('gross £4,000.00').waitFor();
      await page.getByRole('tab', { name: 'Form' }).click();
      expect(await page.getByLabel('Salary, pounds a year').inputValue()).toBe('48000');
      const count = async () => (await browsing.at.call('GET', '/_sandbox/scenarios')).body.scenarios.length;
      const before = await count();
      await button(page, 'Make the person').dblclick();
      await page.getByRole('heading', { level: 1, name: 'Mina Taylor' }).waitFor();
      await page.getByText('Mina Taylor is made.').waitFor();
      expect(await count()).toBe(before + 1);
      // Duplicated, with a discrepancy: the badge and what is true stand on the person's page.
      await link(page, 'Duplicate').click();
      await page.getByLabel('Surname').fill('Twin');
      expect(await page.getByLabel('Key', { exact: true }).inputValue()).toBe('my-person-copy');
      await button(page, 'Remove Accounts at providers, 1').click();
      await button(page, 'Add to Discrepancies').click();
      await page.getByLabel('Kind').selectOption('edited-balance');
      await preview.getByRole('heading', { name: 'Mina Twin' }).waitFor();
      await preview.getByText('Their documents will disagree: edited-balance.').waitFor();
      await preview.getByText('The scenario is valid.').waitFor();
      await button(page, 'Make the person').click();
      await page.getByRole('heading', { level: 1, name: 'Mina Twin' }).waitFor();
      await page.getByRole('region', { name: 'The truth' }).getByText('edited-balance').first().waitFor();
    },
  );

  browsing.story('switches a fault on, and says of a refusal why it was', async () => {
    const page = await browsing.open('/console/faults');
    await page.getByLabel('Operation').selectOption('listProviders');
    await page.getByLabel('Answers').selectOption('503');
    await button(page, 'Switch it on').click();
    await page.getByText('1 fault on: listProviders.').waitFor();
    await goTo(page, 'Requests');
    await page.getByText('live', { exact: true }).waitFor();
    await browsing.at.call('GET', '/providers');
    await page.getByText('A fault answered in place of the service, with 503.').waitFor();
    await browsing.at.call('GET', '/users?limit=0');
    await page
      .getByText(/The request is not as the contract wants it: .*limit/)
      .first()
      .waitFor();
    await goTo(page, 'Faults');
    await button(page, 'Switch all off').click();
    await page.getByText('No faults are on.').waitFor();
    for (const name of ['Provider down for an hour', 'Slow Monday', 'Webhooks arrive twice'])
      await button(page, `Switch on ${name}`).click();
    await page
      .getByText('5 faults on: webhook deliveries, every operation, queryPayrollConnection')
      .waitFor();
    const { faults } = (await browsing.at.call('GET', '/_sandbox/faults')).body;
    expect(faults).toMatchObject([
      { duplicate: true },
      { latency_ms: 3000, from: '2028-06-19T00:00:00.000Z', until: '2028-06-20T00:00:00.000Z' },
      { operation: 'queryPayrollConnection', status: 503, until: '2028-06-15T10:00:00.000Z' },
      { operation: 'createDirectConnection' },
      { operation: 'submitMfa' },
    ]);
    await button(page, 'Switch off every operation').click();
    await page.getByText('4 faults on').waitFor();
  });

  browsing.story(
    'finds people, deliveries, requests and pages by one field, with links that stand again',
    async () => {
      const hook = { name: 'mine', events: ['user-payroll-submitted'], url: browsing.receiver.url };
      const { webhook_id } = (await browsing.at.call('POST', '/webhooks', hook)).body;
      await browsing.at.call('POST', '/_sandbox/deliveries', { webhook_id });
      const page = await browsing.open('/console/clock');
      const field = page.getByLabel('Search everything');
      await field.fill('steady-salary');
      await page.getByRole('region', { name: 'People (1)' }).getByRole('link').waitFor();
      const hit = page.getByRole('region', { name: 'Deliveries (1)' });
      await hit.getByRole('link', { name: 'user-payroll-submitted about Ada Fairweather' }).waitFor();
      await field.fill('createWebhook');
      await page.getByRole('link', { name: 'POST /webhooks' }).click();
      await page.getByRole('article', { name: /^Request/ }).waitFor();
      await page.reload();
      await page.getByRole('article', { name: /^Request/ }).waitFor();
      await button(page, 'Close').click();
      expect(page.url()).not.toContain('request=');
      await field.fill('nothing of the kind');
      await page.getByText('Nothing matches “nothing of the kind”.').waitFor();
      await field.fill('compare');
      await page.getByRole('link', { name: 'Snapshots' }).last().click();
      await page.getByText('Help', { exact: true }).first().click();
      await page.getByText('hold the secrets of subscriptions').waitFor();
    },
  );

  browsing.story('finds people by their group, and by other words for what is special', async () => {
    const page = await browsing.open('/');
    await page.getByRole('region', { name: 'Documents disagree' }).waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(5400);
    await page.getByLabel('Search people').fill('fraud');
    await link(page, 'Sunita Rao').waitFor();
    expect(await link(page, 'Ada Fairweather').count()).toBe(0);
    await page.getByLabel('Search people').fill('');
    await button(page, /^Provider trouble/).click();
    await link(page, 'Alfie Stamp').waitFor();
    await button(page, 'Table').click();
    await page.getByRole('region', { name: 'Scenario people' }).getByRole('row').nth(8).waitFor();
    await page.reload();
    await page.getByRole('region', { name: 'Scenario people' }).waitFor();
  });

  browsing.story(
    'shows unknown paths, keeps its own requests aside, says what to do, and remembers the width of a panel',
    async () => {
      const page = await browsing.open('/console/requests');
      await page.getByText('live', { exact: true }).waitFor();
      await browsing.at.call('POST', '/users', {});
      await browsing.at.call('PATCH', '/configuration', { text: 'x'.repeat(2_000_000) });
      await browsing.at.call('GET', '/no-such-path');
      const { body: state } = await browsing.at.call('GET', '/_sandbox/snapshot');
      await browsing.at.call('PUT', '/_sandbox/snapshot', state);
      await fetch(`${browsing.at.sandbox.url}/providers`, {
        headers: { 'x-api-key': browsing.at.sandbox.apiKey, 'user-agent': 'payrig-check' },
      });
      await page.getByText(/[45] requests, \d+ of Payrig's own hidden/).waitFor();
      for (const text of [
        'The body is too large: The body is larger than 1mb.',
        'What was asked for does not exist: There is nothing at GET /no-such-path. /docs lists every path.',
        'A snapshot was loaded',
      ])
        await page.getByText(text, { exact: true }).first().waitFor();
      await button(page, 'POST /users').click();
      const detail = page.getByRole('article', { name: /^Request/ });
      await detail.getByText('Why is this 405?').waitFor();
      await detail
        .getByText(/Did you mean POST \/_sandbox\/users\?$/)
        .first()
        .waitFor();
      expect(await page.evaluate(brokenDates)).toEqual([]);
      expect(await page.evaluate(scrollers)).toBeLessThanOrEqual(1);
      await detail.getByText('Copy as code:').click();
      await button(page, 'Python').click();
      await detail.locator('pre', { hasText: 'import requests' }).waitFor();
      const width = async () => (await detail.boundingBox())!.width;
      const before = await width();
      await page.getByRole('separator').press('ArrowLeft');
      await expect.poll(width).toBeGreaterThan(before);
      const drawn = await width();
      await page.reload();
      await expect.poll(width).toBeCloseTo(drawn, 0);
    },
  );

  browsing.story('has one line at the top of a phone, with a menu', async () => {
    const page = await browsing.open('/', { width: 390 });
    await page.getByText('live', { exact: true }).waitFor();
    expect((await page.locator('header').first().boundingBox())!.height).toBeLessThan(60);
    await button(page, 'Menu').click();
    await goTo(page, 'Faults');
    await page.getByRole('heading', { level: 1, name: 'Faults' }).waitFor();
    expect(await page.getByRole('navigation', { name: 'Pages' }).isVisible()).toBe(false);
  });

  browsing.story('shows a name full of markup as text', async () => {
    const name = '<img src=x onerror="document.title=1"><script>document.title=2</script>';
    const userId = await browsing.at.user({ forename: name, ext_id: '<b>bold</b>' });
    const page = await browsing.open(`/console/people/${userId}`);
    await page.getByRole('heading', { level: 1, name }).waitFor();
    expect(await page.locator('main img, main script, main b', { hasText: 'bold' }).count()).toBe(0);
    expect(await page.title()).toBe(`${name} · Payrig console`);
    await page.goto(`${browsing.at.sandbox.url}/console/people?search=onerror`);
    await page.getByRole('link', { name }).waitFor();
  });

  browsing.story('asks a sandbox that wants one for its key first, and says when it is wrong', async () => {
    const locked = await arranging({ sandboxKey: 'door-key' });
    const page = await browsing.open('/console/faults', { url: locked.sandbox.url });
    await page.getByLabel('Sandbox key').fill('wrong');
    await button(page, 'Open the console').click();
    await page
      .getByRole('alert')
      .getByText(/X-Sandbox-Key/)
      .waitFor();
    await page.getByLabel('API key').fill(locked.sandbox.apiKey);
    await page.getByLabel('Sandbox key').fill('door-key');
    await button(page, 'Open the console').click();
    await page.getByRole('heading', { level: 1, name: 'Faults' }).waitFor();
    expect(await page.content()).not.toContain('door-key');
    await locked.close();
  });
});
