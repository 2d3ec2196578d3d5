import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { loadClauses } from '../../spec/clauses.ts';
import { type ClauseResult, placeText, type RunResult } from '../judgement/result.ts';
import { clipped } from '../target/printable.ts';
import { compareRuns } from './compare.ts';
import { consoleReport } from './console.ts';
import { markdownSummary } from './github.ts';
import { htmlReport } from './html-report.ts';
import { junitReport } from './junit.ts';
import { wrapped } from './wrapped.ts';
import { writeReports } from './write-reports.ts';

const nasty = `<script>alert("x")</script> & 'quoted' \u0007`;

function clauseResult(index: number, verdict: ClauseResult['verdict']): ClauseResult {
  const { id, level, statement, section, operations, webhooks } = loadClauses()[index]!;
  const exchange = {
    method: 'GET',
    url: 'http://localhost/users',
    curl: "curl -sS 'http://localhost/users'",
    status: 200,
    responseBody: JSON.stringify({ said: nasty }),
    durationMs: 3,
  };
  return {
    clause: id,
    area: id.split('.')[0]!,
    section,
    level,
    ...(verdict === 'warn' && { level: 'implied' as const, why: 'It can be read so.' }),
    statement,
    operations,
    webhooks,
    needs: [],
    verdict,
    ...((verdict === 'fail' || verdict === 'warn') && {
      failure: {
        expected: 'status 401',
        actual: nasty,
        exchange,
        diagnosis: ['this is the signature of the plain body'],
        steps: [
          { kind: 'arranged', call: 'createUser', given: '{}', made: '{"user_id":"u-1"}' },
          { kind: 'request', exchange },
          {
            kind: 'delivery',
            delivery: {
              method: 'POST',
              path: '/inbox-1',
              headers: { 'x-svc-signature': 'ab' },
              body: nasty,
              signature: { given: 'ab', computed: 'cd' },
            },
          },
        ],
        seed: 7,
        replay: `${id}@7/0`,
        again: `payrig check 'http://localhost' --api-key "$API_KEY" --replay '${id}@7/0'`,
        hints: ['What the run made is removed with it.'],
      },
    }),
    ...(verdict === 'skip' && {
      skip: {
        kind: 'cannot-arrange' as const,
        message: 'it needs users',
        missing: [],
        enable: ['offer createUser with --arrange'],
      },
    }),
    ...(verdict === 'error' && { error: { message: `broke ${nasty}`, stack: `Error: broke ${nasty}` } }),
    durationMs: 12,
    requests: 3,
    runs: 1,
  };
}

function runResult(verdicts: readonly ClauseResult['verdict'][]): RunResult {
  const clauses = verdicts.map((verdict, index) => clauseResult(index, verdict));
  const count = (verdict: string): number => verdicts.filter((one) => one === verdict).length;
  return {
    version: 1,
    suite: { name: 'payrig', version: '0.0.0' },
    target: { baseUrl: 'http://localhost', environment: 'sandbox', arrangement: 'sandbox' },
    startedAt: '2026-11-15T10:00:00.000Z',
    durationMs: 1234,
    requests: 99,
    seed: 7,
    runs: 12,
    config: { apiKey: '$API_KEY' },
    exitCode: count('fail') > 0 ? 1 : 0,
    summary: `${count('fail')} of ${count('fail') + count('pass')} judged clauses fail.`,
    totals: {
      pass: count('pass'),
      fail: count('fail'),
      warn: count('warn'),
      skip: count('skip'),
      error: count('error'),
      judged: count('pass') + count('fail') + count('warn'),
      known: 0,
      stale: 0,
    },
    clauses,
    points: [
      {
        point: 'users.list.order',
        question: 'In which order?',
        verdict: 'defined',
        value: 'oldest-first',
        from: 'probe',
        requests: 2,
      },
      {
        point: 'members.roles',
        question: 'Which roles?',
        verdict: 'unknown',
        reason: 'only its owner can say',
        requests: 0,
      },
    ],
    profile: { points: { 'users.list.order': 'oldest-first' } },
    notes: ['The clock of the deployment is 9 days ahead.'],
    leftovers: [],
  };
}

const mixed = runResult(['pass', 'fail', 'skip', 'error', 'pass']);

const warned = runResult(['pass', 'warn', 'fail']);

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
    const told = (more: object) =>
      consoleReport({ ...mixed, points: [{ ...point!, remarkable: 'look', ...more }] });
    expect(told({})).toContain('Remarkable: users.list.order: "oldest-first" (look).');
    expect(told({ value: undefined, reason: 'it showed 7' })).toContain(
      'users.list.order: it showed 7 (look).',
    );
  });

  it('is one sentence when nothing could be judged', () => {
    const stopped = { ...runResult(['skip']), stopped: 'The deployment cannot be reached.' };
    expect(consoleReport(stopped)).toBe('The deployment cannot be reached.');
  });
});

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

it('clauses that fail for one reason are one finding in the terminal, on the page and in a pipeline', () => {
  const failing = runResult(['fail', 'fail', 'fail']);
  const [first, ...others] = failing.clauses.map(({ clause }) => clause);
  expect(junitReport(failing).split(`<failure message="the reason seems that of ${first}: `)).toHaveLength(3);
  const said = '2 more clauses fail for what seems the same reason:';
  expect(htmlReport(failing)).toContain(`<summary>${said} ${others.join(', ')}</summary>`);
  expect(consoleReport(failing)).toContain(said);
});

it('the written reports are three files, and the JSON keeps to its schema', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'payrig-reports-'));
  try {
    const paths = await writeReports(
      runResult(['pass', 'warn', 'fail', 'skip', 'error']),
      join(folder, 'deep', 'er'),
    );
    expect(paths.map((path) => path.split('/').at(-1))).toEqual(['report.html', 'report.json', 'junit.xml']);
    const ajv = new Ajv2020({ strict: false, allErrors: true });
    (addFormats as unknown as (ajv: Ajv2020) => void)(ajv);
    const validate = ajv.compile(
      JSON.parse(readFileSync(new URL('./report.schema.json', import.meta.url), 'utf8')),
    );
    validate(JSON.parse(await readFile(paths[1]!, 'utf8')));
    expect(validate.errors).toBeNull();
  } finally {
    await rm(folder, { recursive: true });
  }
});

it('wrapped lines lose nothing and break neither a value of JSON nor an id', () => {
  const id = '9fc93fe6-ac52-4fe3-8554-bf3b995eab95';
  const secret = '"a secret with spaces, as long as two lines or more"';
  const text = `a few words {"user_id":"${id}","post_codes":["LS1 4AP","EH1 1YZ"],"a":true,${secret}}\nand a "second paragraph`;
  const lines = wrapped(text, 30, '    ');
  expect(lines.join('').replace(/\s/g, '')).toBe(text.replace(/\s/g, ''));
  for (const whole of [`"user_id":"${id}",`, '"LS1 4AP"', '"EH1 1YZ"', '"a":true,', secret])
    expect(
      lines.some((line) => line.includes(whole)),
      whole,
    ).toBe(true);
  expect(lines.filter((line) => line.length > 30 && !line.includes(id) && !line.includes(secret))).toEqual(
    [],
  );
  expect(clipped(text, 40)).toBe('a few words { …');
});
