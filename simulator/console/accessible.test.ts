import { expect, it } from 'vitest';
import { isProof, sample } from '../../spec/testing/test-run.ts';
import { faultsOf } from './testing/faults-of.ts';
import { inBrowser } from './testing/in-browser.ts';

/** Axe reads every element, which takes fifteen seconds for the whole contract, and more on a busy machine. */
const PATIENCE = 600_000;

/** Of the contract's page axe reads so many operations, open points and types; in a proof all. */
const FEW = 4;

inBrowser('every page', (browsing) => {
  it('has nothing serious for axe to find, light or dark, nor is it too wide', {
    timeout: PATIENCE,
  }, async () => {
    const userId = await browsing.personOf('steady-salary');
    const [slip] = (await browsing.at.dossier(userId)).payroll_submissions;
    const events = ['user-payroll-submitted'];
    await browsing.at.call('POST', '/webhooks', { name: 'w', events, url: browsing.receiver.url });
    await browsing.at.call('POST', `/_sandbox/users/${userId}/entries`, { payroll_submissions: [{}] });
    await browsing.at.call('GET', '/users?limit=0');
    const [delivery] = (await browsing.at.call('GET', '/_sandbox/deliveries')).body.deliveries;
    const [request] = (await browsing.at.call('GET', '/_sandbox/requests')).body.requests;
    const page = await browsing.open('/', { width: 360 });
    const found: string[] = [];
    const paths = [
      '/',
      `/console/people/${userId}?payslip=${slip!.id}`,
      '/console/people/new',
      `/console/deliveries?delivery=${delivery.delivery_id}`,
      `/console/requests?request=${request.request_id}`,
      '/console/clock',
      '/console/faults',
      '/console/snapshots',
      '/console/search?for=a',
      '/console/watch',
      '/console/tools',
      '/console/configuration',
      '/console/nothing',
      '/docs',
    ];
    for (const path of sample(paths, 3)) {
      await page.goto(browsing.at.sandbox.url + path);
      if (path !== '/docs') await page.getByText('live', { exact: true }).waitFor();
      else if (!isProof) await page.evaluate(leaveFew, FEW);
      found.push(...(await faultsOf(page)));
    }
    expect(found).toEqual([]);
  });
});

function leaveFew(few: number): void {
  for (const kind of ['section.operation', 'article.point', '#types li'])
    for (const [index, one] of document.querySelectorAll(kind).entries()) if (index >= few) one.remove();
}
