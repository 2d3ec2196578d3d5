import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import type { Download, Page } from 'playwright-core';
import { expect, onTestFinished } from 'vitest';
import { parse } from 'yaml';
import { specimen } from '../../../conformance/client-exam/testing/specimen.ts';
import { faultsOf } from '../../../simulator/console/testing/faults-of.ts';
import { button, goTo, inBrowser } from '../../../simulator/console/testing/in-browser.ts';
import { isProof, sample } from '../../../spec/testing/test-run.ts';
import { expressReceiver } from '../../../spec/webhooks/index.ts';
import { toolsFor } from './tools-for.ts';

/** A check takes its time on a busy machine. */
const PATIENCE = 240_000;

const part = (page: Page, id: string) => page.locator(`#${id}`);

async function saved(page: Page, id: string, name: string): Promise<string> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    part(page, id)
      .getByRole('link', { name: `Save ${name}` })
      .click(),
  ]);
  expect(download.suggestedFilename()).toBe(name);
  return readFile(await (download as Download).path(), 'latin1');
}

async function served(app: Parameters<typeof createServer>[1]): Promise<string> {
  const server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

inBrowser(
  'what the README does on the command line',
  (browsing) => {
    browsing.story(
      'payrig check: judges this sandbox, tells how far it is, and opens the report',
      async () => {
        const page = await browsing.open('/');
        await goTo(page, 'Tools');
        await page.getByRole('heading', { level: 1, name: 'Tools' }).waitFor();
        const check = part(page, 'check');
        expect(await check.locator('pre').first().textContent()).toBe(
          `npx payrig check ${browsing.at.sandbox.url} --api-key sandbox-key \\
  --other-api-key sandbox-key-2 --member member@sandbox.test:sandbox-password \\
  --arrange sandbox --report-dir reports --learn profile.json`,
        );
        // A whole check takes a quarter of a minute: some areas, with fewer inputs than they would have.
        if (!isProof) await check.getByLabel('Clauses').fill('users.*, events.*');
        await page.getByLabel('Inputs for each property').fill('3');
        expect(await check.locator('pre').first().textContent()).toContain('--runs 3');
        await button(page, 'Check it').click();
        await check.getByText(/Judges clauses \d+ of \d+/).waitFor({ timeout: PATIENCE });
        expect(await button(page, 'Check it').isDisabled()).toBe(true);
        // Progress and Stop are in view, and on every page.
        const stop = (await check.getByRole('button', { name: 'Stop it' }).boundingBox())!;
        expect(stop.y + stop.height).toBeLessThan(800);
        await goTo(page, 'Clock');
        await button(page, 'Stop check').waitFor();
        await goTo(page, 'Tools');
        // A running tool is shown in every tab that opens the page.
        await page.reload();
        await check.getByText('Passed: no judged clause fails.').waitFor({ timeout: PATIENCE });
        const report = check.locator('iframe').contentFrame();
        await report.getByRole('heading', { level: 1, name: /judged clauses pass/ }).waitFor();
        expect(await report.locator('body').evaluate(() => window.origin)).toBe('null');
        const profile = JSON.parse(await saved(page, 'check', 'profile.json'));
        expect(profile.naming).toEqual({ vendor: 'svc', authority: 'taxauth' });
        expect(await saved(page, 'check', 'report.html')).toContain('<!doctype html>');
        await page.getByRole('textbox', { name: 'Address' }).fill('https://staging.example');
        const command = check.locator('pre', { hasText: 'npx payrig check' });
        expect(await command.first().textContent()).toContain('--read-only');
        expect(await page.getByLabel('Its API key').inputValue()).toBe('');
      },
      PATIENCE,
    );

    browsing.story(
      'payrig exam: gives the verdict of each clause, of a receiver that holds and of one that does not',
      async () => {
        const app = express();
        app.post(
          '/held',
          expressReceiver({ secret: 'a-secret-of-mine', unencrypted: true }, async () => {}),
        );
        app.post('/trusting', (_, response) => void response.sendStatus(204));
        const url = await served(app);
        const page = await browsing.open('/console/tools');
        const exam = part(page, 'exam');
        const examine = async (path: string) => {
          await exam.getByRole('textbox', { name: 'Receiver' }).fill(url + path);
          await exam.getByLabel('Signing secret').fill('a-secret-of-mine');
          if (!isProof) await exam.getByLabel('Clauses').fill('signature.*');
          await button(page, 'Examine it').click();
          await exam.getByText('Judges clauses').or(exam.getByText('Starts')).first().waitFor();
          await exam.locator('.result:not(.running)', { hasText: path }).waitFor({ timeout: PATIENCE });
        };
        await examine('/held');
        await exam.getByText('Passed: no judged clause fails.').waitFor();
        const report = exam.locator('iframe').contentFrame();
        const row = report.getByRole('row', { name: /signature\.missing/ });
        await row.getByText('pass', { exact: true }).waitFor();
        await examine('/trusting');
        await exam.getByText('Some clauses fail.').waitFor();
        await row.getByText('fail', { exact: true }).waitFor();
        const failure = report.locator('#failures article', { hasText: 'signature.missing' });
        await failure.getByText('How to mend it').waitFor();
        const differs = page
          .getByRole('region', { name: 'Differences' })
          .getByRole('row', { name: /signature\.missing/ });
        const runs = page.getByLabel('Before').locator('option');
        await expect.poll(() => runs.count()).toBeGreaterThanOrEqual(3);
        await page.getByLabel('Before').selectOption({ index: 2 });
        await page.getByLabel('After').selectOption({ index: 1 });
        await differs.getByText('pass', { exact: true }).waitFor();
        await differs.getByText('fail', { exact: true }).waitFor();
        await exam.getByText('The report', { exact: true }).click();
        expect(await exam.locator('iframe').isVisible()).toBe(false);
        await exam.getByText('The report', { exact: true }).click();
        await failure.waitFor();
        expect(await page.content()).not.toContain('a-secret-of-mine');
        await page.setViewportSize({ width: 360, height: 800 });
        expect(await faultsOf(page)).toEqual([]);
      },
      PATIENCE,
    );

    browsing.story(
      'payrig exam client: starts journeys by an address, and gives the verdict of each clause',
      async () => {
        const client = specimen();
        const app = express().use(express.json());
        app.post('/start', async (request, response) => {
          const printed = await client(request.body).catch(() => undefined);
          response.status(printed === undefined ? 500 : 200).json(printed ?? {});
        });
        const page = await browsing.open('/console/tools');
        const exam = part(page, 'exam-client');
        await exam.getByLabel('Where a journey is started').fill(`${await served(app)}/start`);
        await exam.getByLabel('Clauses of a client').fill('journey.plain, money.*');
        await exam.getByLabel('income', { exact: true }).check();
        expect(await exam.locator('pre').first().textContent()).toContain('--journeys list-users,income');
        await button(page, 'Examine the client').click();
        await exam.getByText('Passed: no judged clause fails.').waitFor({ timeout: PATIENCE });
      },
      PATIENCE,
    );

    browsing.story(
      'payrig watch: judges what passes while it passes, and shows the ledger when it is stopped',
      async () => {
        const page = await browsing.open('/');
        await goTo(page, 'Watch');
        await page.getByLabel('Port of the proxy').fill('0');
        await button(page, 'Start watching').click();
        const watch = part(page, 'watch');
        const started = watch.locator('.running pre', { hasText: 'Requests to' });
        await started.waitFor({ timeout: PATIENCE });
        const [proxy = ''] = /http:\S+/.exec((await started.textContent()) ?? '') ?? [];
        const answer = await fetch(`${proxy}/users`, { headers: { 'X-API-KEY': 'sandbox-key' } });
        expect(answer.status).toBe(200);
        await watch.getByText('exchanges: 1, deliveries: 0').waitFor({ timeout: PATIENCE });
        await watch.getByText(/Confirmed clauses [1-9]\d* of \d+/).waitFor();
        await page.getByRole('img', { name: '1 request over time, clauses broken 0 times' }).waitFor();
        await page.getByText('Nothing was broken.').waitFor();
        expect(await page.getByText(/^GET \/.* clauses: /).count()).toBeGreaterThan(0);
        expect(await faultsOf(page)).toEqual([]);
        // The note of other pages could cover the button of this one.
        expect(await page.locator('.run-note').isVisible()).toBe(false);
        await watch.getByRole('button', { name: 'Stop it' }).click();
        await watch.getByText('Passed: no judged clause fails.').waitFor({ timeout: PATIENCE });
        const report = watch.locator('iframe').contentFrame();
        await report
          .getByRole('row', { name: /users\.list\.answer/ })
          .first()
          .waitFor();
        const ledger = JSON.parse(await saved(page, 'watch', 'ledger.json'));
        expect(ledger).toMatchObject({ kind: 'payrig-ledger', exchanges: 1 });
      },
      PATIENCE,
    );

    browsing.story(
      'payrig spec, payrig pact make, payrig check --list: makes each and gives it to be saved',
      async () => {
        const page = await browsing.open('/console/tools');
        await button(page, 'Make the pact').waitFor();
        await page.getByRole('textbox', { name: 'Consumer' }).fill('corner shop');
        await button(page, 'Make the pact').click();
        await button(page, 'List them').click();
        const files: [string, string, (text: string) => unknown, RegExp][] = [
          ['yaml', 'openapi.yaml', (text) => parse(text).openapi, /^3\.1/],
          ['json', 'openapi.json', (text) => JSON.parse(text).openapi, /^3\.1/],
          ['asyncapi', 'asyncapi.yaml', (text) => parse(text).asyncapi, /^3/],
          ['arazzo', 'arazzo.zip', (text) => text, /^PK.*arazzo\.yaml/s],
          ['bruno', 'bruno.zip', (text) => text, /^PK.*bruno\.json/s],
        ];
        for (const [format, name, read, expected] of sample(files, 2)) {
          await page.getByLabel('Format').selectOption(format);
          await button(page, 'Make the contract').click();
          expect(read(await saved(page, 'contract', name))).toMatch(expected);
        }
        const pact = JSON.parse(await saved(page, 'pact', 'corner shop-payroll-service.json'));
        expect(pact.consumer).toEqual({ name: 'corner shop' });
        await part(page, 'clauses').getByText('Show all of it').click();
        await part(page, 'clauses')
          .getByText(/users\.list\.answer\n/)
          .waitFor();
      },
      PATIENCE,
    );

    browsing.story(
      'keeps what a deployment says as text',
      async () => {
        const markup =
          '<img src=x onerror="parent.document.title=1"><script>parent.document.title=2</script>';
        // The sandbox itself, but for its providers.
        const url = await served(async (request, response) => {
          const path = request.url ?? '/';
          const headers = { 'x-api-key': String(request.headers['x-api-key'] ?? '') };
          const answer = await fetch(browsing.at.sandbox.url + path, { headers });
          const isHostile = path === '/providers' && answer.ok;
          response.writeHead(answer.status, { 'content-type': 'application/json', 'x-note': markup });
          response.end(
            isHostile ? JSON.stringify({ [markup]: markup, errors: [markup] }) : await answer.text(),
          );
        });
        const page = await browsing.open('/console/tools');
        await page.getByRole('textbox', { name: 'Address' }).fill(url);
        await page.getByLabel('Its API key').fill('sandbox-key');
        await page.getByLabel('Clauses').first().fill('providers');
        await button(page, 'Check it').click();
        const check = part(page, 'check');
        await check.getByText('Some clauses fail.').waitFor({ timeout: PATIENCE });
        const report = check.locator('iframe').contentFrame();
        await report.locator('#failures dd, #failures pre', { hasText: '<img src=x' }).first().waitFor();
        expect(await report.locator('img').count()).toBe(0);
        expect(await page.locator('main img, main script').count()).toBe(0);
        expect(await page.title()).toBe('Tools · Payrig console');
      },
      PATIENCE,
    );
  },
  { users: 20, tools: toolsFor({}) },
);
