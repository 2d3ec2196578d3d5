import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../scripts/testing/temporary-folder.ts';
import { findChromium, sharedChromium } from '../../simulator/console/testing/chromium.ts';
import { createSandbox } from '../../simulator/sandbox.ts';
import { OpenWatch } from './open-watch.ts';

const chromium = findChromium();

/** What Playwright writes: whole, with bodies left out, and only what a replay needs. */
const modes = [
  { content: 'embed', mode: 'full', isWhole: true },
  { content: 'embed', mode: 'minimal', isWhole: true },
  { content: 'omit', mode: 'full', isWhole: false },
  { content: 'omit', mode: 'minimal', isWhole: false },
] as const;

test.skipIf(!chromium).each(modes)(
  'a HAR that a browser made is judged: $mode, $content',
  async ({ content, mode, isWhole }) => {
    await using sandbox = await createSandbox({ users: 2 });
    const file = join(await temporaryFolder(), 'browser.har');
    const browser = await sharedChromium(chromium!);
    const context = await browser.newContext({ recordHar: { path: file, content, mode } });
    const page = await context.newPage();
    await page.goto(`${sandbox.url}/_sandbox/health`);
    await page.evaluate(async (apiKey) => {
      const headers = { 'X-API-KEY': apiKey, 'Content-Type': 'application/json' };
      for (const path of ['/providers', '/configuration', '/users?offset=1&limit=2'])
        await (await fetch(path, { headers })).text();
      const body = JSON.stringify({ client_display_name: 'Seen in a browser' });
      await (await fetch('/configuration', { method: 'PATCH', headers, body })).text();
    }, sandbox.apiKey);
    await context.close();
    const open = new OpenWatch({});
    expect(await open.har(file)).toMatchObject({ base: sandbox.url });
    const { totals, clauses } = open.watch.ledger.report(sandbox.url);
    expect(clauses.filter(({ verdict }) => verdict === 'fail')).toEqual([]);
    // A body that the file does not hold is unknown: nothing is said of its exchange.
    expect(open.watch.ledger.counts).toMatchObject(isWhole ? { exchanges: 4 } : { exchanges: 0, unread: 4 });
    if (isWhole) expect(totals.pass).toBeGreaterThan(15);
  },
);
