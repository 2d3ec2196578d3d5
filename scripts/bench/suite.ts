import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { causes, type Journey, journeys } from '../../conformance/client-exam/stage/journeys.ts';
import type { RunResult } from '../../conformance/judgement/result.ts';
import { projectRoot, runTool } from '../terminal/run-tool.ts';
import { inFolder, inMemory } from './contestants.ts';
import { figuresIn, type Measure, sectionOf } from './figure.ts';
import { cliScript, contestantNode, probeScript, startServer } from './server-process.ts';

/** Milliseconds that a slow deployment takes for each answer. */
const SLOW = 3;

/** The conformance suite in a process of its own, against a sandbox and a production server in two others. */
const conformanceRun = (only = '*', answerMs = 0): Promise<{ seconds: number; result: RunResult }> =>
  inFolder(async (folder) => {
    await using sandbox = await inMemory();
    await using production = await inMemory('--environment', 'production');
    await using slowed = await startServer([probeScript('watching'), 'bare', sandbox.url, String(answerMs)]);
    const { url } = answerMs === 0 ? sandbox : slowed;
    const flags = ['--api-key', 'sandbox-key', '--other-api-key', 'sandbox-key-2', '--only', only];
    const member = ['--member', 'member@sandbox.test:sandbox-password'];
    const beside = ['--production-url', production.url, '--seed', '1', '--report-dir', folder];
    const words = [cliScript(), 'check', url, ...flags, ...member, ...beside];
    const { seconds, code, stderr } = await runTool(contestantNode().path, words);
    const text = await readFile(join(folder, 'report.json'), 'utf8').catch(() => {
      throw new Error(`The suite wrote no report (exit code ${code}): ${stderr}`);
    });
    return { seconds, result: JSON.parse(text) };
  });

const examSeconds = (names: readonly Journey[]): Promise<number> =>
  inFolder(async (folder) => {
    const { path } = contestantNode();
    const client = join(projectRoot, 'conformance/client-exam/testing/clients/plain-fetch.mjs');
    const run = `"${path}" "${client}"`;
    const startOf = (name: Journey) =>
      causes[name] ? { run, receiver: 'http://127.0.0.1:{PORT}/hooks' } : { run };
    const file = join(folder, 'exam.yaml');
    const starts = Object.fromEntries(names.map((name) => [name, startOf(name)]));
    await writeFile(file, JSON.stringify({ journeys: starts }));
    const { seconds, code, stdout, stderr } = await runTool(path, [cliScript(), 'exam', 'client', file]);
    if (code !== 0) throw new Error(`A right client failed its exam: ${stdout}${stderr}`);
    return seconds;
  });

export const suite: Measure = async ({ clauses }) => {
  const { seconds, result } = await conformanceRun(clauses);
  const slow = await conformanceRun(clauses, SLOW);
  const exam = await examSeconds(clauses === undefined ? journeys : ['list-users']);
  const { pass, fail, skip, error } = result.totals;
  const judged = pass + fail + error;
  const rate = (result.requests / result.durationMs) * 1000;
  const samples = { wall: [seconds], slow: [slow.seconds], exam: [exam], requests: [rate] };
  return sectionOf('suite', figuresIn('suite', samples), { judged, pass, skip, requests: result.requests });
};
