import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { expect, onTestFinished } from 'vitest';
import { faultsOf } from './testing/faults-of.ts';
import { button, inBrowser, link } from './testing/in-browser.ts';

inBrowser("a person's page in a browser", (browsing) => {
  browsing.story('shows what is true beside the figures of a person who is not honest', async () => {
    const page = await browsing.open(`/console/people/${await browsing.personOf('inflated-net')}`);
    const tables = (name: string) => page.getByRole('region', { name, exact: true });
    const truths = (name: string) => tables(name).locator('.true').allInnerTexts();
    await tables('Payslips').getByText('true: £1,976.96').waitFor();
    expect(await truths('Payslips')).toEqual(['true: £1,976.96']);
    await tables('Values that are not true')
      .getByRole('link', { name: 'payslip of 28 Apr 2028' })
      .first()
      .click();
    const slip = page.getByRole('article', { name: 'Payslip of 28 Apr 2028' });
    expect(await slip.locator('.year').innerText()).toMatch(/net[^,]*£2,376.96\s*true: £1,976.96/);
    expect(await faultsOf(page)).toEqual([]);
    const open = async (key: string) =>
      void (await page.goto(`${browsing.at.sandbox.url}/console/people/${await browsing.personOf(key)}`));
    await open('edited-balance');
    const path = `/_sandbox/users/${await browsing.personOf('edited-balance')}/truth`;
    const [{ right }] = (await browsing.at.call('GET', path)).body.discrepancies[0].values;
    await tables('Bank statements').getByText(`true: £${right}`).first().waitFor();
    await open('edited-salary-line');
    await tables('Values that are not true').getByRole('link').first().click();
    await tables('Transactions')
      .getByRole('row', { name: /SALARY.*true: £/ })
      .waitFor();
    await open('tax-record-below-payslips');
    await tables('Tax-authority income').getByText('true: £36,900.00').first().waitFor();
    expect(await truths('Tax-authority income')).toHaveLength(6);
    await open('edited-ni-letter');
    await tables('Values that are not true').getByRole('link').first().click();
    await page.getByRole('article').getByText('true: National insurance (J)').waitFor();
    await open('steady-salary');
    await tables('Payslips').last().waitFor();
    expect(await page.locator('.true').count()).toBe(0);
  });

  browsing.story('finds a person, and tells their money by keyboard and as a table', async () => {
    const page = await browsing.open('/');
    await page.getByLabel('Search people').fill('zzz');
    await page.getByText('No users match. ').waitFor();
    await page.getByLabel('Search people').fill('fairweather leeds');
    await link(page, 'Ada Fairweather').first().waitFor();
    const card = page.locator('.people-cards .card');
    expect(await card.count()).toBe(1);
    expect(await card.innerText()).toMatch(/^Ada Fairweather\s+steady-salary/);
    // The whole card is a link.
    await card.click({ position: { x: 5, y: 5 } });
    await page.getByRole('heading', { level: 1, name: 'Ada Fairweather' }).waitFor();
    expect(await page.title()).toBe('Ada Fairweather · Payrig console');
    const chart = page.getByRole('slider', { name: 'Money by month' });
    await page
      .getByRole('region', { name: /^Figures of/ })
      .getByRole('button', { name: /^Cost of living/ })
      .waitFor();
    await chart.focus();
    await page.keyboard.press('Home');
    const first = await chart.getAttribute('aria-valuetext');
    await page.keyboard.press('ArrowRight');
    expect(await chart.getAttribute('aria-valuetext')).not.toBe(first);
    const [slip] = (await browsing.at.dossier(await browsing.personOf('steady-salary'))).payroll_submissions;
    const net = Number(slip!.income_information!.earnings!.net_pay).toLocaleString('en-GB');
    expect(first).toContain(`net pay £${net}`);
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

  browsing.story('answers an MFA, queries, and shows the requests that it made', async () => {
    const page = await browsing.open(`/console/people/${await browsing.personOf('mfa-code-pending')}`);
    const card = page.getByRole('listitem').filter({ hasText: 'PENDING' });
    expect(await card.innerText()).toMatch(/waits for an MFA answer since/);
    expect(await card.innerText()).not.toMatch(/linked/);
    await page.getByLabel('MFA answer').fill('1234');
    await page.getByRole('button', { name: 'Answer', exact: true }).click();
    await page.getByText('The account is LINKED now.').waitFor();
    await button(page, 'Query payroll').click();
    await page.getByText(/new payslips found/).waitFor();
    await page.locator('#payslips tbody tr').first().waitFor();
    await page.locator('.made summary', { hasText: '/payroll/entries/connections' }).click();
    await page.locator('.made').getByRole('button', { name: 'TypeScript' }).click();
    await page.getByText("client.POST('/payroll/entries/connections'").waitFor();
    await button(page, 'Unlink').click();
    await page.getByText('Not linked to any payroll provider.').waitFor();
  });

  browsing.story('gives every figure of a person with the call that returns it', async () => {
    const userId = await browsing.personOf('steady-salary');
    const { payroll_submissions: slips, bank_statement_submissions: statements } =
      await browsing.at.dossier(userId);
    const page = await browsing.open(
      `/console/people/${userId}?payslip=${slips[0]!.id}&statement=${statements[0]!.id}`,
      { width: 1100 },
    );
    await page.getByRole('button', { name: /^Cost of living, / }).waitFor();
    const list = page.getByRole('region', { name: 'Payslips', exact: true }).locator('.table');
    // Every column is in sight beside the payslip.
    expect(await list.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
    await button(page, 'Show as a table').click();
    const places = [
      page.getByRole('region', { name: /^Figures of/ }),
      page.getByRole('region', { name: 'Money by month' }),
      page.getByRole('region', { name: 'Payslips', exact: true }).locator('tbody tr').first(),
      page.getByRole('article', { name: /^Payslip of/ }),
      page.getByRole('region', { name: 'Bank statements' }).locator('tbody tr').first(),
      page.getByRole('region', { name: 'Transactions' }).locator('tbody tr').first(),
      page.getByRole('region', { name: 'Tax-authority income' }),
    ];
    const kinds = new Set<string>();
    const answers = new Map<string, unknown>();
    for (const place of places) {
      const figures = await place.locator('button.figure').all();
      expect(figures.length).toBeGreaterThan(0);
      for (const figure of figures) {
        const [name = '', shown = ''] = ((await figure.textContent()) ?? '').split(/: (?=-?£)/);
        // One of each kind is enough: each month has the same.
        const kind = name.replace(/, .*/, '');
        if (kinds.has(kind) && place !== places[3]) continue;
        kinds.add(kind);
        await figure.press('Enter');
        const source = page.getByRole('region', { name: `Where ${name} comes from`, exact: true });
        await source.waitFor();
        const [curl = '', typescript = ''] = await source.locator('pre').allInnerTexts();
        if (!answers.has(curl))
          answers.set(curl, JSON.parse((await promisify(execFile)('sh', ['-c', curl])).stdout));
        expect([name, poundsOf(typescript, answers.get(curl))]).toEqual([name, shown]);
        await figure.press('Enter');
        await source.waitFor({ state: 'detached' });
      }
    }
    expect([...kinds]).toEqual(
      expect.arrayContaining([
        'Gross pay',
        'Net pay',
        'Cost of living',
        'Housing',
        'Bank credits',
        'Tax authority',
      ]),
    );
  });

  browsing.story('shows a statement as its PDF, in the page', async () => {
    const page = await browsing.open(`/console/people/${await browsing.personOf('steady-salary')}`);
    await page
      .getByRole('region', { name: 'Bank statements' })
      .getByRole('button', { name: /^Show the PDF/ })
      .first()
      .click();
    const statement = page.getByRole('article', { name: 'Bank statement of May 2028' });
    await statement.getByTitle('Bank statement of May 2028').waitFor();
    // What the policy forbids would stand there as an error of the browser.
    await expect
      .poll(() => page.frames().map((frame) => frame.url()))
      .toContainEqual(expect.stringMatching(/^blob:/));
    const saved = page.waitForEvent('download');
    await statement.getByRole('link', { name: 'Save' }).click();
    const file = await saved;
    expect(file.suggestedFilename()).toBe('statement-2028-05.pdf');
    expect(readFileSync(await file.path(), 'latin1')).toMatch(/^%PDF-/);
    await statement.getByRole('link', { name: 'Open in a tab' }).waitFor();
  });

  browsing.story('uploads a statement and shows what was read, and changes a setting', async () => {
    const userId = await browsing.personOf('steady-salary');
    const page = await browsing.open(`/console/people/${userId}`);
    await button(page, /^Upload their own statement/).click();
    await page.locator('.result .extracted').waitFor();
    await page.getByRole('region', { name: 'Transactions' }).waitFor();
    const row = page.getByRole('region', { name: 'Settings' }).getByRole('row', { name: /Payslip upload/ });
    await row.getByText('the client', { exact: true }).waitFor();
    await row.getByRole('combobox').selectOption('off');
    await row.getByText('the user', { exact: true }).waitFor();
    expect((await browsing.at.dossier(userId)).user.payslip_upload_enabled).toBe(false);
  });

  browsing.story(
    'takes a PDF that is dropped on it, and says of another file that it is not a PDF',
    async () => {
      const userId = await browsing.personOf('steady-salary');
      const page = await browsing.open(`/console/people/${userId}`);
      const folder = mkdtempSync(join(tmpdir(), 'payrig-'));
      onTestFinished(() => rmSync(folder, { recursive: true }));
      const answer = await fetch(
        `${browsing.at.sandbox.url}/_sandbox/users/${userId}/statements/2028-02.pdf`,
        {
          headers: { 'x-api-key': browsing.at.sandbox.apiKey },
        },
      );
      const [statement, letter] = [join(folder, 'february.pdf'), join(folder, 'letter.pdf')];
      writeFileSync(statement, Buffer.from(await answer.arrayBuffer()));
      writeFileSync(letter, 'not a PDF at all');
      await drop(page, statement);
      await page.locator('.result .extracted').waitFor();
      await page
        .getByRole('region', { name: 'Bank statements' })
        .getByText('1 Feb 2028 to 29 Feb 2028')
        .waitFor();
      await drop(page, letter);
      await page.getByRole('alert').getByText('The file is not a PDF').waitFor();
      expect((await browsing.at.dossier(userId)).documents.map(({ file_name }) => file_name)).toEqual(
        expect.arrayContaining(['february.pdf', 'letter.pdf']),
      );
    },
  );
});

/** The amount that code from the console takes out of an answer, as the console writes it. */
function poundsOf(typescript: string, answer: unknown): string {
  const [, expression = ''] = /const figures? = (.*);$/s.exec(typescript) ?? [];
  const javascript = stripTypeScriptTypes(`const found = ${expression};`);
  const found = [new Function('answer', `${javascript} return found;`)(answer)].flat() as string[];
  const sum = found.reduce((total, text) => total + Math.round(Number(text.replaceAll(',', '')) * 100), 0);
  return (sum / 100).toLocaleString('en-GB', { style: 'currency', currency: 'GBP' });
}

/** Drops a file where uploads go, as a hand with a mouse does. */
async function drop(page: Page, file: string): Promise<void> {
  const target = page.locator('.drop input');
  await target.scrollIntoViewIfNeeded();
  const box = (await target.boundingBox())!;
  const [x, y] = [box.x + 20, box.y + box.height - 8];
  const devtools = await page.context().newCDPSession(page);
  const data = { items: [], files: [file], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await devtools.send('Input.dispatchDragEvent', { type, x, y, data });
}
