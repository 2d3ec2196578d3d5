import { expect, it } from 'vitest';
import type { ClauseResult } from '../../conformance/judgement/result.ts';
import { progressLine, readProgress } from './check-progress.ts';

it('writes lines into a log that tell a program how far the run is', async () => {
  const lines: string[] = [];
  const line = progressLine({ write: (text) => lines.push(text.trimEnd()) }, 1);
  line.onProgress({ kind: 'phase', phase: 'check', total: 12 });
  line.onProgress({ kind: 'start', clause: 'users.list.answer' });
  await expect.poll(() => lines.length).toBeGreaterThan(0);
  line.end();
  expect(readProgress(lines.at(-1)!)).toEqual({
    phase: 'check',
    done: 0,
    total: 12,
    failed: 0,
    detail: 'users.list.answer',
  });
  expect(readProgress('check 120/385, 2 failed')).toEqual({
    phase: 'check',
    done: 120,
    total: 385,
    failed: 2,
  });
  expect(readProgress('clean-up')).toEqual({ phase: 'clean-up', done: 0, total: 0, failed: 0 });
});

it('tells each failure as it is found, and counts as the verdict does', () => {
  const lines: string[] = [];
  const line = progressLine({ write: (text) => lines.push(text.trimEnd()) }, 1e6);
  const failure = {
    expected: 'status 401',
    actual: 'status\n200',
    steps: [],
    seed: 1,
    replay: '',
    again: '',
  };
  const found = (clause: string, more: object) =>
    line.onProgress({
      kind: 'clause',
      result: { clause, verdict: 'fail', failure, ...more } as Partial<ClauseResult> as ClauseResult,
    });
  found('users.list.count', {});
  found('users.list.order', { baseline: 'known' });
  found('users.patch.sets', { verdict: 'warn', failure: { ...failure, diagnosis: ['it forgets'] } });
  found('users.patch.persists', { verdict: 'pass' });
  const hash = 'f'.repeat(128);
  found('events.signature.lowercase-hex', {
    failure: { ...failure, expected: `the signature to be "${hash}"`, actual: `"${hash.toUpperCase()}"` },
  });
  line.end();
  expect(lines).toEqual([
    'FAIL users.list.count: expected status 401, got status 200',
    'FAIL users.list.order (known): expected status 401, got status 200',
    'WARN users.patch.sets: it forgets',
    expect.stringMatching(/expected the signature to be …, got "F+/),
  ]);
  for (const one of lines) expect(readProgress(one)).toBeUndefined();
});

it('draws one bar that only grows, and repeats no line in a log', async () => {
  const drawn: string[] = [];
  const terminal = { isTTY: true, columns: 80, write: (text: string) => drawn.push(text) };
  const events = [
    { kind: 'phase', phase: 'preflight', total: 0 },
    { kind: 'phase', phase: 'check', total: 4 },
    { kind: 'clause', result: { clause: 'users.list.count', verdict: 'pass' } },
    { kind: 'phase', phase: 'learn', total: 0 },
    { kind: 'point', result: { point: 'users.list.order' } },
    { kind: 'phase', phase: 'check', total: 4 },
    { kind: 'clause', result: { clause: 'users.list.order', verdict: 'pass' } },
    { kind: 'clause', result: { clause: 'users.list.limit', verdict: 'pass' } },
    { kind: 'phase', phase: 'clean-up', total: 0 },
  ] as unknown as Parameters<ReturnType<typeof progressLine>['onProgress']>[0][];
  const line = progressLine(terminal);
  for (const event of events) line.onProgress(event);
  const counts = drawn.flatMap((text) => /(█*)░* (\d+)\/(\d+)/.exec(text)?.slice(1) ?? []);
  const bars = counts.filter((_, index) => index % 3 === 0).map((bar) => bar.length);
  expect(bars).toEqual([0, 5, 5, 10, 10, 15, 20, 20]);
  expect(new Set(counts.filter((_, index) => index % 3 === 2))).toEqual(new Set(['4']));

  const lines: string[] = [];
  const log = progressLine({ write: (text) => lines.push(text) }, 1);
  log.onProgress(events[1]!);
  await expect.poll(() => lines.length).toBe(1);
  await new Promise((resolve) => setTimeout(resolve, 20));
  log.onProgress(events[2]!);
  await expect.poll(() => lines.length).toBe(2);
  log.end();
});

it('takes no other line for one of progress', () => {
  for (const other of ['', 'check that the URL is right', 'Written: out/report.html', 'warning 3/4'])
    expect(readProgress(other)).toBeUndefined();
});
