import { expect, it, onTestFinished } from 'vitest';
import { startProcess } from '../../scripts/resilience/restartable-sandbox.ts';
import { arranging } from '../arrangement/testing/arranging.ts';
import { postgresDatabase } from '../store/testing/postgres-place.ts';
import { button, goTo, inBrowser, link } from './testing/in-browser.ts';

inBrowser('the console in a browser', (browsing) => {
  it('leads from its address to every page by links, and each page stands again after a reload', async () => {
    const page = await browsing.open('/');
    await link(page, 'steady-salary').waitFor();
    for (const name of ['Deliveries', 'Requests', 'Clock', 'Faults', 'Tools', 'People']) {
      await goTo(page, name);
      await page.getByRole('heading', { level: 1, name }).waitFor();
      expect(new URL(page.url()).pathname).toBe(`/console/${name.toLowerCase()}`);
      await page.reload();
      await page.getByRole('heading', { level: 1, name }).waitFor();
    }
    await goTo(page, 'Contract');
    expect(new URL(page.url()).pathname).toBe('/docs');
  });

  it('does what the README does, by clicks: a user, a consent, an account, a query, an estimate, a month', async () => {
    const page = await browsing.open('/console/people/new');
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
    await page
      .getByRole('region', { name: /^Figures of/ })
      .getByRole('button', { name: /^Cost of living, .*£/ })
      .waitFor();
    await page.getByRole('navigation', { name: 'On this page' }).getByRole('link', { name: 'Clock' }).click();
    await page.getByRole('button', { name: 'A month', exact: true }).click();
    await page.locator('.big-time time[datetime^="2028-07-15"]').waitFor();
  });

  it('does what payrig listen and trigger do, by clicks: a receiver is told, and what it is told is seen', async () => {
    const page = await browsing.open('/console/deliveries');
    await button(page, 'Make a subscription').click();
    await page.getByLabel('Receiver').fill(browsing.receiver.url);
    await page.getByLabel('Signing secret').fill('a-secret-of-mine');
    await button(page, 'Subscribe').click();
    await button(page, 'Test console-1').waitFor();
    const before = browsing.receiver.seen.length;
    await goTo(page, 'People');
    await link(page, 'steady-salary').click();
    await button(page, 'A new payslip').click();
    await link(page, 'See its deliveries').click();
    const row = page.getByRole('region', { name: 'Deliveries' }).getByRole('row', { name: /delivered/ });
    await row.getByRole('button').click();
    await page.getByText('The signature is right. The body was not encrypted.').waitFor();
    expect(browsing.receiver.seen.length).toBe(before + 1);
  });

  it('says on the tools page of a sandbox that has none what to run instead', async () => {
    const page = await browsing.open('/console/tools');
    await page.getByText('runs no tools').first().waitFor();
    await page.getByText('npx payrig exam http://127.0.0.1:3000/webhooks --unsigned').waitFor();
    expect(await button(page, 'Check it').isDisabled()).toBe(true);
  });

  it('shows a delivery without a reload, opened, and delivers it again', async () => {
    const page = await browsing.open('/console/deliveries');
    await page.getByText('live', { exact: true }).waitFor();
    await button(page, 'Make a subscription').click();
    await page.getByLabel('Receiver').fill(browsing.receiver.url);
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
    const page = await browsing.open('/console/clock');
    await button(page, /^To the next recurring check/).click();
    await page.getByRole('heading', { name: 'What happened on the way' }).waitFor();
    await page.getByRole('region', { name: 'Effects' }).getByText('recurring-check').first().waitFor();
    const { now } = (await browsing.at.call('GET', '/_sandbox/clock')).body;
    await page.locator(`.status time[datetime="${now}"]`).waitFor();
    await button(page, /let it go on/).click();
    await button(page, /freeze it/).waitFor();
  });

  it('makes a person of a scenario that is checked while it is written', async () => {
    const page = await browsing.open('/console/people/new?from=weekly-paid');
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

  it('switches a fault on, and says of a refusal why it was', async () => {
    const page = await browsing.open('/console/faults');
    await page.getByLabel('Status of listProviders').selectOption('503');
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
  });

  it('shows live on one replica what happens on another', async () => {
    const database = await postgresDatabase();
    onTestFinished(database.remove);
    // Told of the store by an option and by a variable.
    const replicas = [
      await startProcess(['--store', database.url, '--users', '1']),
      await startProcess([], { PAYRIG_STORE: database.url }),
    ];
    onTestFinished(async () => {
      for (const replica of replicas) await replica.stop();
    });
    const [one, two] = replicas.map(({ url }) => url) as [string, string];
    const page = await browsing.open('/console/deliveries', { url: one });
    await page.getByText('live', { exact: true }).waitFor();
    const call = async (path: string, body: object) => {
      const response = await fetch(two + path, {
        method: 'POST',
        headers: { 'x-api-key': 'sandbox-key', 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      const answer = await response.json();
      expect(response.status, JSON.stringify(answer)).toBeLessThan(300);
      return answer;
    };
    const events = ['user-payroll-submitted'];
    await call('/webhooks', { name: 'w', events, url: browsing.receiver.url });
    const { user_id } = (await call('/_sandbox/users', {})) as { user_id: string };
    await call(`/_sandbox/users/${user_id}/entries`, { payroll_submissions: [{}] });
    await page
      .getByRole('region', { name: 'Deliveries' })
      .getByRole('row', { name: /delivered/ })
      .waitFor();
    await call('/_sandbox/clock', { to: '2031-01-01T00:00:00Z', frozen: true });
    await page.locator('.status time[datetime="2031-01-01T00:00:00.000Z"]').waitFor();
  });

  it('shows what the clock says now when a tab comes to the front again', async () => {
    const page = await browsing.open('/console/requests');
    const comes = (hidden: boolean) =>
      page.evaluate((isHidden) => {
        Object.defineProperty(document, 'hidden', { value: isHidden, configurable: true });
        document.dispatchEvent(new Event('visibilitychange'));
      }, hidden);
    await page.getByText('live', { exact: true }).waitFor();
    await comes(true);
    await browsing.at.call('POST', '/_sandbox/clock', { to: '2033-01-01T00:00:00Z', frozen: true });
    await comes(false);
    await page.locator('.status time[datetime="2033-01-01T00:00:00.000Z"]').waitFor();
  });

  it('keeps two clients in two tabs apart, and switches between them', async () => {
    const [one, two] = [await browsing.open('/console/requests'), await browsing.open('/console/requests')];
    await two.getByLabel('API key').selectOption('sandbox-key-2');
    for (const page of [one, two]) await page.getByText('live', { exact: true }).waitFor();
    await browsing.at.call('GET', '/providers', undefined, { 'x-api-key': 'sandbox-key-2' });
    await two.getByRole('cell', { name: 'listProviders' }).waitFor();
    await browsing.at.call('GET', '/configuration');
    await one.getByRole('cell', { name: 'getConfiguration' }).waitFor();
    expect(await one.getByRole('cell', { name: 'listProviders' }).count()).toBe(0);
    await one.getByLabel('API key').selectOption('sandbox-key-2');
    await one.getByRole('cell', { name: 'listProviders' }).waitFor();
    expect(await one.getByRole('cell', { name: 'getConfiguration' }).count()).toBe(0);
  });

  it('shows a name full of markup as text', async () => {
    const name = '<img src=x onerror="document.title=1"><script>document.title=2</script>';
    const userId = await browsing.at.user({ forename: name, ext_id: '<b>bold</b>' });
    const page = await browsing.open(`/console/people/${userId}`);
    await page.getByRole('heading', { level: 1, name }).waitFor();
    expect(await page.locator('main img, main script, main b', { hasText: 'bold' }).count()).toBe(0);
    expect(await page.title()).toBe('People · Payrig console');
    await page.goto(`${browsing.at.sandbox.url}/console/people?search=onerror`);
    await page.getByRole('link', { name }).waitFor();
  });

  it('asks a sandbox that wants one for its key first, and says when it is wrong', async () => {
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
