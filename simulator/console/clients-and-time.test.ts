import { readFileSync } from 'node:fs';
import { expect, onTestFinished } from 'vitest';
import { startProcess } from '../../scripts/resilience/testing/restartable-sandbox.ts';
import { postgresDatabase } from '../store/testing/postgres-place.ts';
import words from './browser/words.json' with { type: 'json' };
import { faultsOf } from './testing/faults-of.ts';
import { button, inBrowser } from './testing/in-browser.ts';

inBrowser('the clock and the state of clients in the console', (browsing) => {
  browsing.story('tells what is due, moves the clock, and links what happened', async () => {
    const page = await browsing.open('/console/clock');
    await button(page, /^To the next recurring check/).click();
    await page.getByRole('heading', { name: 'What happened on the way' }).waitFor();
    await page.getByRole('region', { name: 'Effects' }).getByText('recurring-check').first().waitFor();
    await page
      .getByRole('region', { name: 'Effects' })
      .getByText(/^[A-Z]\w+ [A-Z]\w+$/)
      .first()
      .waitFor();
    const { now } = (await browsing.at.call('GET', '/_sandbox/clock')).body;
    await page.locator(`header .time time[datetime="${now}"]`).waitFor();
    await button(page, /let it go on/).click();
    await button(page, /freeze it/).waitFor();
    const shown = page.locator('.big-time time');
    const before = await shown.innerText();
    await expect.poll(() => shown.innerText()).not.toBe(before);
  });

  browsing.story('shows live on one replica what happens on another', async () => {
    const database = await postgresDatabase();
    onTestFinished(database.remove);
    // The store is given by an option and by a variable.
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
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
    await call('/_sandbox/clock', { to: tomorrow, frozen: true });
    await page.locator(`header .time time[datetime="${tomorrow}"]`).waitFor();
  });

  browsing.story('shows what the clock says now when a tab comes to the front again', async () => {
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
    await page.locator('header .time time[datetime="2033-01-01T00:00:00.000Z"]').waitFor();
  });

  browsing.story('keeps two clients in two tabs apart, and switches between them', async () => {
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

  browsing.story('says what a reset takes away, asks, and undoes it', async () => {
    const page = await browsing.open('/console/configuration');
    await browsing.at.user({ forename: 'Nora' });
    const hook = { name: 'mine', events: ['user-payroll-submitted'], url: browsing.receiver.url };
    await browsing.at.call('POST', '/webhooks', hook);
    const webhooks = async () => (await browsing.at.call('GET', '/webhooks')).body.webhooks.length;
    await button(page, 'Reset this client').click();
    const dialog = page.getByRole('dialog', { name: 'Reset this client?' });
    await dialog.getByText('1 person made since the start').waitFor();
    await dialog.getByText('1 subscription', { exact: true }).waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    expect(await webhooks()).toBe(1);
    await button(page, 'Reset this client').click();
    await dialog.getByRole('button', { name: 'Reset it' }).click();
    await page.getByText('The client is back in its starting world.').waitFor();
    expect(await webhooks()).toBe(0);
    await button(page, 'Undo').click();
    await page.getByText('The state from before is back.').waitFor();
    expect(await webhooks()).toBe(1);
  });

  browsing.story('saves snapshots under names, compares and loads them', async () => {
    const page = await browsing.open('/console/snapshots');
    await page.getByLabel('Name').fill('before Nora');
    await button(page, 'Save the state now').click();
    await button(page, 'Load before Nora').waitFor();
    const userId = await browsing.at.user({ forename: 'Nora' });
    await page.reload();
    await page.getByLabel('Before').selectOption('before Nora');
    await page.getByLabel('After').selectOption('the state now');
    const table = page.getByRole('region', { name: 'Differences' });
    await table.getByRole('row', { name: 'Person Nora added' }).waitFor();
    expect(await table.getByRole('row').count()).toBe(2);
    await button(page, 'Load before Nora').click();
    await page.getByText('The snapshot before Nora is loaded.').waitFor();
    expect((await browsing.at.call('GET', `/_sandbox/users/${userId}`)).status).toBe(404);
    // As a file, to another browser.
    const saving = page.waitForEvent('download');
    await button(page, 'Save to a file before Nora').click();
    const saved = await saving;
    expect(saved.suggestedFilename()).toBe('before-Nora.json');
    const file = await saved.path();
    await button(page, 'Remove before Nora').click();
    await page.getByText('No snapshot is saved in this browser yet.').waitFor();
    const nora = await browsing.at.user({ forename: 'Nora' });
    const other = await browsing.open('/console/snapshots');
    const chooser = other.getByLabel('Or add one from a file');
    const given = { mimeType: 'application/json', buffer: readFileSync(file) };
    await chooser.setInputFiles({ ...given, name: 'x.json', buffer: Buffer.from('{"now": 1}') });
    await other.getByRole('alert').getByText('x.json is not a snapshot.').waitFor();
    await chooser.setInputFiles({ ...given, name: 'before-Nora.json' });
    await other.getByText('The snapshot before-Nora is in the list').waitFor();
    expect(await other.getByRole('alert').count()).toBe(0);
    await button(other, 'Load before-Nora').click();
    await other.getByText('The snapshot before-Nora is loaded.').waitFor();
    expect((await browsing.at.call('GET', `/_sandbox/users/${nora}`)).status).toBe(404);
    expect(await faultsOf(other)).toEqual([]);
  });
});

inBrowser(
  'a world of drawn people in the console',
  (browsing) => {
    browsing.story('tells what happened in their lives, to whom and when', async () => {
      const page = await browsing.open('/console/clock');
      await button(page, 'A year').click();
      await page.getByRole('img', { name: 'Timeline of the effects' }).waitFor();
      const row = page.getByRole('region', { name: 'Effects' }).getByRole('row', { name: /life-event/ });
      await row.first().getByRole('link').waitFor();
      expect(await row.first().innerText()).toMatch(
        new RegExp(Object.values(words.named.lifeEvents).join('|')),
      );
    });
  },
  { now: '2028-06-15T09:00:00Z', frozen: true, users: 80 },
);
