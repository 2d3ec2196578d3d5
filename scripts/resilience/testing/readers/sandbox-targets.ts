import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runConformance } from '../../../../conformance/index.ts';
import { BadUsage } from '../../../../conformance/judgement/failure.ts';
import { compareRuns, comparisonLines } from '../../../../conformance/report/compare.ts';
import { consoleReport } from '../../../../conformance/report/console.ts';
import { githubAnnotations, markdownSummary } from '../../../../conformance/report/github.ts';
import { readReport } from '../../../../conformance/report/read-report.ts';
import { createSandbox } from '../../../../simulator/sandbox.ts';
import type { FuzzTarget } from './learn.ts';
import { own } from './targets.ts';

/** A forged snapshot with the right checksum: accepted or refused, and the client works in either case. */
export async function snapshotTarget(): Promise<FuzzTarget> {
  const sandbox = await createSandbox({ users: 2 });
  const headers = { 'X-API-KEY': sandbox.apiKey, 'Content-Type': 'application/json' };
  const call = (path: string, method = 'GET', body?: string) =>
    fetch(sandbox.url + path, { method, headers, body });
  await call('/_sandbox/users', 'POST', '{"forename": "Ann"}');
  const saved = await (await call('/_sandbox/snapshot')).text();
  return {
    name: 'snapshot',
    watches: own,
    seeds: [Buffer.from(saved)],
    words: ['aggregates', 'contents', 'frozen', 'clock', 'ahead_ms', 'birth', 'client', 'order', 'sequence'],
    async read(bytes) {
      const put = await call('/_sandbox/snapshot', 'PUT', withChecksum(bytes.toString()));
      await put.text();
      if (put.status >= 500) throw new Error(`PUT /_sandbox/snapshot gave ${put.status}`);
      if (put.status >= 400) return;
      for (const path of [
        '/users',
        '/configuration',
        '/_sandbox/clock',
        '/webhooks',
        '/_sandbox/deliveries',
      ]) {
        const { status } = await call(path);
        if (status >= 500) throw new Error(`GET ${path} gave ${status} after the snapshot was taken`);
      }
      await call('/_sandbox/snapshot', 'PUT', saved);
    },
    close: () => sandbox.close(),
  };
}

function withChecksum(text: string): string {
  try {
    const snapshot = JSON.parse(text);
    const contents = JSON.stringify(snapshot.contents);
    return JSON.stringify({ ...snapshot, checksum: createHash('sha256').update(contents).digest('hex') });
  } catch {
    return text;
  }
}

/** A report.json: shown in every form, or refused with a sentence. */
export async function reportTarget(): Promise<FuzzTarget> {
  const sandbox = await createSandbox({ users: 2 });
  const target = { baseUrl: sandbox.url, apiKey: 'sandbox-key' };
  const only = ['users.list.count', 'users.patch.sets', 'members.signin.missing-username'];
  const whole = await runConformance(target, { seed: 1, runs: 1, only });
  // One of each kind is enough, and quicker to read.
  const result = {
    ...whole,
    clauses: whole.clauses.slice(0, 12),
    points: whole.points.slice(0, 3),
    notes: [],
  };
  await sandbox.close();
  const folder = mkdtempSync(join(tmpdir(), 'payrig-fuzz-'));
  const file = join(folder, 'report.json');
  return {
    name: 'report',
    watches: own,
    seeds: [Buffer.from(JSON.stringify(result))],
    words: ['clauses', 'points', 'totals', 'verdict', 'failure', 'skip', 'fail', 'warn', 'error', 'steps'],
    read(bytes) {
      writeFileSync(file, bytes);
      try {
        const report = readReport(file);
        consoleReport(report);
        githubAnnotations(report);
        markdownSummary(report);
        comparisonLines(compareRuns(report, result));
        comparisonLines(compareRuns(result, report));
      } catch (error) {
        if (!(error instanceof BadUsage)) throw error;
      }
    },
    close: async () => rmSync(folder, { recursive: true }),
  };
}
