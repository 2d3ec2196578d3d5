import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { RunResult } from '../../conformance/judgement/result.ts';
import { type FakeService, fakeKey, fakeService } from '../../conformance/testing/fake-service.ts';
import { progressLine } from '../judging/check-progress.ts';

const payrig = fileURLToPath(new URL('../payrig.ts', import.meta.url));
let folder = '';
let good: FakeService;
let bad: FakeService;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'payrig-check-'));
  good = await fakeService();
  const pagination = { offset: 1, limit: 1, count: 9, total_count: 0 };
  bad = await fakeService(({ path }) =>
    path === '/users'
      ? { status: 200, body: { pagination, users: [], said: '\u001b[31m\u009b' } }
      : undefined,
  );
});
afterAll(async () => {
  await good.close();
  await bad.close();
  rmSync(folder, { recursive: true });
});
afterEach(() => vi.useRealTimers());

type Run = { code: number; stdout: string; stderr: string };
const run = (command: string, ...args: readonly string[]): Promise<Run> =>
  new Promise((resolve) => {
    const env = { ...process.env, PAYRIG_API_KEY: fakeKey, NO_COLOR: '1' };
    execFile(process.execPath, [payrig, command, ...args], { env, cwd: folder }, (error, stdout, stderr) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, stdout, stderr }),
    );
  });
const check = (service: FakeService, ...args: readonly string[]): Promise<Run> =>
  run('check', service.url, '--only', 'users.list.count', ...args);

test('with --json standard output is one JSON and nothing else, whatever it says', async () => {
  const { code, stdout } = await check(bad, '--json', '--report-dir', join(folder, 'json'));
  const result = JSON.parse(stdout) as RunResult;
  expect([code, result.exitCode, result.totals.fail]).toEqual([1, 1, 1]);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they must not be there
  expect(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/.test(stdout)).toBe(false);
});

test('what fails today is known tomorrow, and a comparison tells what changed', async () => {
  const [known, reports] = [join(folder, 'deep', 'known.json'), join(folder, 'reports')];
  const first = await check(bad, '--write-baseline', known, '--report-dir', reports);
  expect([first.code, JSON.parse(readFileSync(known, 'utf8'))]).toEqual([0, ['users.list.count']]);
  expect((await check(bad, '--baseline', known)).code).toBe(0);
  const old = join(reports, 'report.json');
  expect((await check(good, '--compare', old)).stdout).toMatch(
    /Better \(1\):\n {2}users\.list\.count: fail → pass/,
  );
  const again = await run('report', old, '--compare', old);
  expect([again.code, again.stdout]).toEqual([0, 'Nothing changed since the older run.\n']);
});

test('a full disk and a folder that cannot be are reported in a sentence', async () => {
  const full = join(folder, 'full');
  mkdirSync(full);
  symlinkSync('/dev/full', join(full, 'report.html'));
  const run = await check(good, '--report-dir', full, '--learn', '/dev/full');
  expect(run.code).toBe(3);
  expect(run.stderr).toMatch(
    /The profile could not be written: ENOSPC.*\nThe reports could not be written: ENOSPC/,
  );
  expect(run.stderr).not.toContain('    at ');
  expect(JSON.parse(readFileSync(join(full, 'report.json'), 'utf8')).exitCode).toBe(0);
  writeFileSync(join(folder, 'file'), '');
  const asked = bad.requests.length;
  const before = await check(bad, '--learn', join(folder, 'file', 'in', 'it.json'));
  expect([before.code, before.stdout]).toEqual([2, '']);
  expect(before.stderr).toMatch(/^Nothing can be written to the folder/);
  expect(bad.requests.length).toBe(asked);
});

test('a file that is not a report is bad usage', async () => {
  writeFileSync(join(folder, 'none.json'), '{"version": 1}');
  const { code, stderr } = await check(good, '--compare', join(folder, 'none.json'));
  expect([code, stderr]).toEqual([2, expect.stringContaining('is not a report.json')]);
});

test('help of every command that judges has exit codes and examples', async () => {
  const { command } = await import('./exam.ts');
  for (const one of [command(), ...command().commands]) {
    const text: string[] = [];
    one.configureOutput({ writeOut: (more) => void text.push(more) }).outputHelp();
    expect(text.join('')).toMatch(/Exit codes:[\s\S]*Examples:\n {2}payrig exam/);
  }
});

test('help tells defaults, exit codes and examples', async () => {
  const { stdout } = await run('check', '--help');
  for (const text of ['(12)', '(30s)', 'Exit codes:', '3  incomplete', 'Examples:', 'PAYRIG_API_KEY'])
    expect(stdout).toContain(text);
});

test('progress goes to a log every few seconds, and to a terminal at once', () => {
  vi.useFakeTimers();
  const written: string[] = [];
  const line = progressLine({ write: (text) => written.push(text) });
  line.onProgress({ kind: 'phase', phase: 'check', total: 300 });
  line.onProgress({ kind: 'start', clause: 'users.list.count' });
  expect(written).toEqual([]);
  vi.advanceTimersByTime(11_000);
  line.onProgress({ kind: 'start', clause: 'users.list.most' });
  vi.advanceTimersByTime(11_000);
  line.end();
  vi.advanceTimersByTime(60_000);
  // What has not changed is not said again.
  expect(written).toEqual(['check 0/300 users.list.count\n', 'check 0/300 users.list.most\n']);
});
