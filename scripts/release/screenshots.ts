// `npm run screenshots`: the pictures of README and docs; `npm run screenshots -- FOLDER`: every page of the console,
// the contract and a report at three widths, light and dark, to be looked at.
import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { writeReports } from '../../conformance/report/write-reports.ts';
import { runClientExam } from '../../conformance/suite/run-client-exam.ts';
import { runConformance } from '../../conformance/suite/run-conformance.ts';
import { type Arranging, arranging } from '../../simulator/arrangement/testing/arranging.ts';
import { findChromium, launchChromium } from '../../simulator/console/testing/chromium.ts';
import { startReceiver } from '../../simulator/webhooks/testing/receiver.ts';
import { valuesOf } from '../../spec/generated/contract-lists.ts';
import type { CommandOptions } from '../generated/command-line.ts';
import { toolsFor } from '../sandbox/tools/tools-for.ts';
import { scriptCommand } from '../terminal/command-of.ts';
import { projectRoot } from '../terminal/run-tool.ts';
import { documentBlocks } from '../testing/document-blocks.ts';

const RUN_MS = 120_000;

type View = { width: number; height: number; colorScheme: 'light' | 'dark' };
type Picture = { name: string; url: string; ready: (page: Page) => Promise<unknown> };

const widths = { wide: [1440, 900], middle: [1024, 768], narrow: [390, 844] } as const;

async function world(at: Arranging, hook: string): Promise<Picture[]> {
  const { body } = await at.call('GET', '/_sandbox/scenarios');
  const idOf = (wanted: string): string =>
    body.scenarios.find(({ key }: { key: string }) => key === wanted).user_id;
  const [ada, pending] = [idOf('steady-salary'), idOf('mfa-code-pending')];
  const subscription = { name: 'my-shop', events: valuesOf.EventKind, config: { include_payload: true } };
  await at.call('POST', '/webhooks', { ...subscription, url: hook, signing_secret: 'a secret' });
  await at.call('POST', '/webhooks', { ...subscription, name: 'nobody-there', url: 'http://127.0.0.1:9/' });
  for (const [userId, path, what] of [
    [ada, 'entries', { payroll_submissions: [{}] }],
    [ada, 'bank-statements', {}],
    [pending, 'taxauth', {}],
  ] as const)
    await at.call('POST', `/_sandbox/users/${userId}/${path}`, what);
  for (const path of ['/users?limit=0', '/providers', `/expenditure/${ada}/ons`, '/authorisations/terms/x'])
    await at.call('GET', path);
  await at.call('POST', '/_sandbox/clock', { by: 'PT1H' });
  const { deliveries } = (await at.call('GET', '/_sandbox/deliveries')).body;
  const { requests } = (await at.call('GET', '/_sandbox/requests')).body;
  const refused = requests.find(({ status }: { status: number }) => status === 400);
  const { payroll_submissions: slips, bank_statement_submissions: statements } = await at.dossier(ada);
  await at.call('PUT', '/_sandbox/faults', { faults: [{ operation: 'listProviders', status: 503 }] });
  for (const order of [
    { tool: 'check', api_key: at.sandbox.apiKey, arrange: 'none', only: ['providers', 'terms'] },
    { tool: 'exam', url: hook, secret: 'a secret' },
    { tool: 'spec', format: 'bruno' },
  ])
    await at.call('POST', '/_sandbox/runs', order);
  const { url } = at.sandbox;
  const inConsole = ({ name, url: path, ready }: Picture): Picture => ({
    name,
    url: `${url}${path}`,
    ready: async (page) => {
      await page.getByText('live', { exact: true }).waitFor();
      await ready(page);
    },
  });
  const shown = (selector: string) => (page: Page) => page.locator(selector).first().waitFor();
  const said = (text: string) => (page: Page) => page.getByText(text).waitFor();
  const person = `/console/people/${ada}`;
  const figures = `${person}?payslip=${slips[0]!.id}&statement=${statements[0]!.id}`;
  const pages: readonly [name: string, path: string, ready?: Picture['ready']][] = [
    ['people', '/', (page) => page.getByRole('link', { name: 'Ada Fairweather' }).first().waitFor()],
    ['person', person, (page) => page.locator('.legend .figure').nth(3).waitFor()],
    ['person-figure', figures, showFigures],
    ['person-pdf', `${person}?pdf=2028-05#statements`, shown('iframe')],
    ['person-pending', `/console/people/${pending}#accounts`],
    ['person-truth', `/console/people/${idOf('inflated-net')}#payslips`, shown('#payslips .true')],
    ['new-person', '/console/people/new', said('The scenario is valid.')],
    ['settings', '/console/configuration'],
    ['delivery', `/console/deliveries?delivery=${deliveries[0].delivery_id}`, showDelivery],
    ['requests', `/console/requests?request=${refused?.request_id ?? ''}`],
    ['requests-list', '/console/requests'],
    ['subscriptions', '/console/deliveries'],
    ['clock', '/console/clock', moveClock],
    ['snapshots', '/console/snapshots'],
    ['search', '/console/search?for=ada'],
    ['faults', '/console/faults', said('1 fault on: listProviders.')],
    ['tools', '/console/tools', showReport],
    ['tools-failure', '/console/tools#exam', showFailure],
    ['watch', '/console/watch'],
    ['tenant', '/console/people', addTenant],
    ['no-page', '/console/nothing'],
  ];
  return [
    ...pages.map(([name, url, ready = async () => {}]) => inConsole({ name, url, ready })),
    { name: 'guide', url: `${url}/docs/python.html`, ready: shown('h1') },
    { name: 'docs', url: `${url}/docs`, ready: shown('.hero') },
    { name: 'docs-operation', url: `${url}/docs#createWebhook`, ready: shown('#createWebhook .try') },
  ];
}

async function showFigures(page: Page): Promise<void> {
  const payslip = page.getByRole('article', { name: /^Payslip/ });
  await page.getByRole('button', { name: 'Show as a table' }).click();
  await page.getByRole('region', { name: 'Money by month' }).getByRole('button').nth(2).click();
  await payslip.locator('.figure').first().click();
}

async function showDelivery(page: Page): Promise<void> {
  await page.getByText(/The signature is right/).waitFor();
  await page.locator('#list').evaluate((list) => list.scrollIntoView());
}

async function moveClock(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'A week' }).click();
  await page.getByRole('heading', { name: 'What happened on the way' }).waitFor();
}

const ended = (page: Page, tool: string): Promise<void> =>
  page.locator(`#${tool} .result:not(.running)`).waitFor({ timeout: RUN_MS });

async function showReport(page: Page): Promise<void> {
  await ended(page, 'exam');
  await ended(page, 'check');
  await page.locator('#check iframe').contentFrame().locator('h1').waitFor();
}

async function showFailure(page: Page): Promise<void> {
  await ended(page, 'exam');
  const failures = page.locator('#exam iframe').contentFrame().locator('article.failure');
  await failures.first().evaluate((one) => one.scrollIntoView());
}

async function addTenant(page: Page): Promise<void> {
  const menu = page.getByRole('button', { name: 'Menu' });
  if (await menu.isVisible()) await menu.click();
  await page.getByLabel('API key').selectOption({ label: 'another…' });
  await page.getByLabel('Another API key').waitFor();
}

/** The report of a run in which some clauses fail: on a sandbox that refuses to name its providers. */
async function report(folder: string): Promise<Picture> {
  const faulty = await arranging();
  try {
    await faulty.call('PUT', '/_sandbox/faults', { faults: [{ operation: 'listProviders', status: 503 }] });
    const target = { baseUrl: faulty.sandbox.url, apiKey: faulty.sandbox.apiKey };
    await writeReports(await runConformance(target, { only: ['providers.*', 'users.*'] }), folder);
  } finally {
    await faulty.close();
  }
  const { href } = pathToFileURL(join(folder, 'report.html'));
  return { name: 'report', url: href, ready: (page) => page.locator('h1').waitFor() };
}

/** The report of the client in docs/client-exam.md that fails three clauses. */
async function clientReport(): Promise<Picture> {
  const folder = await mkdtemp(join(tmpdir(), 'payrig-pictures-'));
  const markdown = readFileSync(join(projectRoot, 'docs/client-exam.md'), 'utf8');
  const client = documentBlocks(markdown).find(({ mark }) => mark?.kind === 'file')!;
  await writeFile(join(folder, 'import.mjs'), client.text);
  const start = { run: `"${process.execPath}" import.mjs`, cwd: folder };
  await writeReports(await runClientExam({ journeys: { 'list-users': start } }), folder);
  const { href } = pathToFileURL(join(folder, 'report.html'));
  return { name: 'client-exam', url: href, ready: (page) => page.locator('h1').waitFor() };
}

async function take(browser: Browser, { name, url, ready }: Picture, view: View, file: string) {
  const { colorScheme, ...viewport } = view;
  const context = await browser.newContext({ viewport, colorScheme });
  const page = await context.newPage();
  await page.goto(url);
  await ready(page);
  await page.screenshot({ path: file, animations: 'disabled', fullPage: whole });
  await context.close();
  console.log(`${name}: ${file}`);
}

const command = scriptCommand('screenshots');
const [folder] = command.parse().processedArgs as [string | undefined];
const { only, whole } = command.opts<CommandOptions['npm run screenshots']>();
const executable = findChromium();
if (!executable) throw new Error('No Chromium was found: PAYRIG_CHROMIUM names one');
const [browser, at, receiver] = await Promise.all([
  launchChromium(executable),
  arranging({ now: '2028-06-15T09:00:00Z', frozen: true, seed: 'pictures', tools: toolsFor({}) }),
  startReceiver((_, response) => response.writeHead(204).end()),
]);
const locked = await arranging({ sandboxKey: 'door-key' });
try {
  const pictures = await world(at, receiver.url);
  if (folder === undefined) {
    pictures.push(await clientReport());
    const files = { person: 'person.png', delivery: 'deliveries.png', 'client-exam': 'client-exam.png' };
    for (const [name, file] of Object.entries(files)) {
      const picture = pictures.find((one) => one.name === name)!;
      const view = { width: 1280, height: 1180, colorScheme: 'light' } as const;
      await take(browser, picture, view, join(projectRoot, 'docs/images', file));
    }
  } else {
    const out = resolve(folder);
    await mkdir(out, { recursive: true });
    pictures.push(await report(out), {
      name: 'keys',
      url: `${locked.sandbox.url}/console/people`,
      ready: (page) => page.getByLabel('Sandbox key').waitFor(),
    });
    for (const picture of pictures.filter(({ name }) => only?.includes(name) ?? true))
      for (const colorScheme of ['light', 'dark'] as const)
        for (const [name, [width, height]] of Object.entries(widths)) {
          const file = join(out, `${picture.name}-${name}-${colorScheme}.png`);
          await take(browser, picture, { width, height, colorScheme }, file);
        }
  }
} finally {
  await browser.close();
  await Promise.all([receiver.close(), at.close(), locked.close()]);
}
