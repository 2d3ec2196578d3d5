import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BadUsage } from '../../../conformance/failure.ts';
import { compareRuns, comparisonLines } from '../../../conformance/report/compare.ts';
import { consoleReport } from '../../../conformance/report/console.ts';
import { githubAnnotations, markdownSummary } from '../../../conformance/report/github.ts';
import { readReport } from '../../../conformance/report/read-report.ts';
import { runConformance } from '../../../conformance/run.ts';
import { stream } from '../../../generators/random.ts';
import { createSandbox } from '../../../simulator/sandbox.ts';
import { resilienceTest } from '../testing/fault-test.ts';
import { type FuzzTarget, learn } from '../testing/readers/learn.ts';
import {
  bodyTarget,
  envelopeTarget,
  pdfTarget,
  profileTarget,
  queryTarget,
  scenarioTarget,
} from '../testing/readers/targets.ts';

const own = /^file:.*\/(spec|generators|simulator|conformance)\//;

/** A forged snapshot with the right checksum: accepted or refused, and the client works in either case. */
async function snapshotTarget(): Promise<FuzzTarget> {
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
async function reportTarget(): Promise<FuzzTarget> {
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

export const fuzzTargets: Readonly<Record<string, () => FuzzTarget | Promise<FuzzTarget>>> = {
  pdf: pdfTarget,
  body: bodyTarget,
  query: queryTarget,
  envelope: envelopeTarget,
  scenario: scenarioTarget,
  profile: profileTarget,
  snapshot: snapshotTarget,
  report: reportTarget,
};

export type FuzzReadersSize = { seconds: number };

/** Tries every reader of foreign bytes with inputs that learn from the code they reach. */
export const fuzzReadersTest = resilienceTest<FuzzReadersSize>('readers', async (bed) => {
  const { seed, size, problems, progress } = bed;
  const figures = { readers: 0, inputs: 0, 'inputs that reached new code': 0 };
  for (const [name, makeTarget] of Object.entries(fuzzTargets)) {
    const target = await makeTarget();
    const { inputs, kept, reached, crashes } = await learn(target, size.seconds, stream(seed, name));
    for (const { input, error } of crashes) {
      const story = error instanceof Error ? (error.stack ?? error.message) : String(error);
      const shown = input.length > 3000 ? `${input.length} bytes` : input.toString('base64');
      problems.add(
        `${name}: ${story.split('\n')[0]}`,
        `seed ${seed}: ${story.slice(0, 900)}\n    input ${shown}`,
      );
    }
    if (inputs === 0) problems.add(name, 'nothing was tried');
    figures.readers += 1;
    figures.inputs += inputs;
    figures['inputs that reached new code'] += kept;
    progress(
      `${name}: ${inputs} inputs, ${kept} kept, ${reached} characters of code reached, ${crashes.length} crashes`,
    );
  }
  return figures;
});
