import { expect, test } from 'vitest';
import type { RunResult } from '../judgement/result.ts';
import { countCheck, run, setsCheck, wrongCount } from '../testing/run-fake.ts';
import { compareRuns } from './compare.ts';
import { githubAnnotations, markdownSummary } from './github.ts';

const hostile =
  '\u001b[31m%0A::error::x\n::error title=forged::y\r\n```\n</details><script>alert(1)</script> @all | `a`';

async function failing(): Promise<RunResult> {
  const result = await run({ checks: [countCheck, setsCheck] }, {}, wrongCount);
  const clauses = result.clauses.map((one) =>
    one.failure ? { ...one, failure: { ...one.failure, actual: hostile, diagnosis: [hostile] } } : one,
  );
  return { ...result, clauses, summary: hostile };
}

test('an annotation is one line, whatever the deployment said', async () => {
  const lines = githubAnnotations(await failing())
    .trimEnd()
    .split('\n');
  expect(lines).toEqual([expect.stringMatching(/^::error title=users\.list\.count fail::/)]);
  expect(lines[0]).toContain('%250A::error::x%0A::error title=forged::y\\u000d%0A');
  expect(lines[0]).toContain("--replay 'users.list.count@");
});

test('the summary is Markdown in which nothing of a deployment is markup', async () => {
  const text = markdownSummary(await failing());
  expect(text).toContain('| users | 1 | 1 | 0 | ');
  const outside = text.replace(/^(`{3,})text\n[\s\S]*?\n\1$/gm, '');
  for (const mark of ['<script', '@all', '`', 'forged::'])
    expect(outside.split(mark).length - 1).toBe(mark === 'forged::' ? 1 : 0);
  expect(outside.match(/<\/details>/g)).toHaveLength(1);
  expect(text).not.toContain('\u001b');
});

test('worse is what held and does not any more, better the other way round, and the unasked says nothing', async () => {
  const [bad, good] = [await failing(), await run({ checks: [countCheck, setsCheck] })];
  const names = (moves: readonly { clause: string }[]): string[] => moves.map(({ clause }) => clause);
  expect(names(compareRuns(good, bad).worse)).toEqual(['users.list.count']);
  expect(names(compareRuns(bad, good).better)).toEqual(['users.list.count']);
  const less = await run({ checks: [countCheck, setsCheck] }, { only: ['users.patch.sets'] });
  const { worse, better, other } = compareRuns(good, less);
  expect([worse, better, other]).toEqual([[], [], []]);
});
