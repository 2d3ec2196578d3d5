import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Arranging, arranging } from '../arrangement/testing/arranging.ts';
import { type Receiver, startReceiver } from '../webhooks/testing/receiver.ts';
import { findChromium, launchChromium } from './testing/chromium.ts';

const executable = findChromium();
if (!executable)
  console.warn('No Chromium was found (PAYRIG_CHROMIUM names one): the console is not tried in a browser');
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

type Scheme = 'light' | 'dark';

describe.skipIf(!executable)('the console in a browser', () => {
  let browser: Browser;
  let at: Arranging;
  let receiver: Receiver;
  /** Every address that any page asked for. */
  const asked: string[] = [];
  const complaints: string[] = [];
  const contexts: BrowserContext[] = [];

  beforeAll(async () => {
    [browser, at, receiver] = await Promise.all([
      launchChromium(executable!),
      arranging({ now: '2028-06-15T09:00:00Z', frozen: true }),
      startReceiver((_, response) => response.writeHead(204).end()),
    ]);
  });
  afterEach(async () => {
    for (const context of contexts.splice(0)) await context.close();
    expect(complaints.splice(0)).toEqual([]);
    await at.sandbox.reset();
  });
  afterAll(async () => {
    await browser?.close();
    await receiver?.close();
    await at?.close();
  });

  async function open(path: string, options: { width?: number; colorScheme?: Scheme; url?: string } = {}) {
    const { width = 1100, colorScheme = 'light', url = at.sandbox.url } = options;
    // With a policy that forbids foreign scripts, axe could not be put into the page.
    const context = await browser.newContext({ viewport: { width, height: 800 }, colorScheme });
    contexts.push(context);
    context.setDefaultTimeout(15_000);
    const page = await context.newPage();
    page.on('request', (request) => asked.push(request.url()));
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on(
      'console',
      (line) => /Content Security|Trusted/.test(line.text()) && complaints.push(line.text()),
    );
    await page.goto(url + path);
    return page;
  }

  const personOf = async (wanted: string): Promise<string> => {
    const { body } = await at.call('GET', '/_sandbox/scenarios');
    return body.scenarios.find(({ key }: { key: string }) => key === wanted).user_id;
  };
  const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true });
  const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
  const nav = (page: Page, name: string) =>
    page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name }).click();

  it('leads from its address to every page by links, and each page stands again after a reload', async () => {
    const page = await open('/');
    await link(page, 'steady-salary').waitFor();
    for (const name of ['Deliveries', 'Requests', 'Clock', 'Faults', 'People']) {
      await nav(page, name);
      await page.getByRole('heading', { level: 1, name }).waitFor();
      expect(new URL(page.url()).pathname).toBe(`/console/${name.toLowerCase()}`);
      await page.reload();
      await page.getByRole('heading', { level: 1, name }).waitFor();
    }
    await nav(page, 'Contract');
    expect(new URL(page.url()).pathname).toBe('/docs');
  });

  it('finds a person, and tells their money by keyboard and as a table', async () => {
    const page = await open('/');
    await page.getByLabel('Search').fill('fairweather leeds');
    await link(page, 'steady-salary').waitFor();
    expect(await page.locator('.people-cards .card').count()).toBe(1);
    await link(page, 'steady-salary').click();
    await page.getByRole('heading', { level: 1, name: 'Ada Fairweather' }).waitFor();
    const chart = page.getByRole('slider', { name: 'Money by month' });
    await page.getByText('cost of living').first().waitFor();
    await chart.focus();
    await page.keyboard.press('Home');
    const first = await chart.getAttribute('aria-valuetext');
    await page.keyboard.press('ArrowRight');
    expect(await chart.getAttribute('aria-valuetext')).not.toBe(first);
    const [slip] = (await at.dossier(await personOf('steady-salary'))).payroll_submissions;
    const net = Number(slip!.income_information!.earnings!.net_pay).toLocaleString('en-GB');
    expect(first).toContain(`net £${net}`);
    await button(page, 'Show as a table').click();
    await page
      .getByRole('cell', { name: `£${net}` })
      .first()
      .waitFor();
    await page.getByRole('region', { name: 'Payslips' }).getByRole('button').first().click();
    await page
      .getByRole('article', { name: /^Payslip of/ })
      .getByText('Net pay')
      .waitFor();
  });

  it('does what the README does, by clicks: a user, a consent, an account, a query, an estimate, a month', async () => {
    const page = await open('/console/people/new');
    await page.getByLabel('Forename').fill('Nora');
    await page.getByLabel('Post code').fill('LS1 4AP');
    await button(page, 'Create the user').click();
    await page.getByRole('link', { name: 'Open Nora' }).click();
    await button(page, "Accept the service's term").click();
    await page.locator('#consents .badge.active').waitFor();
    await page.getByLabel('Login').fill('ok');
    await page.getByRole('button', { name: 'Link', exact: true }).click();
    await button(page, 'Query payroll').click();
    await page.getByText(/new payslips? found/).waitFor();
    await page.getByText(/cost of living £/).waitFor();
    await page.getByRole('navigation', { name: 'On this page' }).getByRole('link', { name: 'Clock' }).click();
    await page.getByRole('button', { name: 'A month', exact: true }).click();
    await page.locator('.big-time time[datetime^="2028-07-15"]').waitFor();
  });

  it('answers an MFA, queries, and shows the requests that it made', async () => {
    const page = await open(`/console/people/${await personOf('mfa-code-pending')}`);
    await page.getByLabel('MFA answer').fill('1234');
    await page.getByRole('button', { name: 'Answer', exact: true }).click();
    await page.getByText('The account is LINKED now.').waitFor();
    await button(page, 'Query payroll').click();
    await page.getByText(/new payslips found/).waitFor();
    await page.locator('#payslips tbody tr').first().waitFor();
    await page.locator('.made summary', { hasText: '/payroll/entries/connections' }).click();
    await page.getByText("client.POST('/payroll/entries/connections'").waitFor();
    await button(page, 'Unlink').click();
    await page.getByText('Not linked to any payroll provider.').waitFor();
  });

  it('shows a delivery without a reload, opened, and delivers it again', async () => {
    const page = await open('/console/deliveries');
    await page.getByText('live', { exact: true }).waitFor();
    await button(page, 'Make a subscription').click();
    await page.getByLabel('Receiver').fill(receiver.url);
    await page.getByLabel('Signing secret').fill('a secret');
    await button(page, 'Draw a key').click();
    await button(page, 'Subscribe').click();
    await button(page, 'Test console-1').click();
    const row = page.getByRole('region', { name: 'Deliveries' }).getByRole('row', { name: /delivered/ });
    await row.getByRole('button').click();
    await page.getByText('The signature is right. The body was encrypted.').waitFor();
    await page.locator('pre', { hasText: '"event": "user-payroll-submitted"' }).waitFor();
    await button(page, 'Deliver again').click();
    await page.getByRole('region', { name: 'Attempts' }).getByRole('row').nth(2).waitFor();
  });

  it('tells what is due, moves the clock, and links what happened', async () => {
    const page = await open('/console/clock');
    await button(page, /^To the next recurring check/).click();
    await page.getByRole('heading', { name: 'What happened on the way' }).waitFor();
    await page.getByRole('region', { name: 'Effects' }).getByText('recurring-check').first().waitFor();
    const { now } = (await at.call('GET', '/_sandbox/clock')).body;
    await page.locator(`.status time[datetime="${now}"]`).waitFor();
    await button(page, /let it go on/).click();
    await button(page, /freeze it/).waitFor();
  });

  it('makes a person of a scenario that is checked while it is written', async () => {
    const page = await open('/console/people/new?from=weekly-paid');
    const yaml = page.getByLabel('Scenario, as YAML');
    await page.getByText('Nothing is wrong with it.').waitFor();
    const text = await yaml.inputValue();
    await yaml.fill(text.replace('key:', 'kee:'));
    await page.getByText(/kee/).first().waitFor();
    expect(await button(page, 'Make the person').isDisabled()).toBe(true);
    await yaml.fill(text.replace('weekly-paid', 'my-own'));
    await page.getByText('Nothing is wrong with it.').waitFor();
    await button(page, 'Make the person').click();
    await page.getByRole('link', { name: 'Open my-own' }).click();
    await page.getByRole('heading', { level: 1, name: 'Barnaby Holt' }).waitFor();
  });

  it('uploads a statement and shows what was read, and changes a setting', async () => {
    const userId = await personOf('steady-salary');
    const page = await open(`/console/people/${userId}`);
    await button(page, /^Upload their own statement/).click();
    await page.locator('.result .extracted').waitFor();
    await page.getByRole('region', { name: 'Transactions' }).waitFor();
    const row = page.getByRole('region', { name: 'Settings' }).getByRole('row', { name: /Payslip upload/ });
    await row.getByText('the client', { exact: true }).waitFor();
    await row.getByRole('combobox').selectOption('off');
    await row.getByText('the user', { exact: true }).waitFor();
    expect((await at.dossier(userId)).user.payslip_upload_enabled).toBe(false);
  });

  it('switches a fault on, and says of a refusal why it was', async () => {
    const page = await open('/console/faults');
    await page.getByLabel('Status of listProviders').selectOption('503');
    await page.getByText('1 fault on.').waitFor();
    await nav(page, 'Requests');
    await page.getByText('live', { exact: true }).waitFor();
    await at.call('GET', '/providers');
    await page.getByText('A fault answered in place of the service, with 503.').waitFor();
    await at.call('GET', '/users?limit=0');
    await page
      .getByText(/The request is not as the contract wants it: .*limit/)
      .first()
      .waitFor();
    await nav(page, 'Faults');
    await button(page, 'Switch all off').click();
    await page.getByText('No fault is on.').waitFor();
  });

  it('keeps two clients in two tabs apart, and switches between them', async () => {
    const [one, two] = [await open('/console/requests'), await open('/console/requests')];
    await two.getByLabel('API key').selectOption('sandbox-key-2');
    for (const page of [one, two]) await page.getByText('live', { exact: true }).waitFor();
    await at.call('GET', '/providers', undefined, { 'x-api-key': 'sandbox-key-2' });
    await two.getByRole('cell', { name: 'listProviders' }).waitFor();
    await at.call('GET', '/configuration');
    await one.getByRole('cell', { name: 'getConfiguration' }).waitFor();
    expect(await one.getByRole('cell', { name: 'listProviders' }).count()).toBe(0);
    await one.getByLabel('API key').selectOption('sandbox-key-2');
    await one.getByRole('cell', { name: 'listProviders' }).waitFor();
    expect(await one.getByRole('cell', { name: 'getConfiguration' }).count()).toBe(0);
  });

  it('tries requests of the contract against this sandbox, and finds statuses and magic logins in it', async () => {
    const page = await open('/docs');
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
  });

  it('shows a name full of markup as text', async () => {
    const name = '<img src=x onerror="document.title=1"><script>document.title=2</script>';
    const userId = await at.user({ forename: name, ext_id: '<b>bold</b>' });
    const page = await open(`/console/people/${userId}`);
    await page.getByRole('heading', { level: 1, name }).waitFor();
    expect(await page.locator('main img, main script, main b', { hasText: 'bold' }).count()).toBe(0);
    expect(await page.title()).toBe('People · Payrig console');
    await page.goto(`${at.sandbox.url}/console/people?search=onerror`);
    await page.getByRole('link', { name }).waitFor();
  });

  it('asks a sandbox that wants one for its key first, and says when it is wrong', async () => {
    const locked = await arranging({ sandboxKey: 'door-key' });
    const page = await open('/console/faults', { url: locked.sandbox.url });
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

  it.each(['light', 'dark'] as const)(
    'has nothing serious for axe to find, nor a page too wide, when it is %s',
    async (colorScheme) => {
      const userId = await personOf('steady-salary');
      const [slip] = (await at.dossier(userId)).payroll_submissions;
      const events = ['user-payroll-submitted'];
      await at.call('POST', '/webhooks', { name: 'w', events, url: receiver.url });
      await at.call('POST', `/_sandbox/users/${userId}/entries`, { payroll_submissions: [{}] });
      await at.call('GET', '/users?limit=0');
      const [delivery] = (await at.call('GET', '/_sandbox/deliveries')).body.deliveries;
      const [request] = (await at.call('GET', '/_sandbox/requests')).body.requests;
      const page = await open('/', { width: 360, colorScheme });
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
        await page.goto(at.sandbox.url + path);
        await page.getByText('live', { exact: true }).waitFor();
        found.push(...(await faultsOf(page)));
      }
      expect(found).toEqual([]);
    },
  );

  it.each(['light', 'dark'] as const)(
    'has a contract that axe finds nothing serious in when it is %s',
    async (colorScheme) => {
      expect(await faultsOf(await open('/docs', { width: 360, colorScheme }))).toEqual([]);
    },
  );

  it('has asked no other host for anything', () => {
    expect(asked.length).toBeGreaterThan(50);
    expect(
      asked.filter((url) => !/^(http:\/\/127\.0\.0\.1:|data:|blob:http:\/\/127\.0\.0\.1:)/.test(url)),
    ).toEqual([]);
  });
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
