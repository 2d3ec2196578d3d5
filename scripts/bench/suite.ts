import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RunResult } from '../../conformance/judgement/result.ts';
import { runTool } from '../terminal/run-tool.ts';
import { inFolder, inMemory } from './contestants.ts';
import { figuresIn, type Measure, sectionOf } from './figure.ts';

/** The conformance suite in a process of its own, against a sandbox and a production server in two others. */
const conformanceRun = (only = '*'): Promise<{ seconds: number; result: RunResult }> =>
  inFolder(async (folder) => {
    await using sandbox = await inMemory();
    await using production = await inMemory('--environment', 'production');
    const flags = ['--api-key', 'sandbox-key', '--other-api-key', 'sandbox-key-2', '--only', only];
    const member = ['--member', 'member@sandbox.test:sandbox-password'];
    const beside = ['--production-url', production.url, '--seed', '1', '--report-dir', folder];
    const words = ['scripts/payrig.mjs', 'check', sandbox.url, ...flags, ...member, ...beside];
    const { seconds, code, stderr } = await runTool(process.execPath, words);
    const text = await readFile(join(folder, 'report.json'), 'utf8').catch(() => {
      throw new Error(`The suite wrote no report (exit code ${code}): ${stderr}`);
    });
    return { seconds, result: JSON.parse(text) };
  });

async function mutantMs(count: number): Promise<number[]> {
  const [{ mutants }, { runMutant }] = await Promise.all([
    import('../../conformance/proof/mutants/index.ts'),
    import('../../conformance/proof/mutants/run-mutant.ts'),
  ]);
  const step = mutants.length / count;
  const picked = Array.from({ length: count }, (_, at) => mutants[Math.floor(at * step)]!);
  await runMutant(picked[0]!);
  const times: number[] = [];
  for (const mutant of picked) {
    const began = performance.now();
    await runMutant(mutant);
    times.push(performance.now() - began);
  }
  return times;
}

export const suite: Measure = async ({ clauses, mutants }) => {
  const { seconds, result } = await conformanceRun(clauses);
  const times = await mutantMs(mutants);
  const { pass, fail, skip, error } = result.totals;
  const judged = pass + fail + error;
  const rate = (result.requests / result.durationMs) * 1000;
  const figures = figuresIn('suite', { wall: [seconds], requests: [rate], mutant: times });
  return sectionOf('suite', figures, { judged, pass, skip, requests: result.requests });
};
