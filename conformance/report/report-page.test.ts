import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { findChromium, sharedChromium } from '../../simulator/console/testing/chromium.ts';
import { sample } from '../../spec/testing/test-run.ts';
import type { RunResult } from '../judgement/result.ts';
import { countCheck, run, setsCheck, wrongCount } from '../testing/run-fake.ts';
import { htmlReport } from './html-report.ts';

const found = findChromium();
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** A run with a verdict of every kind, a delivery and an open point that differs. */
async function everyKind(): Promise<RunResult> {
  const result = await run({ checks: [countCheck, setsCheck] }, {}, wrongCount);
  const failing = result.clauses.find(({ verdict }) => verdict === 'fail')!;
  const delivery = {
    method: 'POST',
    path: '/inbox-1',
    headers: { 'x-svc-signature': 'ab' },
    // Cut, as long bodies are.
    body: `{"users":[${'{"user_id":"3a1547f8-db4e-4fd2-bf8a-b8c5569e3f93"},'.repeat(9)}{"user_`,
  };
  const failure = {
    ...failing.failure!,
    diagnosis: ['this is the signature of the plain body'],
    steps: [
      { kind: 'arranged' as const, call: 'createUser', given: '{}', made: '{"user_id":"u-1"}' },
      ...failing.failure!.steps,
      { kind: 'delivery' as const, delivery: { ...delivery, signature: { given: 'ab', computed: 'cd' } } },
    ],
  };
  // A page of a few clauses tells as much as one of hundreds, and axe is done sooner.
  const few = result.clauses.filter(({ area }, index) => area === 'users' || index < 4);
  const clauses = few.map((one, index) => {
    if (one.verdict === 'fail') return { ...one, failure };
    if (index === 1) return { ...one, verdict: 'warn' as const, why: 'It can be read so.', failure };
    return index === 2
      ? { ...one, verdict: 'error' as const, error: { message: 'broke', stack: 'broke\n'.repeat(50) } }
      : one;
  });
  const point = {
    point: 'users.unset-form' as const,
    question: 'How?',
    verdict: 'defined' as const,
    value: 'other',
    requests: 1,
  };
  return {
    ...result,
    clauses,
    points: [point],
    totals: { ...result.totals, warn: 1, error: 1 },
    stopped: 'It was stopped.',
  };
}

describe.skipIf(found === undefined)(
  `the page in a browser (${found ?? 'no Chromium was found: left out'})`,
  () => {
    let browser: Browser;
    let page = '';
    beforeAll(async () => {
      page = htmlReport(await everyKind());
      browser = await sharedChromium(found!);
    }, 60_000);

    const looks = [
      ['light', 1200],
      ['dark', 1200],
      ['light', 380],
      ['dark', 380],
    ] as const;
    test.each(sample(looks, 1))(
      'has no fault that axe knows, %s, %i wide, and is not wider than its window',
      async (colorScheme, width) => {
        const context = await browser.newContext({
          colorScheme,
          viewport: { width, height: 900 },
          bypassCSP: true,
        });
        const tab = await context.newPage();
        await tab.setContent(page);
        await tab.evaluate('for (const one of document.querySelectorAll("details")) one.open = true');
        await tab.evaluate(axe);
        const violations = (await tab.evaluate(
          'axe.run().then(({ violations }) => violations.map(({ id, nodes }) => id + ": " + nodes.slice(0, 3).map(({ html, failureSummary }) => html.slice(0, 120) + " " + failureSummary).join(" | ")))',
        )) as string[];
        expect(violations).toEqual([]);
        expect(await tab.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
        await context.close();
      },
      60_000,
    );

    test('breaks no id of a cut answer over two lines', async () => {
      const tab = await browser.newPage({ viewport: { width: 800, height: 900 } });
      await tab.setContent(page);
      await tab.evaluate('for (const one of document.querySelectorAll("details")) one.open = true');
      const heights = (await tab.evaluate(
        '[...document.querySelectorAll(".token")].map(({ offsetHeight }) => offsetHeight)',
      )) as number[];
      expect(heights.length).toBeGreaterThan(18);
      expect(Math.max(...heights)).toBeLessThan(30);
    }, 60_000);

    test('can be filtered, and failures stand before everything else', async () => {
      const tab = await browser.newPage();
      await tab.setContent(page);
      const first = await tab.evaluate('document.querySelector("main section").id');
      expect(first).toBe('failures');
      await tab.fill('#filter', 'users.list.count');
      expect(
        await tab.evaluate(
          '[...document.querySelectorAll(".clauses tbody tr")].filter((row) => !row.hidden).length',
        ),
      ).toBe(1);
    }, 60_000);
  },
);
