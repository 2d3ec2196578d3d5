import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { runTool } from '../../scripts/terminal/run-tool.ts';
import { inBrowser } from '../console/testing/in-browser.ts';
import { guideFile, siteFiles } from './guide-pages.ts';
import { guides, llmsText } from './guides.ts';

const pages = siteFiles().filter((name) => name.endsWith('.html') && name !== 'index.html');
const files = new Map<string, ReturnType<typeof guideFile>>();
/** Rendered once: every page leads to every other. */
function fileAt(name: string): ReturnType<typeof guideFile> {
  if (!files.has(name)) files.set(name, guideFile(name, false));
  return files.get(name);
}
const textOf = (name: string): string => fileAt(name)?.page?.text ?? '';

describe('the guides as pages', () => {
  it('are all there, with a list of all of them', () => {
    expect(pages).toHaveLength(guides().length);
    for (const name of pages) {
      const listed = [...textOf(name).matchAll(/<a href="([^"]+\.html)"/g)].map(([, to]) => to);
      expect(new Set(listed).size, name).toBeGreaterThanOrEqual(pages.length - 1);
    }
  });

  it('lead to pages, files and headings that are there, and load nothing from elsewhere', () => {
    const broken = pages.flatMap((name) =>
      [...textOf(name).matchAll(/(?:href|src)="([^"]+)"/g)]
        .map(([, to]) => to!)
        .filter((to) => !/^(https?:|mailto:|data:)/.test(to))
        .filter((to) => {
          const { pathname, hash } = new URL(to, `http://site/${name}`);
          const file = fileAt(pathname.slice(1));
          const text = file?.page?.text ?? '';
          return !file || (hash !== '' && file.page && !text.includes(` id="${hash.slice(1)}"`));
        })
        .map((to) => `${name}: ${to}`),
    );
    expect(broken).toEqual([]);
    for (const name of pages) expect(/src="https?:|@import|url\(/.exec(textOf(name)), name).toBeNull();
  });

  it('show no mark of the tests, and code as it is written', () => {
    for (const name of pages) expect(textOf(name).includes('<!--'), name).toBe(false);
    expect(textOf('install.html')).toContain('npm install --no-save ../payrig ');
    expect(textOf('install.html')).toContain('<button type="button" class="copy">copy</button>');
  });
});

it('the index for language models says of each page what it is about, in a whole sentence', () => {
  const lines = llmsText('http://x')
    .split('\n')
    .filter((line) => line.includes('.md)'));
  expect(lines).toHaveLength(guides().length);
  for (const line of lines) expect(line).toMatch(/^- \[[^\]]+\]\(\S+\): [A-Z`"].{15,}[.!?:]$/);
});

inBrowser('the guides in a browser', (browsing) => {
  it('are found by a search, from the contract on', async () => {
    const page = await browsing.open('/docs');
    await page.getByRole('link', { name: 'Guides' }).click();
    await page.getByRole('heading', { name: 'Payrig', level: 1 }).waitFor();
    await page.keyboard.press('/');
    await page.getByLabel('Search', { exact: true }).fill('magic logins');
    const result = page.locator('#found a').first();
    await result.getByText('The sandbox: Magic logins').waitFor();
    await result.click();
    await page.getByRole('heading', { name: 'Magic logins' }).waitFor();
    expect(page.url()).toMatch(/\/docs\/sandbox\.html#magic-logins$/);
    await page.locator('.panel .copy').first().click();
    await page.getByRole('button', { name: /copied|selected/ }).waitFor();
    // Not parts of words, such as those of "know" and "node", and guides before decisions and figures.
    await page.getByLabel('Search', { exact: true }).fill('no event');
    await page
      .locator('#found mark', { hasText: /^event$/i })
      .first()
      .waitFor();
    const marked = await page.locator('#found p').evaluateAll((lines) => lines.map((one) => one.innerHTML));
    expect(marked.filter((line) => /\w<mark>/.test(line))).toEqual([]);
    const places = await page.locator('#found a').evaluateAll((all) => all.map((one) => `${one}`));
    expect(places.slice(0, 3).filter((place) => /decisions|figures/.test(place))).toEqual([]);
    await page.getByLabel('Search', { exact: true }).fill('zzzz');
    await page.getByText('No section has these words.').waitFor();
    await page.keyboard.press('Escape');
    expect(await page.getByRole('heading', { name: 'Magic logins' }).isVisible()).toBe(true);
  });

  it('are a static site by npm run docs, with the same search', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'payrig-site-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const { code, stdout, stderr } = await runTool('node', ['scripts/release/docs-site.ts', folder]);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toContain('begin with');
    const server = createServer((request, response) => {
      const name = new URL(request.url ?? '/', 'http://site').pathname.slice(1) || 'index.html';
      response.setHeader('Content-Type', name.endsWith('.html') ? 'text/html' : 'application/json');
      response.end(readFileSync(join(folder, name)));
    }).listen(0, '127.0.0.1');
    onTestFinished(() => void server.close());
    await new Promise((resolve) => server.once('listening', resolve));
    const { port } = server.address() as AddressInfo;
    const page = await browsing.open('/', { url: `http://127.0.0.1:${port}` });
    await page.getByLabel('Search', { exact: true }).fill('exam receiver python');
    await page.locator('#found a').first().click();
    expect(page.url()).toContain('.html#');
    await page.getByRole('link', { name: 'Console', exact: true }).waitFor({ state: 'detached' });
  });
});
