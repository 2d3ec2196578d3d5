import { describe, expect, it } from 'vitest';
import { compareRuns } from './compare.ts';
import { markdownSummary } from './github.ts';
import { htmlReport } from './html-report.ts';
import { mixed, warned } from './testing/sample-runs.ts';

describe('the page', () => {
  it('has every clause, every open point, and nothing from elsewhere', () => {
    const page = htmlReport(mixed);
    for (const { clause } of mixed.clauses) expect(page).toContain(`id="clause-${clause}"`);
    for (const { point } of mixed.points) expect(page).toContain(point);
    expect(page).not.toMatch(/src="https?:/);
    expect(page.match(/href="https?:[^"]*/g)).toEqual([expect.stringMatching(/docs\/verdicts\.md$/)]);
  });

  it('leaves out what was not asked for, as the terminal does', () => {
    const skip = { kind: 'not-selected' as const, message: 'it was not asked for', missing: [], enable: [] };
    const unasked = {
      ...mixed.clauses[0]!,
      clause: 'users.delete.gone' as const,
      verdict: 'skip' as const,
      skip,
    };
    const result = { ...mixed, clauses: [...mixed.clauses, unasked, unasked] };
    expect(htmlReport(result)).toMatch(/data-only="skip"><b>1<\/b> not judged/);
    expect(htmlReport(result)).not.toContain('users.delete.gone');
    expect(markdownSummary(result)).toMatch(/ 1 not judged/);
  });

  it('says first what was not judged for lack of an arrangement, and what is remarkable', () => {
    const [point] = mixed.points;
    const target = { ...mixed.target, arrangement: 'none' };
    const page = htmlReport({ ...mixed, target, points: [{ ...point!, remarkable: 'look' }] });
    expect(page).toMatch(/<main>\s*<p class="note warn">1 of 5 clauses were not judged, because nothing/);
    expect(page).toMatch(/oldest-first[^\n]*Remarkable: look/);
  });

  it('tells warnings apart from failures', () => {
    const page = htmlReport(warned);
    expect(page).toMatch(/id="failures"[\s\S]*id="warnings"[\s\S]*badge warn[\s\S]*id="matrix"/);
    expect(htmlReport(mixed)).not.toContain('id="warnings"');
  });

  it('has counters that lead to what they count, and the comparison with an earlier run', () => {
    const page = htmlReport(warned, compareRuns(mixed, warned));
    const places = [...page.matchAll(/class="card [^>]*><a href="#([^"]+)"/g)].map(([, place]) => place);
    expect(places.length).toBeGreaterThan(4);
    for (const place of places) expect(page).toContain(`id="${place}"`);
    expect(page).toMatch(
      /id="comparison"[\s\S]*Not judged before, and does not hold \(1\)[\s\S]*not judged → fail/,
    );
    expect(htmlReport(warned)).not.toContain('id="comparison"');
  });

  it('escapes what a deployment answered', () => {
    const page = htmlReport(mixed);
    expect(page).not.toContain('<script>alert');
    expect(page).toContain('&lt;script&gt;alert');
  });
});
