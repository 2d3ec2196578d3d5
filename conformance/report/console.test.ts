import { describe, expect, it } from 'vitest';
import { consoleReport } from './console.ts';
import { clauseResult, mixed, runResult, warned } from './testing/sample-runs.ts';

describe('the console report', () => {
  it('keeps to the width of the terminal, but for a command that is to be pasted and a value of JSON', () => {
    const lines = consoleReport(mixed, { columns: 50 }).split('\n');
    const long = lines.filter(
      (line) => line.length > 50 && !/request|again|judged clauses|replay|"said"/.test(line),
    );
    expect(long).toEqual([]);
  });

  it('names each failing clause with what was expected and how to see it again', () => {
    const text = consoleReport(mixed);
    expect(text).toContain(`FAIL ${mixed.clauses[1]!.clause}`);
    expect(text).toContain('expected  status 401');
    expect(text).toContain(`--replay '${mixed.clauses[1]!.clause}@7/0'`);
    expect(text).toContain('1 clause was not judged:');
    expect(text).toContain('ERROR');
  });

  it('shows a warning after the failures, with the reason why the clause is implied', () => {
    const text = consoleReport(warned);
    expect(text).toMatch(/FAIL [\s\S]*WARN [\s\S]*Implied:\s+It\s+can\s+be\s+read\s+so\./);
  });

  it('begins with the likely cause, and ends with the evidence', () => {
    const text = consoleReport(mixed);
    expect(text).toMatch(
      /it seems {2}this is the signature[\s\S]*expected[\s\S]*steps[\s\S]*request[\s\S]*again/,
    );
  });

  it('shows less of a warning than of a failure', () => {
    const [failure = '', warning = ''] = consoleReport(warned).split(/^WARN /m);
    expect(warning).toMatch(/expected[\s\S]*actual[\s\S]*replay/);
    expect(warning).not.toMatch(/^ {2}(steps|request|response)/m);
    expect(warning.split('\n').length).toBeLessThan(failure.split('\n').length);
  });

  it('names every clause that was not judged, under what would have it judged', () => {
    const result = runResult(Array.from({ length: 14 }, (_, nth) => (nth === 0 ? 'pass' : 'skip')));
    const text = consoleReport(result);
    expect(text).toMatch(/13 clauses were not judged:\n {4}13 offer createUser with --arrange/);
    for (const { clause, verdict } of result.clauses) if (verdict === 'skip') expect(text).toContain(clause);
  });

  it('says first what could not be judged for lack of an arrangement', () => {
    const target = { ...mixed.target, arrangement: 'none' };
    expect(consoleReport({ ...mixed, target })).toMatch(/^1 of 5 clauses were not judged, because nothing/);
  });

  it('shows the steps that matter: repeated ones once, of many the first and the last', () => {
    const clause = clauseResult(1, 'fail');
    const asked = (path: string) => ({
      kind: 'request' as const,
      exchange: { ...clause.failure!.exchange!, url: `http://localhost/${path}` },
    });
    const steps = [
      ...Array(9).fill(asked('users')),
      ...Array.from({ length: 12 }, (_, nth) => asked(`n${nth}`)),
    ];
    const text = consoleReport({
      ...mixed,
      clauses: [{ ...clause, failure: { ...clause.failure!, steps } }],
    });
    expect(text).toMatch(
      / 1 to 9\. GET \/users → 200\n[\s\S]*\(3 more; a report has all\)\n[\s\S]* 21\. GET \/n11/,
    );
    expect(text.match(/GET \//g)).toHaveLength(10);
  });

  it('shows what each request sent, so that two with different bodies are two steps', () => {
    const clause = clauseResult(1, 'fail');
    const exchange = { ...clause.failure!.exchange!, method: 'PATCH', url: 'http://localhost/users/u-1' };
    const steps = [true, null].map((taxauth_enabled) => ({
      kind: 'request' as const,
      exchange: { ...exchange, requestBody: JSON.stringify({ taxauth_enabled }) },
    }));
    const text = consoleReport({
      ...mixed,
      clauses: [{ ...clause, failure: { ...clause.failure!, steps } }],
    });
    expect(text).toMatch(
      /1\. PATCH \/users\/u-1 \{"taxauth_enabled":true\} → 200\n {4}2\. PATCH .* \{"taxauth_enabled":null\} → 200/,
    );
  });

  it('says once what holds for every failure', () => {
    const hint = 'What the run made is removed with it.';
    expect(consoleReport(runResult(['fail', 'fail'])).split(hint)).toHaveLength(2);
  });

  it('shows the value of a remarkable point, foreseen or not', () => {
    const [point] = mixed.points;
    const shown = (more: object) =>
      consoleReport({ ...mixed, points: [{ ...point!, remarkable: 'look', ...more }] });
    expect(shown({})).toContain('Remarkable: users.list.order: "oldest-first" (look).');
    expect(shown({ value: undefined, reason: 'it showed 7' })).toContain(
      'users.list.order: it showed 7 (look).',
    );
  });

  it('is one sentence when nothing could be judged', () => {
    const stopped = { ...runResult(['skip']), stopped: 'The deployment cannot be reached.' };
    expect(consoleReport(stopped)).toBe('The deployment cannot be reached.');
  });
});
