import { describe, expect, it } from 'vitest';
import { placeText } from '../judgement/result.ts';
import { junitReport } from './junit.ts';
import { mixed, warned } from './testing/sample-runs.ts';

describe('the JUnit report', () => {
  it('counts what it lists, and holds no character that XML forbids', () => {
    const xml = junitReport(mixed);
    expect(xml).toContain('tests="5" failures="1" errors="1" skipped="1"');
    expect(xml).not.toContain('\u0007');
    expect(xml).not.toContain('<script>');
    expect(xml.match(/<testcase /g)).toHaveLength(5);
    expect(xml).toContain('<failure message="this is the signature of the plain body: expected status 401">');
    expect(xml).toContain(`(${placeText(mixed.clauses[1]!)})`);
  });

  it('counts a warning as skipped, with its story', () => {
    const xml = junitReport(warned);
    expect(xml).toContain('tests="3" failures="1" errors="0" skipped="1"');
    expect(xml).toContain(
      '<skipped message="warning: this is the signature of the plain body: expected status 401"/>',
    );
    expect(xml).toMatch(/<system-out>[\s\S]*implied {3}It can be read so\./);
  });

  it('counts a known failure of the baseline as skipped', () => {
    const known = { ...mixed, clauses: [{ ...mixed.clauses[1]!, baseline: 'known' as const }] };
    expect(junitReport(known)).toContain('failures="0" errors="0" skipped="1"');
  });
});
