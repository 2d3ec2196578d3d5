import { expect, it, vi } from 'vitest';
import { type ProofStep, proofPage, runStep } from './proof-steps.ts';

const step = (code: string): ProofStep => ({ about: 'a step', words: ['-e', code], summary: '^all' });
const machine = { cores: 2, processor: 'x', memoryGb: 1, system: 'linux', node: 'v24', loadBefore: 0 };
const page = (...results: Parameters<typeof proofPage>[0]) =>
  proofPage(results, { date: '2026-01-02', commit: 'abc1234', machine });

it('a step passes when it exits with 0, and its summary is on the page with date and commit', async () => {
  vi.spyOn(console, 'log').mockImplementation(() => {});
  const result = await runStep('one', step("console.log('no' + 'ise'); console.log('all 3 killed')"));
  expect(result).toMatchObject({ passed: true, summary: ['all 3 killed'] });
  const text = page(result);
  expect(text).toContain('Every step passed. Written by `npm run proof` on 2026-01-02 at commit abc1234');
  expect(text).toContain('all 3 killed');
  expect(text).not.toContain('noise');
});

it('a step that exits with another code, or sums nothing up, fails and is named', async () => {
  vi.spyOn(console, 'log').mockImplementation(() => {});
  const broken = await runStep('broken', step("console.log('all lost'); process.exitCode = 1"));
  const silent = await runStep('silent', step(''));
  expect([broken.passed, silent.passed]).toEqual([false, false]);
  expect(page(broken, silent)).toContain('**Failed: broken, silent.**');
});
