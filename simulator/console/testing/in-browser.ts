import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { sample } from '../../../spec/testing/test-run.ts';
import type { SandboxOptions } from '../../app/options.ts';
import { type Arranging, arranging } from '../../arrangement/testing/arranging.ts';
import { type Receiver, startReceiver } from '../../webhooks/testing/receiver.ts';
import { findChromium, sharedChromium } from './chromium.ts';

type PageOptions = { width?: number; colorScheme?: 'light' | 'dark'; url?: string };

/** What tests in a browser have: a sandbox that starts anew with each of them, and pages of it. */
export type Browsing = {
  readonly at: Arranging;
  readonly receiver: Receiver;
  open(path: string, options?: PageOptions): Promise<Page>;
  /** The id of a person of the starting world. */
  personOf(key: string): Promise<string>;
  /** A test that `npm test` may leave to `npm run proof`. */
  story(title: string, run: () => Promise<void>, timeout?: number): void;
};

const isOwn = (url: string): boolean =>
  /^(blob:)?http:\/\/127\.0\.0\.1:|^(data|chrome|chrome-extension):/.test(url);

/**
 * Tests in a real browser; without one they are left out, and it is said. No page may ask another host for anything,
 * break its own policy or throw. Of its stories `npm test` draws a sixth.
 */
export function inBrowser(
  title: string,
  tests: (browsing: Browsing) => void,
  options: SandboxOptions = { now: '2028-06-15T09:00:00Z', frozen: true },
): void {
  const executable = findChromium();
  if (!executable) console.warn(`No Chromium was found (PAYRIG_CHROMIUM names one): ${title} is not tried`);
  describe.skipIf(!executable)(title, { timeout: 240_000 }, () => {
    let browser: Browser;
    let at: Arranging;
    let receiver: Receiver;
    const asked: string[] = [];
    const complaints: string[] = [];
    const contexts: BrowserContext[] = [];

    beforeAll(async () => {
      [browser, at, receiver] = await Promise.all([
        sharedChromium(executable!),
        arranging(options),
        startReceiver((_, response) => response.writeHead(204).end()),
      ]);
    });
    afterEach(async () => {
      for (const context of contexts.splice(0)) await context.close();
      expect(complaints.splice(0)).toEqual([]);
      expect(asked.splice(0).filter((url) => !isOwn(url))).toEqual([]);
      await at.sandbox.reset();
    });
    afterAll(async () => {
      await receiver?.close();
      await at?.close();
    });

    const stories: Parameters<Browsing['story']>[] = [];
    tests({
      story: (...story) => void stories.push(story),
      get at() {
        return at;
      },
      get receiver() {
        return receiver;
      },
      async open(path, { width = 1100, colorScheme = 'light', url = at.sandbox.url } = {}) {
        const context = await browser.newContext({ viewport: { width, height: 800 }, colorScheme });
        contexts.push(context);
        // Less than half of what a test may take: where many run beside it, a replica takes seconds to start and to be heard of.
        context.setDefaultTimeout(100_000);
        const page = await context.newPage();
        page.on('request', (request) => asked.push(request.url()));
        page.on('pageerror', (error) => complaints.push(error.message));
        page.on(
          'console',
          (line) => /Content Security|Trusted/.test(line.text()) && complaints.push(line.text()),
        );
        await page.goto(url + path);
        return page;
      },
      async personOf(wanted) {
        const { body } = await at.call('GET', '/_sandbox/scenarios');
        return body.scenarios.find(({ key }: { key: string }) => key === wanted).user_id;
      },
    });
    for (const story of sample(stories, Math.ceil(stories.length / 6))) it(...story);
  });
}

export const link = (page: Page, name: string): Locator => page.getByRole('link', { name, exact: true });

export const button = (page: Page, name: string | RegExp): Locator => page.getByRole('button', { name });

/** Goes to one of the pages by its link at the top. */
export const goTo = (page: Page, name: string): Promise<void> =>
  page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name }).click();
