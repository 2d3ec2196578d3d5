import { fileURLToPath } from 'node:url';
import type { RunResult } from '../../conformance/result.ts';
import { runTool, type ToolRun } from '../run-tool.ts';
import { drawHostility, hostileDeployment } from './hostile-deployment.ts';
import { resilienceTest, timeLimit } from './resilience-test.ts';
import { RestartableSandbox } from './restartable-sandbox.ts';

export type HostileSize = { runs: number; seconds: number; runSeconds: number; only?: string };

const command = fileURLToPath(new URL('../payrig.ts', import.meta.url));
/** What a run may take: megabytes of heap, and seconds beyond the time it was given. */
const MOST_HEAP = 256;
const GRACE = 60;

/** Runs the whole suite, as a process of its own, against deployments whose responses mean harm. */
export const hostileTest = resilienceTest<HostileSize>('hostile', async (bed) => {
  const { seed, size, chance, problems, progress } = bed;
  const flags = ['--ephemeral', '--log-level', 'silent'];
  const sandbox = bed.closing(await RestartableSandbox.start({ flags }));
  const hasTime = timeLimit(size.seconds);
  const figures = { runs: 0, requests: 0, 'harmful answers': 0, clauses: 0, 's for the slowest run': 0 };
  while (figures.runs < size.runs && hasTime()) {
    const hostility = drawHostility(chance);
    const deployment = await hostileDeployment(sandbox.process.url, hostility, chance.fork(figures.runs));
    const ran = await check(deployment.url, chance.int(1, 1e6), size);
    const took = Math.round(ran.seconds);
    await deployment.close();
    const where = `${JSON.stringify(hostility)}, seed ${seed}`;
    for (const [kind, story] of faultsOf(ran)) problems.add(kind, `${where}: ${story}`);
    if (took > size.runSeconds + GRACE) problems.add('time', `${where}: took ${took} s`);
    figures.runs += 1;
    figures.requests += deployment.requests();
    figures['harmful answers'] += deployment.harmed();
    figures.clauses += resultIn(ran.stdout)?.clauses.length ?? 0;
    figures['s for the slowest run'] = Math.max(figures['s for the slowest run'], took);
    progress(`run ${figures.runs}: exit ${ran.code} in ${took} s after ${deployment.requests()} requests`);
  }
  return figures;
});

function check(url: string, seed: number, { runSeconds, only }: HostileSize): Promise<ToolRun> {
  const bounds = ['--max-time', `${runSeconds}s`, '--timeout', '2s', '--patience', '1s', '--runs', '2'];
  const keys = ['--api-key', 'sandbox-key', '--other-api-key', 'sandbox-key-2', '--arrange', 'sandbox'];
  const words = [command, 'check', url, '--json', '--seed', String(seed), ...keys, ...bounds];
  if (only !== undefined) words.push('--only', only);
  return runTool(process.execPath, words, {
    env: { NODE_OPTIONS: `--max-old-space-size=${MOST_HEAP}` },
    timeoutMs: (runSeconds + 2 * GRACE) * 1000,
  });
}

/** A run ends with verdicts, or with a sentence that says why there are none; never with a stack or a dead process. */
function faultsOf({ code, stdout, stderr }: ToolRun): [kind: string, story: string][] {
  const faults: [string, string][] = [];
  if (code < 0 || code > 3) faults.push([`exit ${code}`, (stderr || stdout).slice(-1500)]);
  if (/^\s+at .+:\d+:\d+/m.test(stderr)) faults.push(['a stack', stderr.slice(-1500)]);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they must not be there
  const steering = /.{0,40}[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202e]/.exec(stderr + stdout)?.[0];
  if (steering !== undefined) faults.push(['steers a terminal', JSON.stringify(steering)]);
  const result = resultIn(stdout);
  if (code !== 2 && result === undefined) faults.push(['no result', stdout.slice(0, 600)]);
  if (code === 2 && stderr.trim() === '') faults.push(['no sentence', stdout.slice(0, 600)]);
  for (const { clause, verdict, error } of result?.clauses ?? [])
    if (verdict === 'error') faults.push([`error in ${clause}`, error?.stack ?? '']);
  return faults;
}

function resultIn(out: string): RunResult | undefined {
  try {
    return JSON.parse(out);
  } catch {
    return undefined;
  }
}
