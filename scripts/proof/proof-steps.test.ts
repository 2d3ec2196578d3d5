import { expect, it, vi } from 'vitest';
import { type ProofResult, type ProofStep, proofPage, runStep } from './proof-steps.ts';

const step = (code: string): ProofStep => ({
  about: 'a step',
  words: [process.execPath, '-e', code],
  summary: '^all',
});
const machine = { cores: 2, processor: 'x', memoryGb: 1, system: 'linux', node: 'v24', loadBefore: 0 };
const occasion = { date: '2026-01-02', commit: 'abc1234', machine };
const pageOf = (results: Record<string, ProofResult>, ...others: string[]) =>
  proofPage(
    Object.fromEntries(Object.entries(results).map(([name, result]) => [name, { ...result, ...occasion }])),
    Object.fromEntries([...Object.keys(results), ...others].map((name) => [name, { about: 'a step' }])),
  );

it('a step passes when it exits with 0, and its summary is on the page with date and commit', async () => {
  vi.spyOn(console, 'log').mockImplementation(() => {});
  const result = await runStep(step("console.log('no' + 'ise'); console.log('all 3 killed')"));
  expect(result).toMatchObject({ passed: true, summary: ['all 3 killed'] });
  const text = pageOf({ one: result });
  expect(text).toContain('Every step passed.');
  expect(text).toMatch(/one \| a step \| passed \| \d+ s \| 2026-01-02 \| abc1234 \|/);
  expect(text).toContain('all 3 killed');
  expect(text).not.toContain('noise');
});

it('a step that exits with another code, or sums nothing up, fails and is named', async () => {
  vi.spyOn(console, 'log').mockImplementation(() => {});
  const broken = await runStep(step("console.log('all lost'); process.exitCode = 1"));
  const silent = await runStep(step(''));
  expect([broken.passed, silent.passed]).toEqual([false, false]);
  expect(pageOf({ broken, silent })).toContain('**Failed: broken, silent.**');
});

it('a step that has not run yet is named', async () => {
  vi.spyOn(console, 'log').mockImplementation(() => {});
  const one = await runStep(step("console.log('all well')"));
  const text = pageOf({ one }, 'other');
  expect(text).toContain('**Not run yet: other.**');
  expect(text).not.toContain('Every step passed');
});
