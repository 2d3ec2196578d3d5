import { expect, it } from 'vitest';
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

it('takes no other line for one of progress', () => {
  for (const other of ['', 'check that the URL is right', 'Written: out/report.html', 'warning 3/4'])
    expect(readProgress(other)).toBeUndefined();
});
