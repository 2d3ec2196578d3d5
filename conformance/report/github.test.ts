import { expect, test } from 'vitest';
import type { PointResult, RunResult } from '../judgement/result.ts';
import { countCheck, run, setsCheck, wrongCount } from '../testing/run-fake.ts';
import { compareRuns, comparisonLines } from './compare.ts';
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

test('worse is a clause that held and no longer does, better the reverse, and a clause not selected is neither', async () => {
  const [bad, good] = [await failing(), await run({ checks: [countCheck, setsCheck] })];
  const names = (moves: readonly { clause: string }[]): string[] => moves.map(({ clause }) => clause);
  expect(names(compareRuns(good, bad).worse)).toEqual(['users.list.count']);
  expect(names(compareRuns(bad, good).better)).toEqual(['users.list.count']);
  const less = await run({ checks: [countCheck, setsCheck] }, { only: ['users.patch.sets'] });
  const { worse, better, found, unjudged } = compareRuns(good, less);
  expect([worse, better, found, unjudged]).toEqual([[], [], [], []]);
});

test('what was not judged is neither better nor worse, and points that one side lacks are listed', async () => {
  const [bad, good] = [await failing(), await run({ checks: [countCheck, setsCheck] })];
  const skip = { kind: 'not-seen', message: 'nothing shows it', missing: [], enable: ['a page'] } as const;
  const unseen = (result: RunResult): RunResult => ({
    ...result,
    clauses: result.clauses.map(({ failure: _, ...one }) =>
      one.clause === 'users.list.count' ? { ...one, verdict: 'skip', skip } : one,
    ),
  });
  const moved = (from: RunResult, to: RunResult) => {
    const { worse, better, found, unjudged } = compareRuns(from, to);
    return [worse, better, found, unjudged].map((moves) => moves.length);
  };
  expect(moved(bad, unseen(bad))).toEqual([0, 0, 0, 1]);
  expect(moved(unseen(good), good)).toEqual([0, 0, 0, 1]);
  expect(moved(unseen(bad), bad)).toEqual([0, 0, 1, 0]);
  const point = { point: 'users.list.order', question: '', requests: 1 } as unknown as PointResult;
  const known: RunResult = { ...good, points: [{ ...point, verdict: 'defined', value: 'id' }] };
  for (const points of [[], [{ ...point, verdict: 'unknown' } as const]]) {
    const lines = comparisonLines(compareRuns(known, { ...good, points }));
    expect(lines).toEqual([
      'Open points that only one of the two knows (1):',
      '  users.list.order: "id" → unknown',
    ]);
  }
});
